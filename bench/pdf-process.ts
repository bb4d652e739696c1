// A process of its own, so that its memory is nobody else's: reads a PDF, bare or as the service does.
import { readFile } from 'node:fs/promises'
import { extractText } from 'unpdf'
import { readEdition } from '../shared/sync/bulletin/read-edition.ts'
import { doTask } from './own-process.ts'

const READERS = {
  /** Its text alone: neither lines nor columns nor entries. */
  'bare text': async (path: string): Promise<number> => {
    const { totalPages } = await extractText(new Uint8Array(await readFile(path)))
    return totalPages
  },
  /** All of its entries. */
  'reading alone': async (path: string): Promise<number> => {
    const { entries } = await readEdition(path, new AbortController().signal)
    return entries.length
  },
} as const

export interface PdfTask {
  path: string
  reader: keyof typeof READERS
}

export interface PdfAnswer {
  seconds: number
  /** Pages of bare text, entries of an edition. */
  count: number
}

doTask<PdfTask, never, PdfAnswer>(async ({ path, reader }) => {
  const startedAt = performance.now()
  const count = await READERS[reader](path)
  return { seconds: (performance.now() - startedAt) / 1_000, count }
})
