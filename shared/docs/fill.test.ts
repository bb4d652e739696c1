import { describe, expect, test } from '@jest/globals'
import { codes, ESTADOS } from '../../schemas/catalogs.ts'
import { ERROR_MEANINGS } from '../../schemas/error-meanings.ts'
import { type Filling, fill } from './fill.ts'

const filling: Filling = {
  baseUrl: 'https://marks.example',
  read: (file) => {
    if (file !== 'samples/search.sh') {
      throw new Error(`no ${file}`)
    }
    return 'curl "$URL/{base_url}"\n'
  },
  changelog: '## [Unreleased]',
}
const filled = (markdown: string, language: 'en' | 'es' = 'en'): string => fill(markdown, language, filling)

describe('filled is', () => {
  test('the address of the service, also within a line, and that of its tools', () => {
    expect(filled('`{base_url}/v1` and {mcp_url}')).toBe(
      '`https://marks.example/v1` and https://marks.example/mcp',
    )
  })

  test('a sample, as it is in its file', () => {
    expect(filled('a\n\n<!-- include: samples/search.sh -->\n\nb')).toBe(
      'a\n\n```sh\ncurl "$URL/{base_url}"\n```\n\nb',
    )
  })

  test.each([
    ['estados', codes(ESTADOS)],
    ['errors', Object.keys(ERROR_MEANINGS)],
  ])('the table of %s, a row for each code, in the language of the page', (name, wanted) => {
    const [english, spanish] = (['en', 'es'] as const).map((language) =>
      filled(`<!-- table: ${name} -->`, language),
    )
    for (const table of [english, spanish]) {
      expect(
        table
          ?.split('\n')
          .slice(2)
          .map((row) => /`(\w+)`/.exec(row)?.[1]),
      ).toEqual(wanted)
    }
    expect(english).toContain('| code |')
    expect(spanish).toContain('| código |')
  })

  test('the changelog, told as English on a page in Spanish', () => {
    expect(filled('<!-- changelog -->')).toBe('## [Unreleased]')
    expect(filled('<!-- changelog -->', 'es')).toContain('<!-- in English -->\n\n## [Unreleased]')
  })

  test('nothing of the names that the contract writes in braces', () => {
    expect(filled('/v1/brands/{nroSolicitud}')).toBe('/v1/brands/{nroSolicitud}')
  })
})

test.each([
  '{base_uri}',
  '<!-- table: nothing -->',
  '<!-- graph: errors -->',
  '<!-- include: samples/none.sh -->',
  '<!-- include: ../../package.json -->',
])('a place that nothing fills is a mistake: %s', (place) => {
  expect(() => filled(`a\n\n${place}\n`)).toThrow()
})
