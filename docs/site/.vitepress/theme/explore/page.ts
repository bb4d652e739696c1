import type { Bilingual } from '../../../../../schemas/bilingual.ts'
import { brandSearch } from '../../../../../schemas/brand.ts'
import { codes, ESTADOS, PHASES, type Phase, TIPOS_DE_SIGNO } from '../../../../../schemas/catalogs.ts'
import type { Language } from '../../../../../shared/docs/languages.ts'
import { EXPLORE_TEXTS as TEXTS } from './page-texts.ts'

/** Returns the explore page as it is served: every element and label; its script adds the marks. */
export function exploreMain(language: Language): string {
  const text = (of: Bilingual): string => escapeHtml(of[language])
  /** A text with the links and the emphasis of Markdown. */
  const markdown = (of: Bilingual): string =>
    text(of)
      .replaceAll(/\*\*(.+?)\*\*/g, '<strong>$1</strong>')
      .replaceAll(/`(.+?)`/g, '<code>$1</code>')
      .replaceAll(/\[(.+?)\]\((.+?)\)/g, `<a href="/docs/${language}/$2">$1</a>`)
  return `<main class="explore vp-raw">
<h1>${text(TEXTS.title)}</h1>
<noscript><p>${markdown(TEXTS.noScript)}</p></noscript>
<div id="explore" lang="${language}" hidden>
<p id="announcement" class="visually-hidden" role="status"></p>
<form id="key-form" class="key" autocomplete="off">
<label for="key">${text(TEXTS.key)}</label>
<div class="row">
<input id="key" type="password" autocomplete="off" autocapitalize="none" spellcheck="false" data-1p-ignore data-lpignore="true" data-bwignore aria-describedby="key-mistake key-help">
<button class="main">${text(TEXTS.useKey)}</button>
</div>
<p id="key-mistake" class="mistake" role="alert" hidden></p>
<p id="key-help" class="small">${markdown(TEXTS.keyHelp)}</p>
<p class="busy" aria-hidden="true">${text(TEXTS.loading)}</p>
<div id="key-error"></div>
</form>
<div id="with-key" hidden>
<form id="search" class="search" role="search" autocomplete="off" novalidate>
<div class="field wide">
<label for="q">${text(TEXTS.name)}</label>
<div class="row">
<input id="q" type="search" maxlength="200" enterkeyhint="search" autocapitalize="none" autocorrect="off" spellcheck="false" dir="auto" aria-describedby="q-mistake q-help">
<button class="main">${text(TEXTS.search)}</button>
</div>
${mistake('q')}
<p id="q-help" class="small">${text(TEXTS.nameHelp)}</p>
</div>
<details id="filters" class="fold">
<summary>${text(TEXTS.filters)}</summary>
<div class="filters" role="group" aria-label="${text(TEXTS.filters)}">
${select('clase', text(TEXTS.clase), text(TEXTS.any), classOptions(language))}
${select('estado', text(TEXTS.estado), text(TEXTS.any), stateOptions(language))}
${select('tipoSigno', text(TEXTS.tipoSigno), text(TEXTS.any), options(TIPOS_DE_SIGNO, language))}
${dateField('fechaDesde', text(TEXTS.fechaDesde))}
${dateField('fechaHasta', text(TEXTS.fechaHasta))}
<button type="reset">${text(TEXTS.clear)}</button>
</div>
</details>
</form>
<details id="status" class="fold">
<summary>${text(TEXTS.status)} <span id="status-summary"></span></summary>
<div class="strips">
<section id="freshness" aria-labelledby="freshness-title">
<h2 id="freshness-title">${text(TEXTS.freshness)}</h2>
<dl id="sources-now"></dl>
<p id="no-freshness" class="small" hidden>${text(TEXTS.noFreshness)}</p>
<div id="freshness-error"></div>
<button id="refresh" type="button" class="plain">${text(TEXTS.refresh)}</button>
</section>
<section aria-labelledby="limits-title">
<h2 id="limits-title">${text(TEXTS.limits)}</h2>
<dl>
<div><dt>${text(TEXTS.burst)}</dt><dd id="left-of-burst">–</dd></div>
<div><dt>${text(TEXTS.month)}</dt><dd id="left-of-month">–</dd><dd id="month-end" class="small"></dd></div>
</dl>
<button id="forget" type="button" class="plain">${text(TEXTS.forget)}</button>
</section>
</div>
</details>
<div class="views">
<section id="hits" class="hits" aria-labelledby="hits-title">
<div class="hits-head"><h2 id="hits-title">${text(TEXTS.hits)}</h2><p id="hit-count" hidden></p></div>
<p class="busy" aria-hidden="true">${text(TEXTS.loading)}</p>
<div id="search-error"></div>
<p><a id="by-number" href="#" hidden></a></p>
<p><button id="as-name" type="button" class="plain" hidden></button></p>
<p id="start" class="small">${text(TEXTS.start)}</p>
<div id="nothing" hidden>
<p>${markdown(TEXTS.emptyResult)}</p>
<p>${markdown(TEXTS.otherWays)}</p>
</div>
<p id="score-note" class="small" hidden>${markdown(TEXTS.scoreNote)}</p>
<ol id="hit-list" aria-labelledby="hits-title"></ol>
<div id="more-error"></div>
<button id="more" type="button" hidden></button>
<p id="no-clearance" class="small" hidden>${markdown(TEXTS.notClearance)}</p>
<details class="request"><summary>${text(TEXTS.request)}</summary>
<pre class="scroll"><code id="curl">${text(TEXTS.noRequest)}</code></pre>
<p class="small">${markdown(TEXTS.requestNote)}</p>
</details>
</section>
<article id="detail" class="detail" aria-labelledby="detail-name" tabindex="0" hidden>
<h2 id="detail-name" tabindex="-1">–</h2>
<button id="close" type="button"><span class="beside">${text(TEXTS.close)}</span><span class="instead">${text(TEXTS.back)}</span></button>
<p class="busy" aria-hidden="true">${text(TEXTS.loading)}</p>
<div id="detail-error"></div>
<div id="detail-content" hidden>
<p class="detail-state"><span id="detail-state"></span> <span class="small">${markdown(TEXTS.aboutState)}</span></p>
<p id="sample" class="sample" hidden>${markdown(TEXTS.sample)}</p>
<dl id="facts" class="facts"></dl>
<h3>${text(TEXTS.classes)}</h3>
<div id="classes"></div>
<h3>${text(TEXTS.persons)}</h3>
<div id="persons"></div>
<h3>${text(TEXTS.timeLine)}</h3>
<div id="annotations"></div>
<h3>${text(TEXTS.sources)}</h3>
<div id="sources"></div>
<h3>${text(TEXTS.cite)}</h3>
<pre class="wrap" id="cite"></pre>
<p class="certificate">${markdown(TEXTS.noCertificate)}</p>
<details class="request"><summary>${text(TEXTS.request)}</summary>
<pre class="scroll"><code id="detail-curl"></code></pre>
</details>
</div>
</article>
</div>
</div>
</div>
</main>`
}

