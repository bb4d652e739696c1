/**
 * Joins the embedded PostgreSQL: `member.ts <DATA_DIR> <name> [exclusive]`. Writes one line of JSON, `{connection}` or
 * `{failure}`. Leaves at the end of its input, and writes `{"left":true}`.
 */
import { joinEmbeddedPostgres } from '../../../shared/db/embedded/join.ts'
import { QUICK } from './settings.ts'

const [dataDir = '', name = '', exclusive] = process.argv.slice(2)
const write = (value: unknown): boolean => process.stdout.write(`${JSON.stringify(value)}\n`)

try {
  const options = { dataDir, name, exclusive: exclusive === 'exclusive', settings: QUICK }
  const membership = await joinEmbeddedPostgres(options)
  write({ connection: membership.connection })
  process.stdin.resume().once('end', async () => {
    await membership.leave()
    write({ left: true })
  })
} catch (error) {
  write({ failure: (error as Error).message })
}
