/**
 * The marks that are there for a reason: near-identical names for the search, every unusual kind of sign, a name
 * over 80 characters, marks without words, a renewal, and applicants from abroad.
 */

import type { Estado, TipoDeSigno } from '../../schemas/catalogs.ts'

export interface SingularMark {
  denominacion: string
  clases: readonly number[]
  tipoSigno?: TipoDeSigno
  estado?: Estado
  solicitante?: readonly [nombre: string, pais: string | null]
  /** Filed between these days: of two look-alikes the one that stands is the older. */
  filed?: readonly [from: string, to: string]
}

const EARLIER = ['2017-01-03', '2020-12-30'] as const
const LATER = ['2022-06-01', '2026-10-30'] as const

const QUILQUICO = ['Comercial Quilquico Alto SpA', 'CL'] as const
const CAUQUIL = ['Agrícola Cauquilemu Ltda.', 'CL'] as const
const BRUMA = ['Heladerías Bruma Larga SpA', 'CL'] as const

const LOOK_ALIKES: readonly SingularMark[] = [
  { denominacion: 'CAUQUILEMU', clases: [30], filed: EARLIER, estado: 'REGISTRADA', solicitante: CAUQUIL },
  { denominacion: 'KAUKILEMU', clases: [30, 43], estado: 'EN_OPOSICION' },
  {
    denominacion: 'Cauquilemu del Valle',
    clases: [29, 30],
    filed: LATER,
    estado: 'REGISTRADA',
    solicitante: CAUQUIL,
  },
  { denominacion: 'AGUASIERPE', clases: [32], filed: EARLIER, estado: 'REGISTRADA' },
  { denominacion: 'Agua Sierpe', clases: [32], filed: LATER, estado: 'DENEGADA' },
  { denominacion: 'Brumalarga', clases: [30, 43], filed: EARLIER, estado: 'REGISTRADA', solicitante: BRUMA },
  { denominacion: 'BRUMA LARGA GELATO', clases: [30], estado: 'ACEPTADA_REGISTRO', solicitante: BRUMA },
  { denominacion: 'Vruma Larga', clases: [30], estado: 'OBSERVADA' },
  { denominacion: 'QUILQUIMAX', clases: [35], filed: EARLIER, estado: 'REGISTRADA', solicitante: QUILQUICO },
  {
    denominacion: 'QUILQUIMAX EXPRESS',
    clases: [35, 39],
    filed: LATER,
    estado: 'REGISTRADA',
    solicitante: QUILQUICO,
  },
  { denominacion: 'Kilkimaks', clases: [35], estado: 'EN_APELACION' },
  { denominacion: 'Peñablanquilla', clases: [33], filed: EARLIER, estado: 'REGISTRADA' },
  { denominacion: 'PENABLANQUILLA', clases: [33], filed: LATER, estado: 'DENEGADA' },
]

