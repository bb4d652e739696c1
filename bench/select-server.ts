// What a look-up by primary key costs, with nothing around it.
import { numberIn, runBareServer } from './bare-server.ts'

runBareServer(async (pool, request) => {
  const { rows } = await pool.query({
    name: 'select',
    text: 'select * from brand where nro_solicitud = $1',
    values: [numberIn(request)],
  })
  return rows[0]
})
