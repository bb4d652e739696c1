/** The ways a mark goes through the office: the events of the bulletin, and how many marks took which of them. */

import type { Estado, TipoDeAnotacion } from '../../schemas/catalogs.ts'

interface Event {
  tipo: TipoDeAnotacion
  descripcion: string
  /** Days since the event before, at least and at most. */
  days: readonly [number, number]
  /** What a party files carries no resolution; what the office decides does. */
  resolved: boolean
}

const filed = (tipo: TipoDeAnotacion, descripcion: string, min: number, max: number): Event => ({
  tipo,
  descripcion,
  days: [min, max],
  resolved: false,
})

const decided = (tipo: TipoDeAnotacion, descripcion: string, min: number, max: number): Event => ({
  ...filed(tipo, descripcion, min, max),
  resolved: true,
})

// Ten years of protection, then six months in which a renewal may still be asked for.
const TERM = 3653
const GRACE = 184

export const EVENTS = {
  filed: filed('PRESENTACION', 'Presentación de solicitud de registro de marca', 0, 0),
  formObjected: decided('OBSERVACION_FORMA', 'Resolución de observaciones de forma', 6, 15),
  accepted: decided('ACEPTACION_TRAMITE', 'Resolución de aceptación a trámite de marca', 8, 22),
  published: filed('PUBLICACION', 'Publicación de marca en Diario Oficial', 10, 26),
  opposed: filed('OPOSICION', 'Presentación de demanda de oposición', 20, 38),
  opposedTwice: filed('OPOSICION', 'Presentación de demanda de oposición', 0, 0),
  objected: decided('OBSERVACION_FONDO', 'Resolución de observaciones de fondo', 48, 78),
  answered: filed('OTRA', 'Escrito de contestación de observaciones de fondo', 15, 40),
  divided: decided('DIVISION', 'Resolución que acoge división de solicitud', 15, 40),
  oppositionDismissed: decided('FALLO', 'Fallo que rechaza demanda de oposición', 130, 290),
  registrable: decided('ACEPTACION_REGISTRO', 'Resolución de aceptación a registro', 48, 95),
  paid: filed('PAGO_FINAL', 'Acredita pago de derechos finales', 4, 55),
  granted: decided('CONCESION', 'Resolución de concesión de registro de marca', 1, 12),
  grantedThatDay: decided('CONCESION', 'Resolución de concesión de registro de marca', 0, 0),
  refused: decided('RECHAZO', 'Resolución de rechazo de marca', 60, 130),
  refusedOnOpposition: decided('RECHAZO', 'Fallo que acoge oposición y rechaza marca', 130, 290),
  appealed: filed('APELACION', 'Presentación de recurso de apelación', 6, 18),
  appealLost: decided('FALLO', 'Sentencia del TDPI que confirma el rechazo', 150, 320),
  appealWon: decided('FALLO', 'Sentencia del TDPI que revoca el rechazo', 150, 320),
  notFiled: decided('OTRA', 'Resolución que tiene por no presentada la solicitud', 45, 65),
  unpublished: decided('OTRA', 'Resolución de abandono por no requerir publicación', 40, 60),
  unpaid: decided('OTRA', 'Resolución de abandono por no pago de derechos finales', 90, 120),
  withdrawn: decided('OTRA', 'Resolución que tiene por desistida la solicitud', 15, 60),
  seeInstance: decided('OTRA', 'Resolución que ordena ver instancia administrativa', 15, 40),
  transferred: decided('TRANSFERENCIA', 'Anotación de transferencia total de registro', 250, 900),
  renamed: decided('CAMBIO_NOMBRE', 'Anotación de cambio de nombre del titular', 250, 900),
  renamedThatDay: decided('CAMBIO_NOMBRE', 'Anotación de cambio de nombre del titular', 0, 0),
  licensed: decided('LICENCIA', 'Anotación de licencia de uso de marca', 120, 900),
  pledged: decided('PRENDA', 'Anotación de prenda sin desplazamiento', 250, 700),
  seized: decided('EMBARGO', 'Anotación de embargo decretado por tribunal', 250, 700),
  released: decided('ALZAMIENTO', 'Anotación de alzamiento', 150, 500),
  injuncted: decided('MEDIDA_PRECAUTORIA', 'Anotación de medida precautoria', 250, 700),
  frozen: decided('PROHIBICION', 'Anotación de prohibición de celebrar actos y contratos', 250, 700),
  expired: decided('CADUCIDAD', 'No existe renovación en plazo', TERM + 1, TERM + 6),
  lapsed: decided('CADUCIDAD', 'Resolución de caducidad por no renovación', TERM + GRACE, TERM + GRACE + 30),
  invalidityAsked: filed('NULIDAD', 'Presentación de demanda de nulidad', 250, 600),
  invalidated: decided('NULIDAD', 'Fallo que acoge demanda de nulidad de registro', 250, 480),
  cancelled: decided('CANCELACION', 'Resolución de cancelación de registro', 300, 900),
  surrendered: decided('CANCELACION', 'Anotación de renuncia total del titular', 300, 900),
  renewalFiled: filed('PRESENTACION', 'Presentación de solicitud de renovación de registro', 0, 0),
  renewalGranted: decided('RENOVACION', 'Resolución de renovación de registro', 5, 12),
  renewed: decided('RENOVACION', 'Anotación de renovación en nueva solicitud', TERM, TERM),
} as const satisfies Record<string, Event>

