// Posts each change of your marks to your own webhook: node watch.ts https://hooks.example/marks
import { readFile, writeFile } from 'node:fs/promises'
import { createClient } from 'trademark-read-client'

const PLACE = 'changes.cursor'
const [webhook = ''] = process.argv.slice(2)
const trademarks = createClient({
  baseUrl: process.env.TRADEMARK_URL ?? 'http://127.0.0.1:8080',
  key: process.env.TRADEMARK_API_KEY ?? '',
})

const cursor = await readFile(PLACE, 'utf8').catch(() => undefined)
const begin = cursor === undefined ? { desde: new Date().toISOString() } : { cursor }
for await (const { items, nextCursor } of trademarks.watchChanges({
  ...begin,
  clase: [39, 41],
})) {
  if (items.length > 0) {
    const response = await fetch(webhook, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(items),
    })
    if (!response.ok) throw new Error(`The webhook answered ${response.status}`)
  }
  await writeFile(PLACE, nextCursor) // last: after a crash, items are posted again
}
