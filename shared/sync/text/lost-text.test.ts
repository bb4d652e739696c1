import { expect, test } from 'vitest'
import { lostText } from './lost-text.ts'

test('an unfilled template field is not a value', () => {
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

test.each(['=C3=91AND=C3=9A', '+ANE-AND+ANo-', '%u00D1ANDU'])(
  'an encoded letter is reported in %s',
  (text) => {
    expect(lostText(text)).toMatch(/^has ".+", which a program writes in place of a letter$/)
  },
)

test('a Unicode escape in place of a letter is reported', () => {
  expect(lostText('VI\\u00d1A')).toBe('has "\\u00d1", which a program writes in place of a letter')
})

test.each(['Vi?a', 'MU?OZ', 'Marï¿½a', 'Vi├▒a', '├ìndice', 'Vi¦a', 'MONTA#A', 'ÐANDÚ'])(
  'a letter is lost in %s',
  (text) => {
    expect(lostText(text)).toMatch(/^has ".+", where a letter was lost$/)
  },
)

test.each([
  'System.Object[]',
  'System.Data.DataRowView',
  'cl.inapi.Titular@1b6d3586',
  '[Ljava.lang.String;@3f99bd52',
  '<Titular object at 0x7f3a>',
  'Err:508',
  'ERROR: timeout',
  'Error al obtener el titular',
  '(error)',
  '#REF',
  '#VALOR!',
  'No se pudo cargar el titular',
  'Object reference not set to an instance of an object.',
])('a program writes %s in place of a value', (text) => {
  expect(lostText(text)).toMatch(/^has ".+", which a program writes in place of a value$/)
})

test.each(['CAF%C3%89', 'PAN+%26+VINO', 'Viña%20Sur'])('%s is percent-encoded as in a URL', (text) => {
  expect(lostText(text)).toMatch(/^has "%.+", which replaces another character in addresses/)
})

test.each(['PUMA → SOL', 'En Trámite -> Publicada'])('%s has an old and a new value', (text) => {
  expect(lostText(text)).toMatch(/^has ".+", the sign between an old and a new value$/)
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
    '100%',
    '50%25 OFF',
    'SOL→MAR',
    'A#B',
    'C#',
    'SYSTEM.COM',
    '$5',
    'C:\\USER',
    '«LE CAFÉ»',
  ]
  expect(names.map(lostText)).toEqual(names.map(() => undefined))
})