const UNUSUAL_SIGNS: readonly SingularMark[] = [
  { denominacion: '', clases: [25, 35], tipoSigno: 'FIGURATIVA', estado: 'REGISTRADA' },
  { denominacion: '', clases: [33], tipoSigno: 'FIGURATIVA', estado: 'REGISTRADA' },
  { denominacion: '', clases: [9, 42], tipoSigno: 'FIGURATIVA', estado: 'PUBLICADA' },
  {
    denominacion: 'FRASCO CHANCHITO DE GREDA',
    clases: [21, 30],
    tipoSigno: 'TRIDIMENSIONAL',
    estado: 'REGISTRADA',
  },
  { denominacion: '¡YA LLEGÓ EL CALDILLO!', clases: [43], tipoSigno: 'SONORA', estado: 'REGISTRADA' },
  { denominacion: '', clases: [3], tipoSigno: 'OLFATIVA', estado: 'OBSERVADA' },
  { denominacion: '', clases: [33], tipoSigno: 'TACTIL', estado: 'ACEPTADA_TRAMITE' },
  { denominacion: '', clases: [25], tipoSigno: 'POSICION', estado: 'REGISTRADA' },
  { denominacion: '', clases: [18, 24], tipoSigno: 'PATRON', estado: 'PUBLICADA' },
  { denominacion: 'ZAPATEO ÑANCOLÉN', clases: [41], tipoSigno: 'MOVIMIENTO', estado: 'EN_TRAMITE' },
  {
    denominacion: 'Buenas Noches Quintrala Chica',
    clases: [38, 41],
    tipoSigno: 'MULTIMEDIA',
    estado: 'REGISTRADA',
  },
  { denominacion: 'AUTENTIQUÉN', clases: [9, 45], tipoSigno: 'HOLOGRAFICA', estado: 'PUBLICADA' },
  { denominacion: '', clases: [7, 12], tipoSigno: 'COLORES', estado: 'DENEGADA' },
  {
    denominacion: 'DONDE EL SUR SE SIRVE CON CUCHARA DE PALO',
    clases: [43],
    tipoSigno: 'FRASE_PROPAGANDA',
    estado: 'REGISTRADA',
  },
  { denominacion: 'Su fletito, altiro', clases: [39], tipoSigno: 'FRASE_PROPAGANDA', estado: 'REGISTRADA' },
  { denominacion: 'LOLCURAHUE', clases: [31], tipoSigno: 'OTRA', estado: 'SIN_CLASIFICAR' },
  {
    denominacion:
      'Corporación de Amigos del Organillo, el Chinchín y los Oficios Callejeros de los Cerros de Valdemar',
    clases: [15, 41],
    tipoSigno: 'MIXTA',
    estado: 'REGISTRADA',
    solicitante: ['Corporación Oficios Callejeros de Valdemar', 'CL'],
  },
]

const FROM_ABROAD: readonly SingularMark[] = [
  { denominacion: 'TRAUTENFELDT', clases: [7, 9], solicitante: ['Trautenfeldt & Kölling GmbH', 'DE'] },
  { denominacion: 'Nordwehrlicht', clases: [11], solicitante: ['Nordwehr Leuchtenbau GmbH', 'DE'] },
  { denominacion: 'KAMISHIRO SEIKI', clases: [7, 12], solicitante: ['Kamishiro Seiki K.K.', 'JP'] },
  { denominacion: 'YUZUMORI', clases: [3, 5], solicitante: ['Yuzumori Honpo K.K.', 'JP'] },
  {
    denominacion: 'BLUEFERN HARBOR',
    clases: [9, 36, 42],
    solicitante: ['Bluefern Harbor Systems LLC', 'US'],
  },
  { denominacion: 'Oatwhistle', clases: [29, 30, 32], solicitante: ['Oatwhistle Foods, Inc.', 'US'] },
  { denominacion: "GRANNY TULLOCK'S", clases: [30], solicitante: ['Tullock Pantry, Inc.', 'US'] },
  { denominacion: 'ZEPHYRAXAN', clases: [5], solicitante: ['Axanthera Biosciences, Inc.', 'US'] },
  { denominacion: 'Valdesierpe', clases: [33], solicitante: ['Bodegas Valdesierpe, S.L.', 'ES'] },
  { denominacion: 'AZULEJOS MORACHEL', clases: [19], solicitante: ['Cerámicas Morachel, S.A.', 'ES'] },
  { denominacion: 'CUCHILLAVERDE', clases: [30], solicitante: ['Yerbatera Cuchillaverde S.R.L.', 'AR'] },
  { denominacion: 'Talabartería Don Ruperil', clases: [18], solicitante: ['Ruperil Cueros S.A.', 'AR'] },
  { denominacion: 'GAUCHIBYTE', clases: [9, 42], solicitante: ['Gauchibyte S.A.S.', 'AR'] },
  { denominacion: 'Alpacahuasi', clases: [23, 24, 25], solicitante: ['Textiles Alpacahuasi S.A.C.', 'PE'] },
  { denominacion: 'ROCOTÍN', clases: [29, 30], solicitante: ['Conservas Rocotín S.A.C.', 'PE'] },
]

export const SINGULAR_MARKS = [...LOOK_ALIKES, ...UNUSUAL_SIGNS, ...FROM_ABROAD]
