// Writes an endless file to BACKUP_TARGET, and prints its progress on standard output.
import { setTimeout as wait } from 'node:timers/promises'
import { openTarget } from '../../../shared/backup/targets/open-target.ts'

const [name = ''] = process.argv.slice(2)
const MEBIBYTE = Buffer.alloc(1024 * 1024, 7)

async function* endless(): AsyncGenerator<Uint8Array> {
  for (let sent = 1; ; sent += 1) {
    yield MEBIBYTE
    process.stdout.write(`${sent}\n`)
    await wait(2)
  }
}

await openTarget(process.env.BACKUP_TARGET ?? '').write(name, endless())
