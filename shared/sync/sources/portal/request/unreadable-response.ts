import { SyncError } from '../../../sync-error.ts'

/** A response of the portal that cannot be read. Requests for other applications may still succeed. */
export class UnreadableResponse extends SyncError {
  override name = 'UnreadableResponse'

  constructor(message: string, options?: ErrorOptions) {
    super('source_answer', message, options)
  }
}
