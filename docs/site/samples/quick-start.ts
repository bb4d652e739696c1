// Searches by name, reads one mark, and lists marks. Needs only Node 24.
import { setTimeout as wait } from 'node:timers/promises'

const address = process.env.TRADEMARK_URL ?? 'http://127.0.0.1:8080'
const key = process.env.TRADEMARK_API_KEY ?? ''

interface Mark {
  nroSolicitud: string
  denominacion: string
  estado: string
  score?: number
}

interface Page {
  items: Mark[]
  nextCursor: string | null
}

interface Detail extends Mark {
  personas: { rol: string; nombre: string }[]
  anotaciones: { fecha: string; descripcion: string }[]
}

/** Ends the program with the reason why the service cannot be reached. */
function giveUp({ cause }: { cause: { code?: string; message: string } }): never {
  console.error(`${address}: ${cause.code ?? cause.message}`)
  process.exit(1)
}

/** Returns a response as JSON. Waits if the limit per minute is reached. Ends with any other error. */
async function get<Body>(
  path: string,
  parameters: Record<string, string> = {},
): Promise<Body> {
  const url = `${address}${path}?${new URLSearchParams(parameters)}`
  for (;;) {
    const response = await fetch(url, { headers: { 'X-API-Key': key } }).catch(giveUp)
    if (response.ok) {
      return (await response.json()) as Body
    }
    const seconds = Number(response.headers.get('Retry-After'))
    // The limit per minute resets within 60 s. A longer wait is for the monthly quota.
    if (response.status !== 429 || seconds > 60) {
      console.error(response.status, await response.text())
      process.exit(1)
    }
    await wait(seconds * 1000)
  }
}

/** Yields all marks that pass the filters, page by page. */
async function* walk(filters: Record<string, string>): AsyncGenerator<Mark> {
  let cursor: string | null = null
  do {
    const page: Page = await get('/v1/brands', {
      ...filters,
      limit: '50',
      ...(cursor && { cursor }),
    })
    yield* page.items
    cursor = page.nextCursor
  } while (cursor !== null)
}

console.log('Found by name:')
const { items } = await get<Page>('/v1/brands', { q: 'fiordo' })
for (const { score, nroSolicitud, denominacion, estado } of items) {
  console.log([score, nroSolicitud, denominacion, estado].join('\t'))
}

console.log('The first of them in detail:')
for (const { nroSolicitud } of items.slice(0, 1)) {
  const detail = await get<Detail>(`/v1/brands/${nroSolicitud}`)
  for (const { rol, nombre } of detail.personas) {
    console.log(`${rol}\t${nombre}`)
  }
  for (const { fecha, descripcion } of detail.anotaciones) {
    console.log(`${fecha}\t${descripcion}`)
  }
}

console.log('Those whose status is REGISTRADA:')
for await (const { nroSolicitud, denominacion } of walk({ estado: 'REGISTRADA' })) {
  console.log(`${nroSolicitud}\t${denominacion}`)
}
