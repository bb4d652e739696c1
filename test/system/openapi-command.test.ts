import { expect, test } from 'vitest'
import { openApiText } from '../../shared/openapi/document.ts'
import { runScript } from '../support/run-script.ts'

test('openapi prints only the document, without a database', async () => {
  expect(await runScript('openapi.ts', [])).toEqual({
    code: 0,
    out: `${openApiText({ publicOrigin: undefined })}\n`,
    err: '',
  })
})

test('openapi contains the address in PUBLIC_URL', async () => {
  const { out } = await runScript('openapi.ts', [], { env: { PUBLIC_URL: 'https://marks.example' } })
  expect(JSON.parse(out).servers).toMatchObject([{ url: 'https://marks.example' }])
})

test('openapi refuses an unknown option', async () => {
  expect(await runScript('openapi.ts', ['--yaml'])).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringContaining("Unknown option '--yaml'"),
  })
})
