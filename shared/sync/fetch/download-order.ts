import type { Validators } from '../source-snapshot.ts'

export interface Downloaded {
  /** Where it lies. */
  path: string
  /** What the source calls it, as a safe file name. */
  name: string
  contentType: string | null
  bytes: number
  /** Hexadecimal. */
  sha256: string
  validators: Validators
  /** After redirects, without a password. */
  url: string
}

export interface DownloadOrder {
  url: string
  /** The address that the operator configured: its host and port may be private. */
  configuredUrl: string
  /** Where a fresh file is written. */
  folder: string
  mostBytes: number
  /** Of the last time: the source need not send again what has not changed. */
  validators?: Validators
  signal: AbortSignal
}
