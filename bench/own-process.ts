import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { basename, join } from 'node:path'
import { end, lastLines, npmScript, ROOT, withOutput } from './child-process.ts'
import { watchPeak } from './machine.ts'
import { MeasuringError, type Run } from './part.ts'

/** What a process of ours says: news on the way, and at last its answer. */
export type Said<News, Answer> = { news: News } | { answer: Answer }

/** What came of its task, and the most memory that it had, in megabytes; null where the system does not tell. */
export interface Done<Answer> {
  answer: Answer
  peakMegabytes: number | null
}

/** Those that the service itself runs with: they decide how much memory it takes. */
const FLAGS = npmScript('start').slice(0, -1)

/**
 * Has a file of ours do its task in a process of its own, whose memory is nobody else's. It ends with the
 * run at the latest, and by itself when we are gone.
 *
 * @throws MeasuringError when it ends without an answer
 */
export async function inOwnProcess<News, Answer>(
  run: Run,
  file: URL,
  task: object,
  onNews: (news: News, child: ChildProcess) => void,
): Promise<Done<Answer>> {
  const log = join(run.folder, `${basename(file.pathname)}.log`)
  const child = withOutput(log, (output) =>
    fork(file, { cwd: ROOT, execArgv: FLAGS, stdio: ['ignore', output, output, 'ipc'] }),
  )
  run.atEnd(() => end(child, 'SIGKILL'))
  const memory = watchPeak(child.pid ?? 0)
  let answer: Answer | undefined
  let troubled: unknown
  child.on('message', (said: Said<News, Answer>) => {
    try {
      if ('answer' in said) answer = said.answer
      else onNews(said.news, child)
    } catch (error) {
      troubled = error
      child.kill('SIGKILL')
    }
  })
  try {
    const ended = once(child, 'close', { signal: run.signal })
    child.send(task)
    await ended
  } finally {
    memory.stop()
    await end(child, 'SIGKILL')
  }
  if (troubled !== undefined) throw troubled
  if (answer === undefined) {
    throw new MeasuringError(`A process ended before it answered:\n${lastLines(log)}`)
  }
  return { answer, peakMegabytes: memory.stop() }
}

/** What such a file does: one task, then it ends. */
export function doTask<Task, News, Answer>(
  work: (task: Task, tell: (news: News) => void) => Promise<Answer>,
): void {
  const say = (said: Said<News, Answer>): void => void process.send?.(said)
  process.once('message', async (task: Task) => {
    say({ answer: await work(task, (news) => say({ news })) })
    process.disconnect()
  })
  process.on('disconnect', () => process.exit())
}
