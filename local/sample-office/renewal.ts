/** A registration and its renewal: two application numbers, one registration number. Its days are written out. */

import type { Dossier } from './dossier.ts'

const HOLDER = { nombre: 'Alimentos Fogones del Sur Tibio Ltda.', pais: 'CL' }

const MARK = {
  denominacion: 'Faenas & Fogones Ñancuvil',
  clases: [29, 30],
  tipoSigno: 'DENOMINATIVA',
  ventas: 'productos alimenticios y abarrotes',
  solicitante: HOLDER,
  titular: HOLDER,
  representante: { nombre: 'Estudio Ruca & Cía.', pais: 'CL' },
  nroRegistro: '1188431',
} as const

export const RENEWAL: readonly Dossier[] = [
  {
    ...MARK,
    estado: 'VENCIDA',
    estadoOficina: 'Vencida',
    fechaPresentacion: '2014-06-09',
    timeline: [
      { name: 'filed', fecha: '2014-06-09' },
      { name: 'accepted', fecha: '2014-07-02' },
      { name: 'published', fecha: '2014-07-25' },
      { name: 'registrable', fecha: '2014-10-21' },
      { name: 'paid', fecha: '2014-12-19' },
      { name: 'granted', fecha: '2015-01-20' },
      { name: 'renewed', fecha: '2025-01-20' },
    ],
  },
  {
    ...MARK,
    estado: 'REGISTRADA',
    estadoOficina: 'Registrada',
    fechaPresentacion: '2024-10-07',
    timeline: [
      { name: 'renewalFiled', fecha: '2024-10-07' },
      { name: 'accepted', fecha: '2024-10-28' },
      { name: 'published', fecha: '2024-11-15' },
      { name: 'paid', fecha: '2025-01-13' },
      { name: 'renewalGranted', fecha: '2025-01-20' },
    ],
  },
]
