import type { Validators } from '../source-snapshot.ts'

export interface Downloaded {
  path: string
  /** The source's name for the file, made safe for a file system. */
  name: string
  contentType: string | null
  bytes: number
  /** The response stated its size or marked its end, so that the file is known to be complete. */
  isComplete: boolean
  /** Hexadecimal. */
  sha256: string
  validators: Validators
  /** The address after redirects, without a password. */
  url: string
}

export interface DownloadOrder {
  url: string
  /** The address that the operator configured: its host and port may be private. */
  configuredUrl: string
  /** The folder for downloaded files. */
  folder: string
  mostBytes: number
  /** The validators of the previous download, so that the source may answer that nothing has changed. */
  validators?: Validators
  signal: AbortSignal
}
