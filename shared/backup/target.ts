/** A file at a target. */
export interface StoredFile {
  /** `<backup>/<file>`, such as `keys-20261122T051007123Z/api_key.copy.zst.age`. */
  name: string
  bytes: number
}

/**
 * A store of backup files by their names. Every failure is a `BackupError`. Its message names the place and the reason, but no
 * secret.
 */
export interface Target {
  /** For messages to the operator, such as `the folder /backups` or `the bucket backups at s3.example`. */
  readonly place: string
  /**
   * Writes a file whole or not at all: if `bytes` or the target fails, or if this process dies, no file is written. Replaces a
   * file of the same name.
   */
  write(name: string, bytes: AsyncIterable<Uint8Array>): Promise<void>
  /** Reads a file as a stream. @throws MissingFileError, or BackupError, also in the middle of the stream */
  read(name: string): Promise<AsyncIterable<Uint8Array>>
  /** Lists the complete files in no particular order. Returns an empty list if the target does not exist yet. */
  list(): Promise<StoredFile[]>
  /** Removes files. Ignores missing files. */
  remove(names: readonly string[]): Promise<void>
}
