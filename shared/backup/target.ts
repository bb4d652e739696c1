/** A file that is kept at a target. */
export interface StoredFile {
  /** `<backup>/<file>`, such as `keys-20261122T051007123Z/api_key.copy.zst.age`. */
  name: string
  bytes: number
}

/**
 * Where backups are kept: files by their names. Every failure is a `BackupError`, whose sentence names the place and what
 * went wrong, and no secret.
 */
export interface Target {
  /** For sentences to the operator, such as `the folder /backups` or `the bucket backups at s3.example`. */
  readonly place: string
  /**
   * Keeps a file: whole, or not at all where `bytes` or the target fail on the way, also when this process dies. One of
   * that name is replaced.
   */
  write(name: string, bytes: AsyncIterable<Uint8Array>): Promise<void>
  /** The bytes of a file, as they come. @throws MissingFileError, or BackupError, which may come in the middle */
  read(name: string): Promise<AsyncIterable<Uint8Array>>
  /** Every file that is there whole, in no order; nothing where the target does not exist yet. */
  list(): Promise<StoredFile[]>
  /** Removes files; those that are gone already are no error. */
  remove(names: readonly string[]): Promise<void>
}
