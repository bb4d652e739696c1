// Runs in the service before it starts (`--expose-gc --import`): whoever connects is told what is alive in its heap.
import { createServer } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'

/** What is let go of in one collection may hold something that only the next one frees. */
const COLLECTIONS = 5

const socket = new URL(import.meta.url).searchParams.get('socket')

createServer(async (connection) => {
  for (let collection = 0; collection < COLLECTIONS; collection++) {
    await globalThis.gc?.({ execution: 'async', type: 'major' })
    await turn()
  }
  connection.end(String(process.memoryUsage().heapUsed))
})
  .listen(socket)
  .unref()
