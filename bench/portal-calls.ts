// A process of its own: asks the office's portal what a run of ours asks it, and throws away what it answers.
import { visitorOf } from '../test/support/office/visitor.ts'
import { doTask } from './own-process.ts'

export interface CallsTask {
  /** The page of the portal. */
  url: string
  /** The number behind which it is asked for more. */
  after: string
  /** How many applications it is asked for. */
  records: number
}

export interface CallsAnswer {
  seconds: number
  /** Applications that were told. */
  records: number
}

/** Page after page, each application behind the page that lists it, as a run does. */
async function askForAll({ url, after, records }: CallsTask): Promise<number> {
  const visitor = visitorOf({ portalUrl: url })
  await visitor.load()
  let last = after
  let told = 0
  while (told < records) {
    const { content } = await visitor.list(last)
    const rows = (content?.Marcas ?? []) as { id: string }[]
    if (rows.length === 0) return told
    for (const { id } of rows.slice(0, records - told)) {
      const answered = await visitor.detail(id)
      told += answered.content?.Marca === undefined ? 0 : 1
      last = id
    }
  }
  return told
}

doTask<CallsTask, never, CallsAnswer>(async (task) => {
  const startedAt = performance.now()
  const records = await askForAll(task)
  return { seconds: (performance.now() - startedAt) / 1_000, records }
})
