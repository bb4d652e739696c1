import { dayIn } from '../../../shared/sync/text/day-in-text.ts'
import type { OfficeFile } from './office-file.ts'

/** A page of the office, and what it says of each file. */
export interface Folder {
  path: string
  title: string
  lead: string
  words: (day: string) => string
}

const spanish = (day: string, options: Intl.DateTimeFormatOptions): string =>
  new Date(`${day}T00:00:00Z`)
    .toLocaleDateString('es-CL', {
      ...options,
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      timeZone: 'UTC',
    })
    .replace(',', '')

export const FOLDERS = {
  hojas: {
    path: '/hojas/',
    title: 'Datos abiertos: solicitudes y registros de marcas',
    lead: 'Planillas con las solicitudes y los registros vigentes a la fecha de su publicación.',
    words: (day) => `Solicitudes y registros de marcas al ${spanish(day, {})}`,
  },
  estadoDiario: {
    path: '/estado-diario/',
    title: 'Estado Diario de marcas',
    lead: 'Notificaciones de los últimos 30 días hábiles. Se publica de lunes a viernes, salvo festivos.',
    words: (day) => `Estado Diario del ${spanish(day, { weekday: 'long' })}`,
  },
} as const satisfies Record<string, Folder>

/** The day of a file that names none: an office is older than this program. */
const FIRST_DAY = '2009-01-02'

const dayOfFile = ({ path }: Pick<OfficeFile, 'path'>): string => dayIn(nameOf(path)) ?? FIRST_DAY

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** At half past eight in Chile, as editions are. */
export const publishedAt = (path: string): Date => new Date(`${dayOfFile({ path })}T11:30:00Z`)

/** The files of a folder as its page lists them. */
export const newestFirst = (files: readonly OfficeFile[], { path }: Folder): OfficeFile[] =>
  files
    .filter((file) => file.path.startsWith(path))
    .sort(
      (one, other) =>
        dayOfFile(other).localeCompare(dayOfFile(one)) || one.path.localeCompare(other.path, 'en'),
    )

/** The page of a folder, with a link to each of the files. */
export function listingPage(folder: Folder, files: readonly OfficeFile[]): string {
  const items = files.map((file) => `      <li>${linkTo(file, folder)}</li>\n`)
  const list =
    items.length === 0 ? '    <p>No hay publicaciones.</p>\n' : `    <ul>\n${items.join('')}    </ul>\n`
  return page(folder.title, `    <p>${escapeHtml(folder.lead)}</p>\n${list}`)
}

function linkTo(file: OfficeFile, folder: Folder): string {
  const name = nameOf(file.path)
  const href = file.path.slice(folder.path.length).split('/').map(encodeURIComponent).join('/')
  return `<a href="${href}">${escapeHtml(`${folder.words(dayOfFile(file))} (${name})`)}</a>`
}

export const page = (title: string, content: string): string => `<!DOCTYPE html>
<html lang="es">
  <head>
    <meta charset="utf-8">
    <title>${escapeHtml(title)}</title>
  </head>
  <body>
    <h1>${escapeHtml(title)}</h1>
${content}  </body>
</html>
`

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character)
