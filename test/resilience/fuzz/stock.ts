import fc from 'fast-check'
import type { Operation } from '../../../schemas/operations.ts'
import { anyCharacter } from '../../support/any-character.ts'
import type { SentKey } from './keys.ts'
import { anyText } from './texts.ts'
import type { Words } from './values.ts'

/** The query of a page, and the cursor that the page returned. */
export interface Walk {
  readonly operation: Operation
  readonly parameters: Readonly<Record<string, string>>
  readonly cursor: string
}

/** The keys, words and cursors that requests are drawn from. */
export interface Stock {
  readonly keys: fc.Arbitrary<SentKey>
  readonly words: Words
  readonly walks: readonly Walk[]
}

/** Draws real cursors, also of other queries, and damaged and invented ones. */
export function cursorsFor({ walks }: Stock): fc.Arbitrary<string> {
  const real = walks.length > 0 ? fc.constantFrom(...walks.map(({ cursor }) => cursor)) : fc.constant('x')
  return fc.oneof(
    real,
    fc.tuple(real, fc.nat()).map(([cursor, at]) => cursor.slice(0, at % cursor.length)),
    fc
      .tuple(real, fc.nat())
      .map(([cursor, at]) => cursor.slice(0, at % cursor.length) + cursor.slice((at % cursor.length) + 1)),
    fc.tuple(real, anyText).map(([cursor, text]) => cursor + text),
    fc.string({ unit: anyCharacter }).map((text) => Buffer.from(text).toString('base64url')),
    anyText,
  )
}

/** Valid and invalid cursor positions: the checksum of a cursor is not secret, so a client can forge one. */
export const place = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.constantFrom('0', '1', '-1', '60', '0.5', '9'.repeat(18), '9'.repeat(19), '1e309', 'NaN'),
    },
    {
      weight: 3,
      arbitrary: fc.constantFrom(
        '2026-01-01',
        '99999-01-01',
        '2026-02-30',
        '',
        'x',
        "'",
        '\0',
        '\n1',
        '\xff',
      ),
    },
    { weight: 1, arbitrary: fc.integer({ max: 2_000_000 }).map(String) },
  ),
  { maxLength: 6 },
)
