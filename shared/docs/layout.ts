import { VERSION } from '../platform/version.ts'
import type { Assets } from './assets.ts'
import type { CorpusKind } from './corpus-kind.ts'
import { exploreMain } from './explore-page.ts'
import { EXPLORE_TEXTS } from './explore-texts.ts'
import type { Modules } from './modules.ts'
import {
  ALL_PAGES,
  DOCUMENT_PATH,
  EXPLORE_PATHS,
  LANGUAGES,
  type Language,
  LLMS_PATH,
  markdownPath,
  OVERVIEW,
  OWN_NAMES,
  type Page,
  pagePath,
  REFERENCE_PATH,
} from './pages.ts'
import { escapeHtml, type Rendered, renderLine } from './render.ts'
import { NOTICES, FRAME_TEXTS as TEXTS } from './texts.ts'

/** What the frame of a page is made of. */
export interface Frame {
  assets: Assets
  corpus: CorpusKind
  /** The titles of all pages. */
  titles: Readonly<Record<Language, ReadonlyMap<Page, string>>>
}

/** Returns a page of Markdown in its frame. */
export function pageHtml(page: Page, language: Language, rendered: Rendered, frame: Frame): string {
  return html({
    language,
    title: page === OVERVIEW ? TEXTS.service[language] : rendered.title,
    head: [
      ...LANGUAGES.map(
        (other) => `<link rel="alternate" hreflang="${other}" href="${pagePath(other, page)}">`,
      ),
      `<link rel="alternate" type="text/markdown" href="${markdownPath(language, page)}">`,
    ],
    frame,
    readers: [language],
    top: [
      link(EXPLORE_PATHS[language], TEXTS.explore[language]),
      link(REFERENCE_PATH, TEXTS.reference[language]),
      ...LANGUAGES.filter((other) => other !== language).map((other) =>
        link(pagePath(other, page), OWN_NAMES[other], `lang="${other}" hreflang="${other}"`),
      ),
    ],
    body: `<div class="frame">
${pagesNav(page, language, rendered, frame)}
<main id="content" tabindex="-1">
${rendered.html}${turnNav(page, language, frame)}
</main>
</div>`,
    foot: [
      link(markdownPath(language, page), TEXTS.markdown[language]),
      link(DOCUMENT_PATH, TEXTS.openApi[language]),
      link(LLMS_PATH, TEXTS.forModels[language]),
    ],
  })
}

/** Returns the API reference, which the script of Swagger UI renders. */
export function referenceHtml(frame: Frame): string {
  const { swaggerStyle, reference, swagger, showReference } = frame.assets
  return html({
    language: 'en',
    title: TEXTS.reference.en,
    head: [
      `<link rel="stylesheet" href="${swaggerStyle.path}">`,
      `<link rel="stylesheet" href="${reference.path}">`,
      `<script src="${swagger.path}" defer></script>`,
      `<script src="${showReference.path}" defer></script>`,
    ],
    frame,
    readers: LANGUAGES,
    top: LANGUAGES.flatMap((other) => [
      link(EXPLORE_PATHS[other], TEXTS.explore[other], `lang="${other}" hreflang="${other}"`),
      link(pagePath(other, OVERVIEW), TEXTS.pages[other], `lang="${other}" hreflang="${other}"`),
    ]),
    body: `<main id="content" class="reference" tabindex="-1">
<noscript><h1>${TEXTS.reference.en}</h1>
<p>The reference is drawn by a script. Without it, there is the <a href="${DOCUMENT_PATH}">OpenAPI document</a>.</p></noscript>
<div id="reference" data-document="${DOCUMENT_PATH}"></div>
</main>`,
    foot: [link(DOCUMENT_PATH, TEXTS.openApi.en), link(LLMS_PATH, TEXTS.forModels.en)],
  })
}

