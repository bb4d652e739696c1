// The two statements of the service, with nothing around them.
import { secretHash } from '../shared/access/key-format.ts'
import { sqlFile } from '../shared/db/sql-file.ts'
import { numberIn, runBareServer } from './bare-server.ts'

const ADMIT = sqlFile(new URL('../shared/access/', import.meta.url).href, 'admit.sql', 'prepared')
const GET_BRAND = sqlFile(new URL('../shared/brands/', import.meta.url).href, 'get-brand.sql', 'prepared')

runBareServer(async (pool, request) => {
  const known: Record<string, unknown> = {
    secret_hash: secretHash(String(request.headers['x-api-key'])),
    scope: 'brands:read',
    nro_solicitud: numberIn(request),
  }
  const ask = async ({ parameters, ...statement }: typeof ADMIT) =>
    (await pool.query({ ...statement, values: parameters.map((name) => known[name] ?? null) })).rows[0]
  const admission = await ask(ADMIT)
  return admission?.verdict === 'granted' ? ask(GET_BRAND) : undefined
})
