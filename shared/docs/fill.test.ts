import { describe, expect, test } from '@jest/globals'
import { codes, ESTADOS } from '../../schemas/catalogs.ts'
import { ERROR_MEANINGS } from '../../schemas/error-meanings.ts'
import { fill, type PlaceholderValues } from './fill.ts'

const values: PlaceholderValues = {
  baseUrl: 'https://marks.example',
  read: (file) => {
    if (file !== 'samples/search.sh') {
      throw new Error(`no ${file}`)
    }
    return 'curl "$URL/{base_url}"\n'
  },
  changelog: '## [Unreleased]',
}
const filled = (markdown: string, language: 'en' | 'es' = 'en'): string => fill(markdown, language, values)

describe('fill replaces', () => {
  test('the URL of the service, also within a line, and the URL of its MCP server', () => {
    expect(filled('`{base_url}/v1` and {mcp_url}')).toBe(
      '`https://marks.example/v1` and https://marks.example/mcp',
    )
  })

  test('an include with the content of its file', () => {
    expect(filled('a\n\n<!-- include: samples/search.sh -->\n\nb')).toBe(
      'a\n\n```sh\ncurl "$URL/{base_url}"\n```\n\nb',
    )
  })

  test.each([
    ['estados', codes(ESTADOS)],
    ['errors', Object.keys(ERROR_MEANINGS)],
  ])('the table %s with a row for each code, in the language of the page', (name, wanted) => {
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

  test('the changelog, marked as English on a Spanish page', () => {
    expect(filled('<!-- changelog -->')).toBe('## [Unreleased]')
    expect(filled('<!-- changelog -->', 'es')).toContain('<!-- in English -->\n\n## [Unreleased]')
  })

  test('no name of the contract in braces', () => {
    expect(filled('/v1/brands/{nroSolicitud}')).toBe('/v1/brands/{nroSolicitud}')
  })
})

test.each([
  '{base_uri}',
  '<!-- table: nothing -->',
  '<!-- graph: errors -->',
  '<!-- include: samples/none.sh -->',
  '<!-- include: ../../package.json -->',
])('fill throws for an unknown placeholder: %s', (place) => {
  expect(() => filled(`a\n\n${place}\n`)).toThrow()
})
