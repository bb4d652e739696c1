import type { Bilingual } from '../../schemas/bilingual.ts'

export type Language = keyof Bilingual

/** The languages of the site; the first one is the default. */
export const LANGUAGES = ['es', 'en'] as const satisfies readonly Language[]
