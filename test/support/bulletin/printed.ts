/** The printed entry of an application. */
export interface PrintedEntry {
  /** With dots or without. */
  numero: string
  /** Empty for a mark without words. */
  nombre: string
  /** `009 Resolución de …`, or empty. */
  evento: string
  /** `2026/221639`, or empty. */
  resolucion: string
}

export interface PrintedSection {
  /** `M2. Marcas aceptadas a trámite`; null for entries under no heading. */
  heading: string | null
  entries: readonly PrintedEntry[]
}

/** A row of a table for each entry, or a block of labelled lines. */
export type Layout = 'table' | 'blocks'

export const HEADERS = ['N° Solicitud', 'Marca', 'Evento', 'Resolución'] as const

export const cellsOf = ({ numero, nombre, evento, resolucion }: PrintedEntry): string[] => [
  numero,
  nombre,
  evento,
  resolucion,
]

/** Returns the lines of a block before they wrap. Omits empty ones, except the name. */
export const labelledLines = ({ numero, nombre, evento, resolucion }: PrintedEntry): [string, string][] => {
  const lines: [string, string][] = [
    ['Solicitud N°', numero],
    ['Marca:', nombre],
    ['Evento:', evento],
    ['Resolución:', resolucion],
  ]
  return lines.filter(([label, text]) => text !== '' || label === 'Marca:')
}