export type EventName = keyof typeof EVENTS

export interface History {
  estado: Estado
  /** The office's own words for the status. */
  oficina: string
  marks: number
  /** The days of filing from which the story ends before the register does. */
  from: string
  to: string
  events: readonly EventName[]
}

const PUBLISHED = ['filed', 'accepted', 'published'] as const
const GRANTED = [...PUBLISHED, 'registrable', 'paid', 'granted'] as const
const OPPOSED = [...PUBLISHED, 'opposed'] as const
const REFUSED = [...PUBLISHED, 'objected', 'answered', 'refused'] as const

const history = (
  estado: Estado,
  oficina: string,
  marks: number,
  [from, to]: readonly [string, string],
  ...events: EventName[]
): History => ({ estado, oficina, marks, from, to, events })

// A registration in force was granted after 2016-11-21: that takes a filing from September on, or a long quarrel.
const LONG = ['2016-09-19', '2026-02-20'] as const
const EARLY = ['2016-09-19', '2021-12-30'] as const
const NO_LATER = ['2016-01-04', '2025-03-31'] as const

const REGISTERED = [
  history('REGISTRADA', 'Registrada', 48, LONG, ...GRANTED),
  history('REGISTRADA', 'Concedida', 4, LONG, ...GRANTED),
  history('REGISTRADA', 'Registrada', 12, LONG, ...PUBLISHED, 'registrable', 'paid', 'grantedThatDay'),
  history(
    'REGISTRADA',
    'Registrada',
    14,
    ['2016-07-18', '2025-11-28'],
    ...PUBLISHED,
    'objected',
    'answered',
    'registrable',
    'paid',
    'granted',
  ),
  history(
    'REGISTRADA',
    'Registrada',
    4,
    ['2016-06-01', '2025-03-31'],
    'filed',
    'formObjected',
    ...OPPOSED.slice(1),
    'oppositionDismissed',
    'registrable',
    'paid',
    'granted',
  ),
  history(
    'REGISTRADA',
    'Registrada',
    4,
    ['2016-06-01', '2025-03-31'],
    ...OPPOSED,
    'opposedTwice',
    'oppositionDismissed',
    'registrable',
    'paid',
    'granted',
  ),
  history(
    'REGISTRADA',
    'Registrada',
    2,
    ['2016-01-04', '2023-12-29'],
    ...REFUSED,
    'appealed',
    'appealWon',
    'registrable',
    'paid',
    'granted',
  ),
  history('REGISTRADA', 'Registrada', 1, LONG, 'filed', 'accepted', 'divided', ...GRANTED.slice(2)),
  history('REGISTRADA', 'Registrada', 6, EARLY, ...GRANTED, 'transferred'),
  history('REGISTRADA', 'Registrada', 4, EARLY, ...GRANTED, 'renamed'),
  history('REGISTRADA', 'Registrada', 2, EARLY, ...GRANTED, 'transferred', 'renamedThatDay'),
  history('REGISTRADA', 'Registrada', 3, EARLY, ...GRANTED, 'licensed'),
  history('REGISTRADA', 'Registrada', 2, EARLY, ...GRANTED, 'pledged', 'released'),
  history('REGISTRADA', 'Registrada', 1, EARLY, ...GRANTED, 'seized', 'released'),
  history('REGISTRADA', 'Registrada', 1, EARLY, ...GRANTED, 'injuncted'),
  history('REGISTRADA', 'Registrada', 1, EARLY, ...GRANTED, 'frozen'),
]

