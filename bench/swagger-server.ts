// A process of its own: the page that swagger-ui-dist brings itself, its files as they are, and the same document.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { absolutePath } from 'swagger-ui-dist'

const TYPES: Readonly<Record<string, string>> = { html: 'text/html', css: 'text/css', js: 'text/javascript' }

const SHOW = `window.onload = () => SwaggerUIBundle({ url: '/openapi.json', dom_id: '#swagger-ui', validatorUrl: null })`

process.once('message', ({ document }: { document: string }) => {
  const own: Readonly<Record<string, string>> = { 'openapi.json': document, 'swagger-initializer.js': SHOW }
  const server = createServer(({ url = '/' }, response) => {
    const name = url === '/' ? 'index.html' : url.slice(1)
    try {
      const body = own[name] ?? readFileSync(join(absolutePath(), name))
      response.writeHead(200, { 'content-type': TYPES[name.split('.').at(-1) ?? ''] ?? 'application/json' })
      response.end(body)
    } catch {
      response.writeHead(404).end()
    }
  })
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
})
process.on('disconnect', () => process.exit())
