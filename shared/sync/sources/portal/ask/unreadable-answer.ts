import { SyncError } from '../../../sync-error.ts'

/**
 * An answer that came and cannot be read. It may be what the portal has of one number alone, so that the next one can
 * be asked for all the same.
 */
export class UnreadableAnswer extends SyncError {
  override name = 'UnreadableAnswer'

  constructor(message: string, options?: ErrorOptions) {
    super('source_answer', message, options)
  }
}
