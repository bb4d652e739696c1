import type { Bilingual } from '../../../schemas/bilingual.ts'
import type { Language } from './format.ts'

/** Codes with what they mean, among which any text may be looked for. */
export type Catalog<Entry> = Readonly<Record<string, Entry | undefined>>

/** What a code means in a language; one that came after this page was made is shown as it is. */
export const meaning = (catalog: Catalog<Bilingual>, code: string, language: Language): string =>
  (Object.hasOwn(catalog, code) ? catalog[code]?.[language] : undefined) ?? code
