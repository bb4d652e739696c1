import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeEntities, decodeMarkup } from './decode-entities.ts'

test.each([
  ['CA&Ntilde;A', 'CAÑA'],
  ['CA&NTILDE;A &AMP; C&Iacute;A', 'CAÑA & CÍA'],
  ['Trámite de se&ntilde;al', 'Trámite de señal'],
  ['JOHNSON &amp; JOHNSON', 'JOHNSON & JOHNSON'],
  ['A &amp;amp;amp; B &amp;Ntilde;', 'A & B Ñ'],
  ['&#209;&#xD1;&#x1F600;', 'ÑÑ😀'],
  ['R&D; &Otro; &; &#; &#0; &#xD800; &#1114112; A & B', 'R&D; &Otro; &; &#; &#0; &#xD800; &#1114112; A & B'],
])('%s is decoded to %s', (text, decoded) => {
  expect(decodeEntities(text)).toBe(decoded)
})

test('any text is decoded from its numeric entities, even if they are encoded repeatedly', () => {
  const texts = fc.string({ unit: 'grapheme', maxLength: 20 }).filter((text) => !text.includes('\0'))
  fc.assert(
    fc.property(texts, fc.nat(3), (text, times) => {
      const encoded = [...text].map((character) => `&${'amp;'.repeat(times)}#${character.codePointAt(0)};`)
      expect(decodeEntities(encoded.join(''))).toBe(text)
    }),
  )
})

test('pairs of formatting tags and line breaks of HTML are removed, and other signs stay', () => {
  for (const [html, text] of [
    ['<b>SUMADI</b>', 'SUMADI'],
    ['&lt;b&gt;SUMADI&lt;/b&gt;', 'SUMADI'],
    ['EL <span style="x"><em>SUR</em></span>', 'EL SUR'],
    ['Uno<br>Dos<BR />Tres', 'Uno\nDos\nTres'],
    ['I <3 <B> < C >', 'I <3 <B> < C >'],
  ] as const) {
    expect(decodeMarkup(html)).toBe(text)
  }
})
