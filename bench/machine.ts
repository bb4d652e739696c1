import { execFileSync } from 'node:child_process'
import { cpus, loadavg, release, totalmem, type } from 'node:os'
import { VERSION } from '../shared/platform/version.ts'

/** Describes the machine, the day and the version of the service. */
export const machine = (): Record<string, string> => ({
  date: new Date().toISOString().slice(0, 10),
  service: `${VERSION}, commit ${commit()}`,
  processor: `${cpus()[0]?.model ?? 'unknown'}, ${cpus().length} cores`,
  memory: `${(totalmem() / 2 ** 30).toFixed(1)} GiB`,
  system: `${type()} ${/^\d+\.\d+/.exec(release())?.[0] ?? ''}`.trim(),
  node: process.version,
  'load before the run': `${(loadavg()[0] ?? Number.NaN).toFixed(1)} (1-minute average)`,
})

/** Returns the commit of the working tree, followed by `-dirty` if files differ from the commit. */
function commit(): string {
  try {
    return execFileSync('git', ['describe', '--always', '--dirty', '--exclude=*'], {
      encoding: 'utf8',
    }).trim()
  } catch {
    return 'unknown' // not a clone, or no git
  }
}
