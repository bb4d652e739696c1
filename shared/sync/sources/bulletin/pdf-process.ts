import { readFile } from 'node:fs/promises'
import { writeOutput } from '../../limited-process.ts'
import { readPdf } from './read-pdf.ts'

/** The program that `readEdition` runs to read a PDF. */
await writeOutput(async (file) => readPdf(new Uint8Array(await readFile(file))))
