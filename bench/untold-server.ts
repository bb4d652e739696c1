// The service's own handler of a mark, without what tells limits and tags, shares with origins and compresses.
import middy from '@middy/core'
import { startServer } from '../local/server.ts'
import { operations } from '../schemas/operations.ts'
import { getBrand } from '../shared/brands/get-brand.ts'
import { type Connection, openDatabase } from '../shared/db/database.ts'
import { serveFrom, servingDatabase } from '../shared/db/serving.ts'
import { admit } from '../shared/middleware/admit.ts'
import { inTime } from '../shared/middleware/deadline.ts'
import { errorEnvelope } from '../shared/middleware/error-envelope.ts'
import { type HttpEvent, type HttpResult, jsonResult } from '../shared/middleware/http.ts'
import { logRequest } from '../shared/middleware/log-request.ts'
import { readInput } from '../shared/middleware/read-input.ts'
import { requestId, sendRequestId } from '../shared/middleware/request-id.ts'
import { sendSecurityHeaders } from '../shared/middleware/security-headers.ts'

const { id, input } = operations.getBrand

const handler = middy<HttpEvent, HttpResult>()
  .use([requestId(), sendRequestId(), sendSecurityHeaders(), logRequest(id), errorEnvelope()])
  .use([admit('brands:read'), readInput(input)])
  .handler(async (event, context) => {
    const brand = await inTime(context, getBrand(servingDatabase(), event.input as { nroSolicitud: string }))
    return jsonResult(200, brand)
  })

process.once('message', async (connection: Connection) => {
  serveFrom(openDatabase(connection, 'trademark_serve', 'bench'))
  const { address } = await startServer({
    host: '127.0.0.1',
    port: 0,
    // One route is all that is asked for: its last part is the parameter.
    handler: (event, context) =>
      handler(
        { ...event, pathParameters: { nroSolicitud: event.rawPath.slice('/v1/brands/'.length) } },
        context,
      ),
  })
  process.send?.(Number(new URL(address).port))
})
process.on('disconnect', () => process.exit())
