import type { BulletinOptions } from '../shared/sync/sources/bulletin/sync-bulletin.ts'
import type { PortalOptions } from '../shared/sync/sources/portal/sync-portal.ts'
import type { SheetsOptions } from '../shared/sync/sources/sheets/sync-sheets.ts'
import { terminalLine } from './terminal-line.ts'

/** Runs a sync and shows its progress on a terminal. */
export async function withSyncProgress<Result>(
  run: (progress: SheetsOptions & BulletinOptions & PortalOptions) => Promise<Result>,
): Promise<Result> {
  const line = terminalLine()
  const started = performance.now()
  try {
    return await run({
      onProgress: ({ sheet, rows, part }) => {
        const seconds = (performance.now() - started) / 1_000
        line.show(`Reading ${sheet}: ${progressText(rows, part, seconds)}`)
      },
      onEdition: ({ name, day }) =>
        line.show(`Reading ${name}, ${day ? `edition ${day}` : 'an edition whose date is in the file'}…`),
      onRequested: (requested) => line.show(`Requesting from the portal: ${whole(requested)} applications…`),
      onPhase: (phase, changes) => {
        line.clear()
        line.show(phase === 'comparing' ? 'Comparing…' : `Applying ${whole(changes)} changed marks…`)
      },
    })
  } finally {
    line.clear()
  }
}

/**
 * Returns `120,000 rows, 58,000 rows/s, 12 s left`; the remaining time is omitted while it cannot be estimated.
 *
 * @param part the share of all sheets that has been read, from 0 to 1
 */
export function progressText(rows: number, part: number, seconds: number): string {
  const speed = seconds > 0 ? `, ${whole(rows / seconds)} rows/s` : ''
  const left = part > 0.01 ? `, ${whole(Math.max(0, (seconds * (1 - part)) / part))} s left` : ''
  return `${whole(rows)} rows${speed}${left}`
}

const whole = (value: number): string => Math.round(value).toLocaleString('en')
