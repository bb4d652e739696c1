import { expect, test } from '@jest/globals'
import { openApiText } from '../../shared/openapi/document.ts'
import { runScript } from '../support/run-script.ts'

test('openapi prints the document and nothing else, whatever database there is', async () => {
  expect(await runScript('openapi.ts', [])).toEqual({
    code: 0,
    out: `${openApiText({ publicOrigin: undefined })}\n`,
    err: '',
  })
})

test('openapi names the address that clients see', async () => {
  const { out } = await runScript('openapi.ts', [], { env: { PUBLIC_URL: 'https://marks.example' } })
  expect(JSON.parse(out).servers).toMatchObject([{ url: 'https://marks.example' }])
})

test('openapi refuses what it does not know', async () => {
  expect(await runScript('openapi.ts', ['--yaml'])).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringContaining("Unknown option '--yaml'"),
  })
})
