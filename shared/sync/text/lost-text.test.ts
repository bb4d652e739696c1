import { expect, test } from '@jest/globals'
import { lostText } from './lost-text.ts'

test('a field of a template that is not filled in is no value', () => {
  const fields = [
    '«Denominación»',
    '«CODIGO» «EVENTO»',
    ' <<Titular>> ',
    '[[marca]]',
    '{ MERGEFIELD Titular }',
  ]
  for (const text of [...fields, `${'$'}{titular} S.A.`, '{{ titular }}']) {
    expect([text, lostText(text)]).toEqual([text, 'has a field of a template in place of a value'])
  }
})

test('a letter as programs write it in their code is lost', () => {
  expect(lostText('VI\\u00d1A')).toBe('has "\\u00d1", which a program writes in place of a letter')
})

test.each(['Vi?a', 'MU?OZ', 'Marï¿½a', 'Vi├▒a', '├ìndice'])('a letter is lost in %s', (text) => {
  expect(lostText(text)).toMatch(/^has ".+", where a letter was lost$/)
})

test('names may have the signs of such fields and codes', () => {
  const names = [
    'фестиваль «Восточный базар»',
    '{ASSET}',
    'Flash2Veg/\\n',
    'A << B',
    'Eco?Logical!',
    'WHY?',
    '[A]',
    '$5',
    'C:\\USER',
    '«LE CAFÉ»',
  ]
  expect(names.map(lostText)).toEqual(names.map(() => undefined))
})
