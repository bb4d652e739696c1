export interface StoredFile {
  /** `<backup>/<file>`, such as `keys-20261122T051007123Z-1f9a0c-8d72e4b0915c3a6f01ab/api_key.copy.zst.age`. */
  name: string
  bytes: number
}

/** A store of backup files. Methods throw `BackupError` after a failure. The message contains no secret. */
export interface Target {
  /** For messages to the operator, such as `the folder /backups` or `the bucket backups at s3.example`. */
  readonly place: string
  /** Writes a complete file, or no file after an error or a crash. Replaces a file of the same name. */
  write(name: string, bytes: AsyncIterable<Uint8Array>): Promise<void>
  /** Reads a file. The stream may also throw `BackupError`. @throws MissingFileError */
  read(name: string): Promise<AsyncIterable<Uint8Array>>
  /** Lists the complete files in no particular order. Returns an empty list if the target does not exist yet. */
  list(): Promise<StoredFile[]>
  /** Removes files. Ignores missing files. */
  remove(names: readonly string[]): Promise<void>
}
