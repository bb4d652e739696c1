/** A file at a target. */
export interface StoredFile {
  /** `<backup>/<file>`, such as `keys-20261122T051007123Z-1f9a0c-8d72e4b0915c3a6f01ab/api_key.copy.zst.age`. */
  name: string
  bytes: number
}

/** A store of backup files. Every failure is a `BackupError`. The message has the place and the reason, but no secret. */
export interface Target {
  /** For messages to the operator, such as `the folder /backups` or `the bucket backups at s3.example`. */
  readonly place: string
  /** Writes a complete file, or no file after an error or a crash. Replaces a file of the same name. */
  write(name: string, bytes: AsyncIterable<Uint8Array>): Promise<void>
  /** Reads a file as a stream. @throws MissingFileError, or BackupError, also in the middle of the stream */
  read(name: string): Promise<AsyncIterable<Uint8Array>>
  /** Lists the complete files in no particular order. Returns an empty list if the target does not exist yet. */
  list(): Promise<StoredFile[]>
  /** Removes files. Ignores missing files. */
  remove(names: readonly string[]): Promise<void>
}
