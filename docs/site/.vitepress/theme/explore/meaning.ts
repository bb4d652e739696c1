import type { Bilingual } from '../../../../../schemas/bilingual.ts'
import type { PageLanguage } from './format.ts'

/** A catalog of codes that any text may be looked up in. */
export type Catalog<Entry> = Readonly<Record<string, Entry | undefined>>

/** Returns the meaning of a code in a language, or the code itself if the catalog does not have it. */
export const meaning = (catalog: Catalog<Bilingual>, code: string, language: PageLanguage): string =>
  (Object.hasOwn(catalog, code) ? catalog[code]?.[language] : undefined) ?? code
