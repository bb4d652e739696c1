// Searches by name, reads one mark, and lists marks, with the client of the service.
import { createClient, type ServiceError } from 'trademark-read-client'

const trademarks = createClient({
  baseUrl: process.env.TRADEMARK_URL ?? 'http://127.0.0.1:8080',
  key: process.env.TRADEMARK_API_KEY ?? '',
})

try {
  console.log('Found by name:')
  const { items } = await trademarks.searchBrands({ q: 'fiordo' })
  for (const { score, nroSolicitud, denominacion, estado } of items) {
    console.log([score, nroSolicitud, denominacion, estado].join('\t'))
  }

  console.log('The first of them in detail:')
  for (const { nroSolicitud } of items.slice(0, 1)) {
    const detail = await trademarks.getBrand(nroSolicitud)
    for (const { rol, nombre } of detail.personas) {
      console.log(`${rol}\t${nombre}`)
    }
    for (const { fecha, descripcion } of detail.anotaciones) {
      console.log(`${fecha}\t${descripcion}`)
    }
  }

  console.log('Those whose status is REGISTRADA:')
  for await (const mark of trademarks.walkBrands({ estado: 'REGISTRADA' })) {
    console.log(`${mark.nroSolicitud}\t${mark.denominacion}`)
  }
} catch (error) {
  const { message, ...details } = error as ServiceError
  console.error(message, JSON.stringify(details))
  process.exitCode = 1
}
