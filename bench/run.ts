import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MeasuringError, type PartReport, type Run } from './part.ts'
import { parts } from './parts.ts'
import { step, stepsDone } from './report.ts'

/** How much is to be measured; without `marks`, each part measures its own number of them. */
export interface Extent extends Pick<Run, 'seconds' | 'rounds' | 'searches' | 'fresh'> {
  readonly marks?: number
}

/** Runs one part in a temporary folder of its own. Nothing that it started or made outlives this. */
export async function runPart(name: string, extent: Extent, signal: AbortSignal): Promise<PartReport> {
  const part = parts[name]
  if (!part) {
    throw new MeasuringError(`There is no part "${name}".`)
  }
  const folder = await mkdtemp(join(tmpdir(), 'trademark-bench-'))
  await chmod(folder, 0o711) // PostgreSQL runs as another user when we are root
  const undoing = [() => rm(folder, { recursive: true, force: true })] as (() => Promise<unknown>)[]
  const run: Run = {
    marks: part.marks,
    sized: extent.marks !== undefined,
    ...extent,
    folder,
    signal,
    step(line) {
      signal.throwIfAborted()
      step(line)
    },
    atEnd: (undo) => void undoing.push(undo),
  }
  try {
    return await part.measure(run)
  } finally {
    for (const undo of undoing.reverse()) {
      // What cannot be undone must not keep the rest from being undone.
      await undo().catch((error: Error) => process.stderr.write(`${error.message}\n`))
    }
    stepsDone()
  }
}
