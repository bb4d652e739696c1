import type { Language } from '../../../../../shared/docs/languages.ts'
import { codeSamples, foldedHeaders, hiddenKey, layout, oneField } from './plugins.ts'
import { TEXTS } from './texts.ts'

/** The path of the script and the style sheet of Swagger UI, without their extensions; config.ts defines it. */
declare const SWAGGER_UI: string

/** The function that the script of Swagger UI defines as a global. */
type SwaggerUi = (settings: object) => void

/** The elements to which Swagger UI gives no accessible name, each with a function that returns the name. */
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

/** Shows the OpenAPI document of a language with Swagger UI, in the element `place`. */
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
    persistAuthorization: false, // keeps the key only in the memory of this tab
    validatorUrl: null, // sends the document to no validator on another host
    tryItOutEnabled: true,
    syntaxHighlight: { theme: 'obsidian' }, // has enough contrast in light and dark mode
  })
}

/**
 * Adds an element to the head and waits until its file is loaded. The element comes before the style sheets of the site, so that
 * these override the style sheet of Swagger UI. Does nothing if the element was added before.
 */
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

/** Corrects the elements of Swagger UI for screen readers and keyboards, each time that their content or size changes. */
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
  // Swagger UI gives these buttons labels that differ from their visible texts.
  for (const button of all('.auth-btn-wrapper [aria-label]')) button.removeAttribute('aria-label')
  // Screen readers do not recognize a table that has another role.
  for (const table of all('table[role]')) table.removeAttribute('role')
  // Only boxes that scroll get a tab stop, because the keyboard scrolls the focused box.
  for (const box of all('pre, .modal-ux-content')) {
    if (box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight) box.tabIndex = 0
    else box.removeAttribute('tabindex')
  }
}
