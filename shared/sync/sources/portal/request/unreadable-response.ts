import { SyncError } from '../../../sync-error.ts'

/**
 * A response that was received but cannot be read. The cause may be the requested application alone, so other applications
 * can still be requested.
 */
export class UnreadableResponse extends SyncError {
  override name = 'UnreadableResponse'

  constructor(message: string, options?: ErrorOptions) {
    super('source_answer', message, options)
  }
}
