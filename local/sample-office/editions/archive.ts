import { type SampleMark, sampleMarks } from '../marks.ts'

const HEADERS = [
  ...['nroSolicitud', 'denominacion', 'seccion', 'pagina_ED_MD', 'archivo'],
  ...['evento_id', 'resolucion', 'codigo_evento', 'evento', 'fecha'],
]
/** Numbers of events begin somewhere; each event has its own, as where two parties oppose on one day. */
const FIRST_EVENT = 300_000_001

type Annotation = SampleMark['anotaciones'][number] & Pick<SampleMark, 'nroSolicitud' | 'denominacion'>

/**
 * All that the bulletin has told of the hand-made marks, as a table (TSV): a row for each annotation, oldest
 * first, those of one mark and day in the order received.
 */
export function archiveTable(): string {
  const rows = annotations().map((annotation, index) => cellsOf(annotation, FIRST_EVENT + index))
  return [HEADERS, ...rows].map((cells) => `${cells.join('\t')}\n`).join('')
}

const annotations = (): Annotation[] =>
  sampleMarks()
    .flatMap(({ nroSolicitud, denominacion, anotaciones }) =>
      anotaciones.map((annotation) => ({ nroSolicitud, denominacion, ...annotation })),
    )
    .sort((a, b) => (a.fecha < b.fecha ? -1 : Number(a.fecha > b.fecha)))

const cellsOf = (annotation: Annotation, id: number): string[] => {
  const { nroSolicitud, denominacion, descripcion, resolucion, fecha } = annotation
  return [
    nroSolicitud,
    quoted(denominacion),
    '',
    '',
    '',
    String(id),
    resolucion ?? '',
    '',
    descripcion,
    fecha,
  ]
}

/** A name that has a quote comes back whole only between quotes. */
const quoted = (text: string): string => (text.includes('"') ? `"${text.replaceAll('"', '""')}"` : text)
