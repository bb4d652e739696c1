import { LANGUAGES } from '../../../../shared/docs/languages.ts'
import { exploreMain } from './explore/page.ts'

/** The page of the explorer in each language, made at build time. */
declare const data: Record<string, string>

export { data }

export default {
  load: () => Object.fromEntries(LANGUAGES.map((language) => [language, exploreMain(language)])),
}
