import type { Language } from '../../../../../shared/docs/languages.ts'
import { codeSamples, foldedHeaders, hiddenKey, layout, oneField } from './plugins.ts'
import { TEXTS } from './texts.ts'

/** The path of the files of Swagger UI without their endings (config.ts). */
declare const SWAGGER_UI: string

/** The global of the bundle of Swagger UI. */
type SwaggerUi = (settings: object) => void

/** What Swagger UI leaves without a name. */
const NAMELESS: readonly [selector: string, name: (field: HTMLElement, language: Language) => string][] = [
  [
    '[data-param-name] :is(select, input, textarea)',
    (field) => field.closest<HTMLElement>('[data-param-name]')?.dataset.paramName ?? '',
  ],
  ['.auth-container input', (_, language) => TEXTS.keyValue[language]],
  ['.examples-select-element', (_, language) => TEXTS.example[language]],
  ['select.content-type', (_, language) => TEXTS.mediaType[language]],
  ['.close-modal', (_, language) => TEXTS.close[language]],
]

/** Shows the OpenAPI document of a language in Swagger UI. */
export async function showReference(place: HTMLElement, language: Language): Promise<void> {
  await Promise.all([
    load('link', { rel: 'stylesheet', href: `${SWAGGER_UI}.css` }),
    load('script', { src: `${SWAGGER_UI}.js` }),
  ])
  correctAfterChanges(place, language)
  const { SwaggerUIBundle } = globalThis as unknown as { SwaggerUIBundle: SwaggerUi }
  SwaggerUIBundle({
    url: `/docs/openapi.${language}.json`,
    domNode: place,
    plugins: [layout(language), hiddenKey, oneField, foldedHeaders(language), codeSamples(language)],
    layout: 'ReferenceLayout',
    deepLinking: true,
    displayRequestDuration: true,
    defaultModelsExpandDepth: 0,
    persistAuthorization: false, // a key stays in the memory of this tab, and ends with it
    validatorUrl: null, // the document is sent to no other host
    tryItOutEnabled: true,
    syntaxHighlight: { theme: 'obsidian' }, // enough contrast, in the dark as well
  })
}

/** Adds an element to the head, before the styles of the site, unless it is there, and waits for its file. */
async function load<Tag extends 'link' | 'script'>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]>,
): Promise<void> {
  const id = `swagger-ui-${tag}`
  if (document.getElementById(id) !== null) return
  const element = Object.assign(document.createElement(tag), properties, { id })
  await new Promise((resolve, reject) => {
    element.addEventListener('load', resolve)
    element.addEventListener('error', reject)
    document.head.prepend(element)
  })
}

/** Makes what Swagger UI draws usable with a screen reader and a keyboard, after each change. */
function correctAfterChanges(place: HTMLElement, language: Language): void {
  let frame = 0
  const correctSoon = (): void => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(() => correct(place, language))
  }
  new MutationObserver(correctSoon).observe(place, { childList: true, subtree: true })
  new ResizeObserver(correctSoon).observe(place)
}

function correct(place: HTMLElement, language: Language): void {
  const all = (selector: string): HTMLElement[] => [...place.querySelectorAll<HTMLElement>(selector)]
  for (const [selector, name] of NAMELESS) {
    for (const field of all(`:is(${selector}):not([aria-label])`)) {
      field.setAttribute('aria-label', name(field, language))
    }
  }
  // Their labels contain other words than those that are shown.
  for (const button of all('.auth-btn-wrapper [aria-label]')) button.removeAttribute('aria-label')
  // A table with the role of a region is no table for a screen reader.
  for (const table of all('table[role]')) table.removeAttribute('role')
  // Boxes that scroll get a tab stop; others get none.
  for (const box of all('pre, .modal-ux-content')) {
    if (box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight) box.tabIndex = 0
    else box.removeAttribute('tabindex')
  }
}
