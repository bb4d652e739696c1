/** How often the portal may be called: whoever opens it says so, also for other processes. */
export interface Pace {
  /** Resolves when one more call may begin. @throws SyncError, or the reason of an abort */
  turn(signal: AbortSignal): Promise<void>
  /** The call is over. */
  done(): Promise<void>
}
