/** Imitates the website of the trademark office on loopback, with invented data: a sheet, a bulletin and a portal. */

import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import type { Source } from '../../schemas/catalogs.ts'
import { chileanDay } from '../../shared/platform/time/chilean-day.ts'
import { dueAt, publicationDays } from '../../shared/platform/time/publication-calendar.ts'
import { dayIn } from '../../shared/sync/text/day-in-text.ts'

export interface SampleOffice {
  readonly urls: Readonly<Record<Source, string>>
  stop(): Promise<void>
}

export interface PublishedFile {
  /** Such as `/hojas/solicitudes-2026-11-02.csv`. */
  path: string
  type: string
  body: Buffer
}

export interface OfficeAnswer {
  status: number
  headers: Readonly<Record<string, string>>
  body: Buffer
}

/** Serves the sample on a free port of 127.0.0.1. */
export async function startSampleOffice(): Promise<SampleOffice> {
  const sample = readSample()
  const server = createServer((request, response) => {
    answerRequest(sample, request).then(
      ({ status, headers, body }) => response.writeHead(status, headers).end(body),
      () => response.destroy(),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    urls: {
      sheets: url + FOLDERS.sheets.path,
      bulletin: url + FOLDERS.bulletin.path,
      portal: url + PORTAL_PATH,
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

interface Sample {
  sheet: Buffer
  /** A file of older annotations. No edition contains them. */
  archive: Buffer
  /** The lines of `editions.tsv`: the header, then the entries of all editions. */
  editions: string[]
  marcas: SampleMarca[]
}

function readSample(): Sample {
  const read = (name: string): Buffer => readFileSync(new URL(name, import.meta.url))
  return {
    sheet: read('sheet.csv'),
    archive: read('archive.tsv'),
    editions: String(read('editions.tsv')).trimEnd().split('\n'),
    marcas: JSON.parse(String(read('portal.json'))),
  }
}

async function answerRequest(sample: Sample, request: IncomingMessage): Promise<OfficeAnswer> {
  const path = (request.url ?? '').replace(/\?.*$/s, '')
  if (path === PORTAL_PATH) {
    return portalPage(SESSION)
  }
  if (path.startsWith(PORTAL_PATH)) {
    const asked = (await json(request)) as Record<string, string>
    return methodAnswer({ Hash: SESSION.hash, ...portalContent(sample.marcas, path, asked) })
  }
  return fileAnswer(publishedFiles(sample, new Date()), path, request.headers)
}

const SHEET_DAY = '2026-11-02'
/** A Sunday, so that no edition has the same day. */
const ARCHIVE_DAY = '2026-11-01'
const TSV = 'text/tab-separated-values; charset=utf-8'

const publishedFiles = (sample: Sample, now: Date): PublishedFile[] => [
  {
    path: `/hojas/solicitudes-${SHEET_DAY}.csv`,
    type: 'text/csv; charset=utf-8',
    body: sample.sheet,
  },
  { path: `/estado-diario/historico-${ARCHIVE_DAY}.tsv`, type: TSV, body: sample.archive },
  ...publishedEditions(sample.editions, now),
]

const LISTED_MS = 30 * 86_400_000
/** The day of the first edition. */
const FIRST_EDITION_DAY = '2026-01-02'
/** The number of entries per edition. After the last entry, the next edition starts with the first entry again. */
const ENTRIES = 7

/** Returns the due editions of the last 30 days. */
function publishedEditions([headers, ...entries]: readonly string[], now: Date): PublishedFile[] {
  const first = chileanDay(new Date(now.getTime() - LISTED_MS))
  return publicationDays(FIRST_EDITION_DAY, chileanDay(now))
    .map((day, turn) => ({ day, from: (turn * ENTRIES) % entries.length }))
    .filter(({ day }) => day >= first && dueAt(day) <= now)
    .map(({ day, from }) => ({
      path: `/estado-diario/ED_MD_${day}.tsv`,
      type: TSV,
      body: Buffer.from([headers, ...entries.slice(from, from + ENTRIES), ''].join('\n')),
    }))
}

export interface Folder {
  path: string
  title: string
}

export const FOLDERS = {
  sheets: { path: '/hojas/', title: 'Planillas según el día de su publicación' },
  bulletin: { path: '/estado-diario/', title: 'Estado Diario de los últimos 30 días' },
} as const satisfies Record<string, Folder>

/** Returns a page or a file; 304 if the client already has the file (RFC 9110, 13.2.2). */
export function fileAnswer(
  files: readonly PublishedFile[],
  path: string,
  { 'if-none-match': match, 'if-modified-since': since = '' }: IncomingHttpHeaders,
): OfficeAnswer {
  const folder = Object.values(FOLDERS).find((each) => each.path === path)
  if (folder) {
    return htmlAnswer(200, folderPage(folder, files))
  }
  const file = files.find((each) => each.path === path)
  if (!file) {
    return htmlAnswer(404, htmlPage('La página solicitada no existe', ''))
  }
  const etag = `"${createHash('sha256').update(file.body).digest('hex').slice(0, 16)}"`
  const published = publishedAt(path)
  const isKnown = match === undefined ? published.getTime() <= Date.parse(since) : match === etag
  return isKnown
    ? { status: 304, headers: { etag }, body: Buffer.alloc(0) }
    : answer(200, file.type, file.body, { etag, 'last-modified': published.toUTCString() })
}

/** Returns a page with links to the files of a folder, newest first. */
export function folderPage({ path, title }: Folder, files: readonly Pick<PublishedFile, 'path'>[]): string {
  const links = files
    .filter((file) => file.path.startsWith(path))
    .sort((one, other) => publishedAt(other.path).getTime() - publishedAt(one.path).getTime())
    .map((file) => file.path.slice(path.length))
    .map((name) => `<li><a href="${encodeURI(name)}">${name}</a></li>\n`)
  return htmlPage(title, `<ul>\n${links.join('')}</ul>\n`)
}

const publishedAt = (path: string): Date => new Date(`${dayIn(path) ?? FIRST_EDITION_DAY}T11:30:00Z`)

export const htmlPage = (title: string, content: string): string => `<!DOCTYPE html>
<html lang="es">
<head><meta charset="utf-8"><title>${title}</title></head>
<body>
<h1>${title}</h1>
${content}</body>
</html>
`

export const htmlAnswer = (status: number, page: string): OfficeAnswer =>
  answer(status, 'text/html; charset=utf-8', Buffer.from(page))

const answer = (status: number, type: string, body: Buffer, headers = {}): OfficeAnswer => ({
  status,
  headers: { ...headers, 'content-type': type, 'content-length': String(body.length) },
  body,
})

/** An application in the format of the portal. */
export interface SampleMarca {
  NumeroSolicitud: string
  NumeroRegistro: string
  Denominacion: string
  EstadoDescripcion: string
  [field: string]: unknown
}

export interface PortalSession {
  hash: string
  idw: string
}

export const PORTAL_PATH = '/Marca/BuscarMarca.aspx'
const SESSION: PortalSession = { hash: 'muestra', idw: 'muestra' }
const ROWS = 20

/** Returns the search page of the portal, with the session in hidden inputs. */
export const portalPage = ({ hash, idw }: PortalSession): OfficeAnswer =>
  htmlAnswer(
    200,
    htmlPage(
      'Búsqueda de marcas',
      `<form method="post">
<input type="hidden" id="hdnHash" value="${hash}" name="ctl00$hdnHash" />
<input value='${idw}' name='ctl00$hdnIDW' id='hdnIDW' type='hidden'>
</form>
`,
    ),
  )

/** Returns an answer as ASP.NET does: the field `d` contains the content as a JSON text. */
export const methodAnswer = (content: unknown): OfficeAnswer =>
  answer(200, 'application/json; charset=utf-8', Buffer.from(JSON.stringify({ d: JSON.stringify(content) })))

/**
 * Returns the result of `FindMarcas` or `FindMarcaByNumeroSolicitud`.
 *
 * @param marcas in ascending order of number
 */
export function portalContent(
  marcas: readonly SampleMarca[],
  path: string,
  { LastNumSol = '0', numeroSolicitud }: Record<string, unknown>,
): object {
  if (path.endsWith('/FindMarcas')) {
    const behind = marcas.filter((marca) => BigInt(marca.NumeroSolicitud) > BigInt(String(LastNumSol)))
    return { Marcas: behind.slice(0, ROWS).map(rowOf) }
  }
  const Marca = marcas.find((marca) => marca.NumeroSolicitud === numeroSolicitud)
  return Marca ? { Marca } : { ErrorMessage: 'El número de solicitud no existe' }
}

const rowOf = ({ NumeroSolicitud, NumeroRegistro, Denominacion, EstadoDescripcion }: SampleMarca) => ({
  id: NumeroSolicitud,
  cell: [NumeroSolicitud.replace(/\B(?=(?:\d{3})+$)/g, '.'), NumeroRegistro, Denominacion, EstadoDescripcion],
})