const mistake = (id: string): string => `<p id="${id}-mistake" class="mistake" role="alert" hidden></p>`

const select = (id: string, label: string, any: string, options: string): string => `<div class="field">
<label for="${id}">${label}</label>
<select id="${id}" aria-describedby="${id}-mistake">
<option value="">${any}</option>
${options}
</select>
${mistake(id)}
</div>`

const dateField = (id: string, label: string): string => `<div class="field">
<label for="${id}">${label}</label>
<input id="${id}" type="date" min="1800-01-01" max="2999-12-31" aria-describedby="${id}-mistake">
${mistake(id)}
</div>`

const option = (value: string | number, text: string): string =>
  `<option value="${value}">${escapeHtml(text)}</option>`

const options = (catalog: Readonly<Record<string, Bilingual>>, language: Language): string =>
  Object.entries(catalog)
    .map(([code, meaning]) => option(code, meaning[language]))
    .join('\n')

const group = (label: string, options: string): string => `<optgroup label="${escapeHtml(label)}">
${options}
</optgroup>`

/** The statuses by phase, in the order of the catalog. */
const stateOptions = (language: Language): string =>
  codes(PHASES)
    .map((phase: Phase) => {
      const ofPhase = Object.entries(ESTADOS).filter(([, state]) => state.phase === phase)
      return group(PHASES[phase][language], options(Object.fromEntries(ofPhase), language))
    })
    .join('\n')

const { minimum, maximum } = brandSearch.properties.clase.anyOf[0]
/** The last class of goods; the classes after it are services. */
const LAST_OF_GOODS = 34

function classOptions(language: Language): string {
  const range = (from: number, to: number): string =>
    Array.from({ length: to - from + 1 }, (_, place) => option(from + place, String(from + place))).join('\n')
  return [
    group(TEXTS.goods[language], range(minimum, LAST_OF_GOODS)),
    group(TEXTS.services[language], range(LAST_OF_GOODS + 1, maximum)),
  ].join('\n')
}

const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
