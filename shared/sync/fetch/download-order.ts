import type { Validators } from '../source-snapshot.ts'

export interface Downloaded {
  path: string
  /** The source's name for the file, made safe for a file system. */
  name: string
  contentType: string | null
  bytes: number
  /** True if the response stated the size of the body, or marked its end. The file is then known to be complete. */
  isComplete: boolean
  /** In hexadecimal. */
  sha256: string
  validators: Validators
  /** The address after redirects, without a password. */
  url: string
}

export interface DownloadOrder {
  url: string
  /** The URL that the operator configured. Only its host and port may be outside the public internet. */
  configuredUrl: string
  folder: string
  mostBytes: number
  /** The validators of the previous download, for a conditional request. */
  validators?: Validators
  signal: AbortSignal
}
