import { createClient } from 'trademark-read-client'

const baseUrl = process.env.TRADEMARK_URL ?? ''
const key = process.env.TRADEMARK_API_KEY ?? ''
const trademarks = createClient({ baseUrl, key })

const { items } = await trademarks.searchBrands({ q: 'fiordo' })
for (const { nroSolicitud, denominacion, estado } of items) {
  console.log(nroSolicitud, denominacion, estado)
}
