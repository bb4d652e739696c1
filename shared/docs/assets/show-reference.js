/* global SwaggerUIBundle */

const place = document.getElementById('reference')

// Swagger UI has colours for the dark, and a class that asks for them.
const dark = matchMedia('(prefers-color-scheme: dark)')
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', follow)
follow()

/** Swagger UI within this page, which has its own main part and one server alone; and no links within buttons. */
const ourLayout = ({ React: { createElement: element } }) => {
  const Layout = ({ getComponent, specSelectors }) => {
    const component = (name) => element(getComponent(name, true))
    const status = specSelectors.loadingStatus()
    if (status === 'failed' || status === 'failedConfig') {
      return element(
        'p',
        { role: 'alert' },
        'The OpenAPI document cannot be loaded. Load the page again to try once more.',
      )
    }
    if (!specSelectors.specStr()) {
      return element('p', { role: 'status' }, 'Loading the OpenAPI document …')
    }
    return element(
      'div',
      { className: 'swagger-ui' },
      element(getComponent('SvgAssets')),
      component('errors'),
      component('InfoContainer'),
      element(
        'div',
        { className: 'operations-head' },
        element('h2', null, 'Operations'),
        component('AuthorizeBtnContainer'),
      ),
      component('operations'),
      component('Models'),
    )
  }
  const DeepLink = ({ text }) => element('span', null, text)
  return { components: { ReferenceLayout: Layout, DeepLink } }
}

/** The field for the key, as fields for secrets are: not to be read over a shoulder, nor to be kept or checked by a browser. */
const hiddenKey = ({ React: { createElement: element } }) => {
  const AS_SECRET = { type: 'password', autoComplete: 'off', spellCheck: false }
  const Input = (Original) => (properties) =>
    element(Original, { ...properties, ...(properties.id === 'api_key_value' ? AS_SECRET : {}) })
  return { wrapComponents: { Input } }
}

/** One field for the key, although the document names two headers that carry it: two different keys are refused. */
const oneField = () => {
  const onlyApiKey =
    (original) =>
    (state, ...given) =>
      original(state, ...given)?.filter((scheme) => scheme.has('apiKey'))
  const wrapSelectors = { definitionsToAuthorize: onlyApiKey, definitionsForRequirements: onlyApiKey }
  return { statePlugins: { auth: { wrapSelectors } } }
}

/** The headers of a response, which are much the same at every status: folded, and a list rather than a table. */
const foldedHeaders = ({ React: { createElement: element } }) => {
  const Headers = ({ headers, getComponent }) => {
    const Markdown = getComponent('Markdown', true)
    const item = ([name, header]) =>
      element(
        'div',
        { key: name },
        element(
          'dt',
          null,
          element('code', null, name),
          ' ',
          element('span', null, header.getIn(['schema', 'type'])),
        ),
        element('dd', null, element(Markdown, { source: header.get('description') })),
      )
    return element(
      'details',
      { className: 'response-headers' },
      element('summary', null, `Headers (${headers.size})`),
      element('dl', null, headers.entrySeq().map(item).toArray()),
    )
  }
  return { components: { headers: Headers } }
}

/** What Swagger UI leaves without a name, and what each is called. */
const NAMELESS = [
  [
    '[data-param-name] :is(select, input, textarea)',
    (field) => field.closest('[data-param-name]').dataset.paramName,
  ],
  ['.auth-container input', () => 'Value of the key'],
  ['.examples-select-element', () => 'Example'],
  ['select.content-type', () => 'Media type'],
  ['.close-modal', () => 'Close'],
]

/** Makes what was drawn just now fit for those who hear the page or have no mouse. */
const mend = () => {
  for (const [selector, name] of NAMELESS) {
    for (const field of place.querySelectorAll(`:is(${selector}):not([aria-label])`)) {
      field.setAttribute('aria-label', name(field))
    }
  }
  // Their names are other words than those that they show.
  for (const button of place.querySelectorAll('.auth-btn-wrapper [aria-label]')) {
    button.removeAttribute('aria-label')
  }
  // A table that is called a region is no table any more.
  for (const table of place.querySelectorAll('table[role]')) {
    table.removeAttribute('role')
  }
  // What can be scrolled can be so by keyboard; what fits is no stop on the way.
  for (const box of place.querySelectorAll('pre, .modal-ux-content')) {
    if (box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight) {
      box.setAttribute('tabindex', '0')
    } else {
      box.removeAttribute('tabindex')
    }
  }
}

let frame
const mendSoon = () => {
  cancelAnimationFrame(frame)
  frame = requestAnimationFrame(mend)
}
new MutationObserver(mendSoon).observe(place, { childList: true, subtree: true })
addEventListener('resize', mendSoon)

SwaggerUIBundle({
  url: place.dataset.document,
  domNode: place,
  plugins: [ourLayout, hiddenKey, oneField, foldedHeaders],
  layout: 'ReferenceLayout',
  deepLinking: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  persistAuthorization: false, // a key stays in the memory of this tab, and ends with it
  validatorUrl: null, // nobody else is told of the document
  tryItOutEnabled: true,
})
