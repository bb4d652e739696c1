import { setTimeout as wait } from 'node:timers/promises'
import {
  type Folder,
  folderPage,
  htmlAnswer,
  htmlPage,
  type OfficeAnswer,
  type PublishedFile,
} from '../../../local/sample/office.ts'

/** An answer on the wire, right or wrong. */
export interface Answer extends Omit<OfficeAnswer, 'body'> {
  cookies?: readonly string[]
  body: Buffer | AsyncIterable<Uint8Array>
  /** Destroys the connection after the body. */
  breaksOff?: boolean
  /** Sends nothing: the client waits, or its connection is reset. */
  withheld?: 'silent' | 'reset'
  /** The client must time out. */
  stalls?: boolean
}

export interface OfficeRequest {
  /** With its query. */
  url: string
  path: string
  /** The page that was requested; undefined for a file. */
  folder: Folder | undefined
  files: readonly PublishedFile[]
}

const APOLOGIES: Readonly<Record<number, string>> = {
  200: 'El servicio no está disponible temporalmente',
  403: 'Acceso denegado',
  404: 'La página solicitada no existe',
  429: 'Demasiadas solicitudes',
  500: 'Ha ocurrido un error interno',
  503: 'El servicio no está disponible',
}

/** Returns the page of the office for an error; some offices send it with status 200. */
export const errorPage = (status: number): Answer =>
  htmlAnswer(status, htmlPage(APOLOGIES[status] ?? '', '<p>Inténtelo nuevamente más tarde.</p>\n'))

const PDF = Buffer.from('%PDF-1.4\n%%EOF\n')

export const withoutLength = ({ 'content-length': _, ...headers }: Answer['headers']): Answer['headers'] =>
  headers

export const redirect = (location: string): Answer => ({
  status: 302,
  headers: { location },
  body: Buffer.alloc(0),
})

const bytesOf = ({ body }: Answer): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0))

/** Milliseconds between two bytes of a slow answer. */
const DRIP_MS = 10

export async function* drip(body: Buffer): AsyncGenerator<Uint8Array> {
  for (const byte of body) {
    yield Uint8Array.of(byte)
    await wait(DRIP_MS, undefined, { ref: false })
  }
}

export async function* endlessBody(): AsyncGenerator<Uint8Array> {
  for (const chunk = Buffer.alloc(64 * 1024, 'a;b;c\r\n'); ; ) {
    yield chunk
    await wait(0) // lets the server notice that the client has left
  }
}

export const half = (answer: Answer): Answer => ({
  ...answer,
  body: bytesOf(answer).subarray(0, bytesOf(answer).length / 2),
  breaksOff: true,
})

/** The faults of an office, each as a change of the right answer. */
export const MISBEHAVIOURS = {
  /** Listed, but not yet published. */
  late: (answer, { folder }) => (folder ? answer : errorPage(404)),
  emptyListing: (answer, { folder }) => (folder ? htmlAnswer(200, folderPage(folder, [])) : answer),
  emptyFile: (answer, { folder }) =>
    folder
      ? answer
      : { ...answer, headers: { ...answer.headers, 'content-length': '0' }, body: Buffer.alloc(0) },
  cutOff: (answer) => half(answer),
  cutOffChunks: (answer) => half({ ...answer, headers: withoutLength(answer.headers) }),
  /** An error page in place of a file, and a file in place of a page, both with status 200. */
  wrongType: (answer, { folder }) =>
    folder
      ? {
          ...answer,
          headers: { 'content-type': 'application/pdf', 'content-length': String(PDF.length) },
          body: PDF,
        }
      : errorPage(200),
  serverError: () => errorPage(500),
  slowDrip: (answer) => ({ ...answer, body: drip(bytesOf(answer)), stalls: true }),
  endless: (answer) => ({ ...answer, headers: withoutLength(answer.headers), body: endlessBody() }),
  /** The metadata service of cloud machines, which returns credentials. */
  redirectToPrivate: () => redirect('http://169.254.169.254/latest/meta-data/'),
  redirectToOtherPort: (_, { url }) => redirect(`http://127.0.0.1:9${url}`),
  /** To another address of the office, which is allowed. */
  redirectToItself: (answer, { url, path }) =>
    url.includes('?') ? answer : redirect(`${encodeURI(path)}?v=1`),
  redirectInCircle: (_, { url }) => redirect(url),
  /** The accents of its pages are UTF-8 that was read as Latin-1 and encoded again. */
  accentsTwice: (answer, { folder }) =>
    folder ? htmlAnswer(200, bytesOf(answer).toString('latin1')) : answer,
} as const satisfies Record<string, (answer: Answer, request: OfficeRequest) => Answer>

export type Misbehaviour = keyof typeof MISBEHAVIOURS
