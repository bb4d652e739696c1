// Placeholders in the built site for values that differ by installation or over time; `site.ts` replaces them.

/** The URL of the service, without a trailing slash. As a URL, the placeholder is valid in Markdown and in code examples. */
export const BASE_URL = 'https://base-url.invalid'

/** The folder of the assets. Its name changes with the base URL, because the assets contain the base URL. */
export const ASSETS = 'assets-of-installation'

/** The kind of the corpus (sample data or a register), in `<html data-corpus>` of each page. */
export const CORPUS = 'corpus-kind-now'

/** A sentence on the kind of the corpus, in files for language models. */
export const CORPUS_SENTENCE = '{corpus_sentence}'

/** The address of a mark's record at the office, in `<html data-office-record>` of each page. */
export const OFFICE_RECORD = 'office-record-of-installation'
