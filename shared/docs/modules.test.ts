import { readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { readModules } from './modules.ts'

const ENTRY = 'shared/docs/explore/main.ts'

test('readModules returns each imported module once, without type imports', () => {
  const { entry, assets } = readModules('explore', ENTRY)
  const files = assets.map(({ path }) => path.replace(/^\/docs\/assets\/explore\.[\w-]{16}\//, ''))
  expect(entry).toBe(assets[0]?.path)
  expect(files).toEqual([...new Set(files)])
  expect(files).toEqual(
    expect.arrayContaining([ENTRY, 'shared/docs/explore/wait-until-healthy.ts', 'client/src/index.ts']),
  )
  expect(files).not.toContain('client/src/types.ts')
  expect(files).not.toContain('schemas/bilingual.ts')
})

test('lines and columns equal those of the source', () => {
  const source = readFileSync(new URL(`../../${ENTRY}`, import.meta.url), 'utf8')
  const script = readModules('explore', ENTRY).assets[0]?.bytes.toString() ?? ''
  expect(script).toHaveLength(source.length)
  expect(script.split('\n')).toHaveLength(source.split('\n').length)
  expect(script).not.toBe(source)
})

test('an import of a package is an error with its name', () => {
  expect(() => readModules('render', 'shared/docs/render.ts')).toThrow(
    'shared/docs/render.ts imports marked, which is no file of this repository',
  )
})
