import type { Validators } from '../source-snapshot.ts'

export interface Downloaded {
  path: string
  /** The source's name for the file, made safe for a file system. */
  name: string
  contentType: string | null
  bytes: number
  /** Whether the file is known to be complete, because the response stated its size or marked its end. */
  isComplete: boolean
  /** In hexadecimal. */
  sha256: string
  validators: Validators
  /** The address after redirects, without a password. */
  url: string
}

export interface DownloadOrder {
  url: string
  /** The address that the operator configured. Its host may have a private address. */
  configuredUrl: string
  /** The folder for downloaded files. */
  folder: string
  mostBytes: number
  /** The validators of the previous download, for a conditional request. */
  validators?: Validators
  signal: AbortSignal
}
