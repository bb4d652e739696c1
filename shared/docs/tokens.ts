// Placeholders in the built site for values that differ by installation or over time; `site.ts` replaces them.

/** The URL of the service, without a trailing slash. The placeholder is a URL, so Markdown and examples stay valid. */
export const BASE_URL = 'https://base-url.invalid'

/** The folder of the assets. Its name depends on the base URL, because clients cache assets that contain the base URL. */
export const ASSETS = 'assets-of-installation'

/** The kind of the corpus (sample data or a register), in `<html data-corpus>` of each page. */
export const CORPUS = 'corpus-kind-now'

/** A sentence on the kind of the corpus, in files for language models. */
export const CORPUS_SENTENCE = '{corpus_sentence}'

/** The URL template of a mark's page at the office, in `<html data-office-record>` of each page. */
export const OFFICE_RECORD = 'office-record-of-installation'
