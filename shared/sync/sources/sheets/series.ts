import { withoutDays } from '../../text/day-in-text.ts'
import { foldWords } from '../../text/fold-words.ts'

const KIND = /(?:\.(?:csv|tsv|txt|xlsx|zip))+$/i

/**
 * The name that all editions of a sheet have: `solicitudes-2026-11-02.xlsx`, `Solicitudes_20261103.csv` and `Solicitudes
 * del 4 de noviembre de 2026.csv` are editions of `solicitudes`.
 */
export const seriesOf = (fileName: string): string =>
  foldWords(withoutDays(fileName.replace(KIND, '')))
    .replace(/ (?:del?|al)$/, '')
    .replaceAll(' ', '-')
