import { createReadStream } from 'node:fs'
import { extname } from 'node:path'
import { type Office, startOffice } from '../test/support/office/office.ts'
import type { Run } from './part.ts'

/** The made-up office of a run: what it publishes lies on this disk. */
export interface BenchOffice
  extends Pick<Office, 'sheetsUrl' | 'bulletinUrl' | 'portalUrl' | 'portal' | 'stop'> {
  /** Publishes a file under a path of the office, with ETag and Last-Modified. */
  publish(path: string, file: string): void
}

const TYPES: Readonly<Record<string, string>> = {
  '.pdf': 'application/pdf',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** Opens it in this process, on a port of this machine alone; it closes with the run at the latest. */
export async function openOffice(run: Run): Promise<BenchOffice> {
  const { sheetsUrl, bulletinUrl, portalUrl, portal, publish, stop } = await startOffice([])
  run.atEnd(stop)
  return {
    sheetsUrl,
    bulletinUrl,
    portalUrl,
    portal,
    publish: (path, file) =>
      publish([{ path, body: () => createReadStream(file), type: TYPES[extname(path)] ?? '' }]),
    stop,
  }
}
