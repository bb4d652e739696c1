import { shallowReactive } from 'vue'
import { ConnectionError, ServiceError } from '../../../../../client/src/index.ts'
import { type Localization, labelOf, validationMessage } from './describe.ts'

/** Twice the deadline of the service. A response that takes longer counts as lost. */
const TIMEOUT_MS = 20_000

/** The notice that the page shows for a failed request. */
interface Notice {
  lines: string[]
  /** Whether this is the first failure since the last response. Screen readers announce only this failure. */
  isFirst: boolean
  secondsLeft?: number
  retry?: () => void
}

export type LatestRequest = ReturnType<typeof createRequest>

/**
 * Creates an object that sends requests of one kind. A new request cancels the running one. After an error that may be temporary,
 * the same request is sent again.
 *
 * @param handle handles an error; returns true if the page shows no notice for it. Its argument is undefined if the service did
 * not answer
 */
export function createRequest(
  { texts, formats }: Localization,
  handle: (error: ServiceError | undefined) => boolean,
) {
  const state = shallowReactive({ isBusy: false, notice: undefined as Notice | undefined })
  let current = new AbortController()
  let failures = 0

  async function run<Answer>(
    request: (signal: AbortSignal) => Promise<Answer>,
    show: (answer: Answer) => void,
  ): Promise<void> {
    current.abort()
    current = new AbortController()
    const { signal } = current
    state.isBusy = true
    try {
      const answer = await request(AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]))
      if (!signal.aborted) {
        settle()
        show(answer)
      }
    } catch (error) {
      if (!signal.aborted) notify(error, () => run(request, show)) // the notice stays until the next response
    }
  }

  /** Cancels the running request and any pending retry. */
  function cancel(): void {
    current.abort()
    settle()
  }

  function settle(): void {
    Object.assign(state, { isBusy: false, notice: undefined })
    failures = 0
  }

  function notify(error: unknown, retry: () => void): void {
    Object.assign(state, { isBusy: false, notice: undefined })
    const ofService = error instanceof ServiceError ? error : undefined
    if (handle(ofService)) {
      return
    }
    const say = (...lines: string[]): Notice => {
      state.notice = shallowReactive<Notice>({ lines, isFirst: failures === 0 })
      return state.notice
    }
    if (ofService === undefined) {
      retryWhenHealthy(say(`${texts.unreachable} ${texts.retriesAutomatically}`), retry)
      if (!(error instanceof ConnectionError || isTimeout(error))) {
        throw error // a defect of this page, for the console
      }
      return
    }
    const { status, code, message, requestId = '', retryAfter, details = [] } = ofService
    if (code === 'quota_exceeded') {
      say(texts.quotaExceeded(formats.dayOf(new Date(Date.now() + (retryAfter ?? 0) * 1_000))))
    } else if (status === 429) {
      countDown(say(texts.rateLimited), retryAfter ?? 1, retry)
    } else if (status === 403) {
      say(texts.missingScope(/\S+$/.exec(message)?.[0] ?? ''))
    } else if (status === 404) {
      say(texts.unknownNumber)
    } else if (status < 500) {
      const reasons = details.map(
        (detail) => `${labelOf(detail.field, texts)}: ${validationMessage(detail, texts)}`,
      )
      say(texts.mistake, ...reasons, texts.requestId(requestId))
    } else {
      const notice = say(`${texts.failed} ${texts.retriesAutomatically}`, texts.requestId(requestId))
      retryWhenHealthy(notice, retry)
    }
  }

  function countDown(notice: Notice, seconds: number, retry: () => void): void {
    const end = Date.now() + seconds * 1_000
    const count = (): void => {
      notice.secondsLeft = Math.max(0, Math.ceil((end - Date.now()) / 1_000))
      if (notice.secondsLeft === 0) retry()
    }
    const timer = setInterval(count, 250)
    waiting().addEventListener('abort', () => clearInterval(timer))
    count()
  }

  function retryWhenHealthy(notice: Notice, retry: () => void): void {
    notice.retry = retry
    waitUntilHealthy(failures, waiting()).then(retry, () => {})
    failures += 1
  }

  /** Returns a signal for the wait before a retry. The next request, or a call of `cancel`, aborts the signal. */
  function waiting(): AbortSignal {
    current = new AbortController()
    return current.signal
  }

  return {
    state,
    /** Cancels the running request and sends a new one; `show` gets the response. */
    send: <Answer>(request: (signal: AbortSignal) => Promise<Answer>, show: (answer: Answer) => void) => {
      cancel()
      return run(request, show)
    },
    cancel,
    /** Shows an error as if a request had failed with it. */
    fail: (error: unknown, retry: () => void): void => {
      cancel()
      notify(error, retry)
    },
  }
}

const isTimeout = (error: unknown): boolean => error instanceof DOMException && error.name === 'TimeoutError'

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000

/** Waits until `/health`, which needs no key, reports that the service can answer. Each failure doubles the pauses. */
async function waitUntilHealthy(failures: number, signal: AbortSignal): Promise<void> {
  const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures)
  do {
    await new Promise((resolve) => setTimeout(resolve, wait))
    signal.throwIfAborted()
  } while (!(await isHealthy(signal)))
}

async function isHealthy(signal: AbortSignal): Promise<boolean> {
  try {
    return (await fetch('/health', { signal, cache: 'no-store' })).ok
  } catch {
    signal.throwIfAborted()
    return false
  }
}
