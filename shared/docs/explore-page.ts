import type { Bilingual } from '../../schemas/bilingual.ts'
import { brandSearch } from '../../schemas/brand.ts'
import { codes, ESTADOS, PHASES, type Phase, TIPOS_DE_SIGNO } from '../../schemas/catalogs.ts'
import { EXPLORE_WORDS as WORDS } from './explore-words.ts'
import type { Language } from './pages.ts'
import { escapeHtml, renderLine } from './render.ts'

/** What stands on the page for exploring before its script fills it: every place and label, nothing of any mark. */
export function exploreMain(language: Language): string {
  const say = (words: Bilingual): string => escapeHtml(words[language])
  /** One with a link or an emphasis in it, as Markdown. */
  const line = (words: Bilingual): string =>
    renderLine(words[language].replaceAll('](', `](/docs/${language}/`))
  return `<main id="content" class="explore" tabindex="-1">
<h1>${say(WORDS.title)}</h1>
<noscript><p>${line(WORDS.noScript)}</p></noscript>
<div id="explore" hidden>
<p id="told" class="heard" role="status"></p>
<form id="key-form" class="key" autocomplete="off">
<label for="key">${say(WORDS.key)}</label>
<div class="row">
<input id="key" type="password" autocomplete="off" autocapitalize="none" spellcheck="false" data-1p-ignore data-lpignore="true" data-bwignore aria-describedby="key-mistake key-help">
<button class="main">${say(WORDS.useKey)}</button>
</div>
<p id="key-mistake" class="mistake" role="alert" hidden></p>
<p id="key-help" class="small">${line(WORDS.keyHelp)}</p>
<p class="busy" aria-hidden="true">${say(WORDS.asking)}</p>
<div id="key-trouble"></div>
</form>
<div id="desk" hidden>
<form id="search" class="search" role="search" autocomplete="off" novalidate>
<div class="field wide">
<label for="q">${say(WORDS.name)}</label>
<div class="row">
<input id="q" type="search" maxlength="200" enterkeyhint="search" autocapitalize="none" autocorrect="off" spellcheck="false" dir="auto" aria-describedby="q-mistake q-help">
<button class="main">${say(WORDS.search)}</button>
</div>
${mistake('q')}
<p id="q-help" class="small">${say(WORDS.nameHelp)}</p>
</div>
<details id="filters" class="fold">
<summary>${say(WORDS.filters)}</summary>
<div class="filters" role="group" aria-label="${say(WORDS.filters)}">
${select('clase', say(WORDS.clase), say(WORDS.any), classOptions(language))}
${select('estado', say(WORDS.estado), say(WORDS.any), stateOptions(language))}
${select('tipoSigno', say(WORDS.tipoSigno), say(WORDS.any), options(TIPOS_DE_SIGNO, language))}
${dateField('fechaDesde', say(WORDS.fechaDesde))}
${dateField('fechaHasta', say(WORDS.fechaHasta))}
<button type="reset">${say(WORDS.clear)}</button>
</div>
</details>
</form>
<details id="standing" class="fold">
<summary>${say(WORDS.standing)} <span id="standing-word"></span></summary>
<div class="strips">
<section id="freshness" aria-labelledby="freshness-title">
<h2 id="freshness-title">${say(WORDS.freshness)}</h2>
<dl id="sources-now"></dl>
<p id="no-freshness" class="small" hidden>${say(WORDS.noFreshness)}</p>
<div id="freshness-trouble"></div>
<button id="refresh" type="button" class="plain">${say(WORDS.refresh)}</button>
</section>
<section aria-labelledby="limits-title">
<h2 id="limits-title">${say(WORDS.limits)}</h2>
<dl>
<div><dt>${say(WORDS.burst)}</dt><dd id="left-of-burst">–</dd></div>
<div><dt>${say(WORDS.month)}</dt><dd id="left-of-month">–</dd><dd id="month-end" class="small"></dd></div>
</dl>
<button id="forget" type="button" class="plain">${say(WORDS.forget)}</button>
</section>
</div>
</details>
<div class="views">
<section id="hits" class="hits" aria-labelledby="hits-title">
<div class="hits-head"><h2 id="hits-title">${say(WORDS.hits)}</h2><p id="hit-count" hidden></p></div>
<p class="busy" aria-hidden="true">${say(WORDS.asking)}</p>
<div id="search-trouble"></div>
<p><a id="by-number" href="#" hidden></a></p>
<p><button id="as-name" type="button" class="plain" hidden></button></p>
<p id="start" class="small">${say(WORDS.start)}</p>
<div id="nothing" hidden>
<p>${line(WORDS.clearsNothing)}</p>
<p>${line(WORDS.otherWays)}</p>
</div>
<p id="score-note" class="small" hidden>${line(WORDS.scoreNote)}</p>
<ol id="hit-list" aria-labelledby="hits-title"></ol>
<div id="more-trouble"></div>
<button id="more" type="button" hidden></button>
<p id="no-clearance" class="small" hidden>${line(WORDS.noClearance)}</p>
<details class="request"><summary>${say(WORDS.request)}</summary>
<pre class="scroll"><code id="curl">${say(WORDS.noRequest)}</code></pre>
<p class="small">${line(WORDS.requestNote)}</p>
</details>
</section>
<article id="detail" class="detail" aria-labelledby="detail-name" tabindex="0" hidden>
<h2 id="detail-name" tabindex="-1">–</h2>
<button id="close" type="button"><span class="beside">${say(WORDS.close)}</span><span class="instead">${say(WORDS.back)}</span></button>
<p class="busy" aria-hidden="true">${say(WORDS.asking)}</p>
<div id="detail-trouble"></div>
<div id="dossier" hidden>
<p class="detail-state"><span id="detail-state"></span> <span class="small">${line(WORDS.aboutState)}</span></p>
<p id="sample" class="sample" hidden>${line(WORDS.sample)}</p>
<dl id="facts" class="facts"></dl>
<h3>${say(WORDS.classes)}</h3>
<div id="classes"></div>
<h3>${say(WORDS.persons)}</h3>
<div id="persons"></div>
<h3>${say(WORDS.timeLine)}</h3>
<div id="annotations"></div>
<h3>${say(WORDS.sources)}</h3>
<div id="sources"></div>
<h3>${say(WORDS.cite)}</h3>
<pre class="wrap" id="cite"></pre>
<p class="certificate">${line(WORDS.noCertificate)}</p>
<details class="request"><summary>${say(WORDS.request)}</summary>
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
    .map(([code, words]) => option(code, words[language]))
    .join('\n')

const group = (label: string, options: string): string => `<optgroup label="${escapeHtml(label)}">
${options}
</optgroup>`

/** The states by phase, in the order of the catalog. */
const stateOptions = (language: Language): string =>
  codes(PHASES)
    .map((phase: Phase) => {
      const ofPhase = Object.entries(ESTADOS).filter(([, state]) => state.phase === phase)
      return group(PHASES[phase][language], options(Object.fromEntries(ofPhase), language))
    })
    .join('\n')

const { minimum, maximum } = brandSearch.properties.clase
/** The last class of goods; services come after it. */
const LAST_OF_GOODS = 34

function classOptions(language: Language): string {
  const range = (from: number, to: number): string =>
    Array.from({ length: to - from + 1 }, (_, place) => option(from + place, String(from + place))).join('\n')
  return [
    group(WORDS.goods[language], range(minimum, LAST_OF_GOODS)),
    group(WORDS.services[language], range(LAST_OF_GOODS + 1, maximum)),
  ].join('\n')
}