/** Returns the explore page, with its script. */
export function exploreHtml(language: Language, { entry, assets }: Modules, frame: Frame): string {
  return html({
    language,
    title: EXPLORE_TEXTS.title[language],
    head: [
      ...LANGUAGES.map(
        (other) => `<link rel="alternate" hreflang="${other}" href="${EXPLORE_PATHS[other]}">`,
      ),
      `<link rel="stylesheet" href="${frame.assets.explore.path}">`,
      ...assets.map(({ path }) => `<link rel="modulepreload" href="${path}">`),
      `<script type="module" src="${entry}"></script>`,
    ],
    frame,
    readers: [language],
    top: [
      link(EXPLORE_PATHS[language], TEXTS.explore[language], 'aria-current="page"'),
      link(REFERENCE_PATH, TEXTS.reference[language]),
      ...LANGUAGES.filter((other) => other !== language).map((other) =>
        link(EXPLORE_PATHS[other], OWN_NAMES[other], `lang="${other}" hreflang="${other}"`),
      ),
    ],
    body: exploreMain(language),
    foot: [
      link(pagePath(language, OVERVIEW), TEXTS.pages[language]),
      link(pagePath(language, 'searching'), nameOf('searching', language, frame)),
      link(pagePath(language, 'data'), nameOf('data', language, frame)),
    ],
  })
}

interface Parts {
  language: Language
  title: string
  head: readonly string[]
  frame: Frame
  /** The languages of the readers: the notice on the corpus is shown in each. */
  readers: readonly Language[]
  /** Links next to the name of the service. */
  top: readonly string[]
  body: string
  foot: readonly string[]
}

function html({ language, title, head, frame, readers, top, body, foot }: Parts): string {
  const { style, icon, page } = frame.assets
  const service = TEXTS.service[language]
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<title>${escapeHtml(title === service ? service : `${title} · ${service}`)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="${icon.path}">
<link rel="stylesheet" href="${style.path}">
<script src="${page.path}" data-copy="${TEXTS.copy[language]}" data-copied="${TEXTS.copied[language]}" defer></script>
${head.join('\n')}
</head>
<body>
<a class="skip" href="#content">${TEXTS.skip[language]}</a>
<header>
<div class="top">
<a class="name" href="${pagePath(language, OVERVIEW)}">${service}</a>
<nav aria-label="${service}">
${top.join('\n')}
</nav>
</div>
${readers.map((reader) => notice(frame.corpus, reader)).join('')}</header>
${body}
<footer>
${foot.join('\n')}
<span>${TEXTS.version[language]} ${VERSION}</span>
</footer>
</body>
</html>
`
}

function notice(corpus: CorpusKind, language: Language): string {
  const text = NOTICES[corpus]
  return text === undefined
    ? ''
    : `<p class="notice" lang="${language}" data-corpus="${corpus}">${renderLine(text[language])}</p>\n`
}

const link = (href: string, text: string, attributes = ''): string =>
  `<a href="${href}"${attributes && ` ${attributes}`}>${escapeHtml(text)}</a>`

/** Returns the list of pages with the sections of the open page; narrow screens show it by a button. */
function pagesNav(open: Page, language: Language, { sections }: Rendered, frame: Frame): string {
  const items = ALL_PAGES.map((page) =>
    page === open
      ? `<li>${link(pagePath(language, page), nameOf(page, language, frame), 'aria-current="page"')}${sectionList(sections)}</li>`
      : `<li>${link(pagePath(language, page), nameOf(page, language, frame))}</li>`,
  )
  return `<button class="menu" type="button" popovertarget="pages">${TEXTS.pages[language]}</button>
<nav id="pages" popover aria-label="${TEXTS.pages[language]}">
<ul>
${items.join('\n')}
</ul>
</nav>`
}

const sectionList = (sections: Rendered['sections']): string =>
  sections.length < 2
    ? ''
    : `<ul>${sections.map(({ id, title }) => `<li>${link(`#${encodeURIComponent(id)}`, title)}</li>`).join('')}</ul>`

/** Returns the links to the previous and next page. */
function turnNav(open: Page, language: Language, frame: Frame): string {
  const place = ALL_PAGES.indexOf(open)
  const turn = (page: Page | undefined, rel: 'prev' | 'next', word: string): string =>
    page === undefined
      ? ''
      : `<a rel="${rel}" href="${pagePath(language, page)}"><span>${word}</span> ${escapeHtml(nameOf(page, language, frame))}</a>`
  return `<nav class="turn" aria-label="${TEXTS.previous[language]}, ${TEXTS.next[language]}">
${turn(ALL_PAGES[place - 1], 'prev', TEXTS.previous[language])}
${turn(ALL_PAGES[place + 1], 'next', TEXTS.next[language])}
</nav>`
}

const nameOf = (page: Page, language: Language, { titles }: Frame): string =>
  page === OVERVIEW ? TEXTS.overview[language] : (titles[language].get(page) ?? page)
