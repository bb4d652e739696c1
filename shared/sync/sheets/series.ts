import { withoutDays } from '../text/day-in-text.ts'

const KIND = /(?:\.(?:csv|tsv|txt|xlsx|zip))+$/i
/** What stood between the day and the rest. */
const LOOSE = /^[\s._-]+|[\s._-]+$/g

/**
 * The name that all editions of a sheet have: `solicitudes-2026-11-02.xlsx` and `Solicitudes_20261103.csv` are editions
 * of `solicitudes`.
 */
export const seriesOf = (fileName: string): string =>
  withoutDays(fileName.replace(KIND, ''))
    .replace(/[\s._-]{2,}/g, '-')
    .replace(LOOSE, '')
    .toLowerCase()