const PENDING = [
  history('SOLICITADA', 'Solicitada', 3, ['2026-10-23', '2026-10-30']),
  history('SOLICITADA', 'Pendiente', 3, ['2026-10-15', '2026-10-29'], 'filed'),
  history('EN_TRAMITE', 'En Trámite', 6, ['2026-09-28', '2026-10-28'], 'filed'),
  history(
    'ACEPTADA_TRAMITE',
    'Resolución de aceptación a trámite de marca',
    6,
    ['2026-09-21', '2026-10-23'],
    'filed',
    'accepted',
  ),
  history('PUBLICADA', 'Publicada', 6, ['2026-07-27', '2026-09-21'], ...PUBLISHED),
  history(
    'PUBLICADA',
    'Publicación de marca en Diario Oficial',
    4,
    ['2026-08-24', '2026-09-21'],
    ...PUBLISHED,
  ),
  history('OBSERVADA', 'Observaciones de forma', 3, ['2026-09-28', '2026-10-29'], 'filed', 'formObjected'),
  history(
    'OBSERVADA',
    'Resolución de observaciones de fondo',
    5,
    ['2026-03-02', '2026-06-26'],
    ...PUBLISHED,
    'objected',
  ),
  history('EN_OPOSICION', 'Oposición', 4, ['2026-02-02', '2026-08-14'], ...OPPOSED),
  history(
    'EN_OPOSICION',
    'Presentación de demanda',
    3,
    ['2026-02-02', '2026-08-14'],
    ...OPPOSED,
    'opposedTwice',
  ),
  history(
    'ACEPTADA_REGISTRO',
    'Resolución de aceptación a registro',
    6,
    ['2026-05-11', '2026-06-12'],
    ...PUBLISHED,
    'registrable',
  ),
  history('EN_APELACION', 'Recurso de apelación', 3, ['2025-03-03', '2025-12-19'], ...REFUSED, 'appealed'),
  history(
    'EN_APELACION',
    'TDPI',
    1,
    ['2025-03-03', '2025-08-29'],
    ...OPPOSED,
    'refusedOnOpposition',
    'appealed',
  ),
]

const ENDED = [
  history('VENCIDA', 'Vencida', 3, ['2016-01-04', '2016-02-12'], ...GRANTED, 'expired'),
  history('VENCIDA', 'Expirada', 1, ['2015-11-02', '2015-12-30'], ...GRANTED, 'expired'),
  history('DENEGADA', 'Rechazada', 3, NO_LATER, ...REFUSED),
  history('DENEGADA', 'Denegada', 3, NO_LATER, ...OPPOSED, 'refusedOnOpposition'),
  history('DENEGADA', 'Rechazada definitivamente', 2, NO_LATER, ...REFUSED, 'appealed', 'appealLost'),
  history('NO_PRESENTADA', 'Tenida por no presentada', 3, NO_LATER, 'filed', 'formObjected', 'notFiled'),
  history('ABANDONADA', 'Abandonada', 3, NO_LATER, 'filed', 'accepted', 'unpublished'),
  history('ABANDONADA', 'Abandonada', 3, NO_LATER, ...PUBLISHED, 'registrable', 'unpaid'),
  history('DESISTIDA', 'Desistida', 3, NO_LATER, ...PUBLISHED, 'withdrawn'),
  history('CADUCADA', 'Caducada', 3, ['2004-03-01', '2013-12-30'], ...GRANTED, 'lapsed'),
  history('CADUCADA', 'No Vigente', 2, ['2004-03-01', '2013-12-30'], ...GRANTED, 'lapsed'),
  history('CANCELADA', 'Cancelada', 2, ['2017-01-03', '2022-12-29'], ...GRANTED, 'cancelled'),
  history(
    'ANULADA',
    'Nulidad',
    2,
    ['2017-01-03', '2021-12-30'],
    ...GRANTED,
    'invalidityAsked',
    'invalidated',
  ),
  history('RENUNCIADA', 'Renuncia', 2, ['2017-01-03', '2022-12-29'], ...GRANTED, 'surrendered'),
  history('SIN_CLASIFICAR', 'VER INSTANCIA', 1, ['2023-01-03', '2024-12-30'], ...PUBLISHED, 'seeInstance'),
]

export const HISTORIES = [...REGISTERED, ...PENDING, ...ENDED].flatMap((each) =>
  Array.from({ length: each.marks }, () => each),
)
