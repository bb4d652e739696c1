import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCommand } from '../support/command-process.ts'
import { rowsOf } from '../support/corpus-snapshot.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { onTerminals, runOnTerminal } from '../support/terminal.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'

let database: TestDatabase
let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeAll(async () => {
  database = await createTestDatabase()
  folder = await temporaryFolder()
})
afterAll(async () => {
  await database.drop()
  await folder.remove()
})

/** Runs the command with nothing configured. */
const sync = (...args: string[]) =>
  startCommand('scripts/sync.ts', args, { DATABASE_URL: database.url, DATA_DIR: folder.path }).ended

const corpus = () =>
  rowsOf(
    database.open('owner'),
    'select kind, (select count(*)::integer from brand) as marks, (select count(*)::integer from brand_annotation) as annotations from corpus_state',
  )

test.each(['sheets', 'bulletin'])(
  'with nothing configured, %s come from the made-up office, once; the corpus stays a sample',
  async (source) => {
    expect(await sync(source)).toEqual({ code: 0, out: '', err: '' })
    const filled = await corpus()
    expect(filled).toMatchObject([{ kind: 'sample' }])
    const { code, out } = await sync(source, '--json')
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('"status":"skipped"') })
    expect(await corpus()).toEqual(filled)
  },
)

onTerminals('with nothing configured, the terminal shows that the sample data is read', async () => {
  const settings = { DATABASE_URL: database.url, DATA_DIR: folder.path, LOG_LEVEL: 'silent' }
  const { code, lines } = await runOnTerminal(80, 'sync.ts sheets', settings)
  expect({ code, first: lines[0] }).toEqual({
    code: 0,
    first: 'Neither --file nor SHEETS_URL is set: reading the sample data.',
  })
})

test.each(['sheets', 'bulletin'])(
  'on a register with nothing configured, the %s command requires a file or an address',
  async (source) => {
    await rowsOf(database.open('owner'), "update corpus_state set kind = 'register'")
    expect(await sync(source)).toEqual({
      code: 1,
      out: '',
      err: expect.stringMatching(/^No [\w ]+ given\. Name them with --file PATH, or set [A-Z]+_URL\.\n$/),
    })
  },
)
