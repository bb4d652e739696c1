import { setTimeout as wait } from 'node:timers/promises'
import type { OfficeFile } from './office-file.ts'
import { type Folder, listingPage, newestFirst, page } from './pages.ts'

/** What goes over the wire. */
export interface Answer {
  status: number
  headers: Readonly<Record<string, string>>
  /** What it sets, each as its header says it. */
  cookies?: readonly string[]
  body: Buffer | AsyncIterable<Uint8Array>
  /** The connection is destroyed behind the body. */
  breaksOff?: boolean
  /** Not a byte of it is sent: whoever asked waits, or finds the connection reset. */
  fate?: 'silent' | 'reset'
}

/** What was asked for. */
export interface Asked {
  /** With its query. */
  url: string
  path: string
  /** Of the page that was asked for; undefined for a file. */
  folder: Folder | undefined
  files: readonly OfficeFile[]
}

export const html = (status: number, text: string): Answer => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8', 'content-length': String(Buffer.byteLength(text)) },
  body: Buffer.from(text),
})

const SORRY: Readonly<Record<number, string>> = {
  200: 'El servicio no está disponible temporalmente',
  401: 'Debe identificarse',
  403: 'Acceso denegado',
  404: 'La página solicitada no existe',
  429: 'Demasiadas solicitudes',
  500: 'Ha ocurrido un error interno',
  503: 'El servicio no está disponible',
}

/** What the office says when something is wrong; also with status 200. */
export const errorPage = (status: number): Answer =>
  html(status, page(SORRY[status] ?? '', '    <p>Inténtelo nuevamente más tarde.</p>\n'))

const PDF = Buffer.from('%PDF-1.4\n%%EOF\n')

export const withoutLength = ({ 'content-length': _, ...headers }: Answer['headers']): Answer['headers'] =>
  headers

export const redirect = (location: string): Answer => ({
  status: 302,
  headers: { location },
  body: Buffer.alloc(0),
})

const bytesOf = ({ body }: Answer): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0))

const relisted = (
  answer: Answer,
  { folder, files }: Asked,
  keep: (file: OfficeFile, place: number) => boolean,
) => (folder ? html(200, listingPage(folder, newestFirst(files, folder).filter(keep))) : answer)

/** Milliseconds between two bytes: few to wait for, and many for a file. */
const DRIP_MS = 10

export async function* drips(body: Buffer): AsyncGenerator<Uint8Array> {
  for (const byte of body) {
    yield Uint8Array.of(byte)
    await wait(DRIP_MS, undefined, { ref: false })
  }
}

export async function* withoutEnd(): AsyncGenerator<Uint8Array> {
  for (const chunk = Buffer.alloc(64 * 1024, 'a;b;c\r\n'); ; ) {
    yield chunk
    await wait(0) // whoever asked may leave
  }
}

export const half = (answer: Answer): Answer => ({
  ...answer,
  body: bytesOf(answer).subarray(0, bytesOf(answer).length / 2),
  breaksOff: true,
})

/** What can go wrong at an office, as what it does to the right answer. */
export const MISBEHAVIOURS = {
  /** Listed, but not there yet. */
  late: (answer, { folder }) => (folder ? answer : errorPage(404)),
  /** The newest file is there, but on no page. */
  notListed: (answer, asked) => relisted(answer, asked, (_, place) => place > 0),
  emptyListing: (answer, asked) => relisted(answer, asked, () => false),
  emptyFile: (answer, { folder }) =>
    folder
      ? answer
      : { ...answer, headers: { ...answer.headers, 'content-length': '0' }, body: Buffer.alloc(0) },
  cutOff: (answer) => half(answer),
  /** The same where the length was not told before. */
  cutOffChunks: (answer) => half({ ...answer, headers: withoutLength(answer.headers) }),
  /** An apology in the place of a file, a file in the place of a page; all with status 200. */
  wrongType: (answer, { folder }) =>
    folder
      ? {
          ...answer,
          headers: { 'content-type': 'application/pdf', 'content-length': String(PDF.length) },
          body: PDF,
        }
      : errorPage(200),
  serverError: () => errorPage(500),
  slowDrip: (answer) => ({ ...answer, body: drips(bytesOf(answer)) }),
  endless: (answer) => ({ ...answer, headers: withoutLength(answer.headers), body: withoutEnd() }),
  /** Where machines in clouds keep their secrets. */
  redirectToPrivate: () => redirect('http://169.254.169.254/latest/meta-data/'),
  redirectToOtherPort: (_, { url }) => redirect(`http://127.0.0.1:9${url}`),
  /** To another address of its own, which is no harm. */
  redirectToItself: (answer, { url, path }) =>
    url.includes('?') ? answer : redirect(`${encodeURI(path)}?v=1`),
  redirectInCircle: (_, { url }) => redirect(url),
  /** The accents of its pages are UTF-8 that was taken for Latin-1 and encoded again. */
  accentsTwice: (answer, { folder }) => (folder ? html(200, bytesOf(answer).toString('latin1')) : answer),
} as const satisfies Record<string, (answer: Answer, asked: Asked) => Answer>

export type Misbehaviour = keyof typeof MISBEHAVIOURS
