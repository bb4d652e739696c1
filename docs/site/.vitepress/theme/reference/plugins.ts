import type { Language } from '../../../../../shared/docs/languages.ts'
import { TEXTS } from './texts.ts'

// Plugins for Swagger UI. Swagger UI passes React to a plugin, and has no types for its components.

type Element = unknown
// biome-ignore lint/suspicious/noExplicitAny: the properties of components that Swagger UI does not describe
type Properties = any
interface System {
  React: { createElement(type: unknown, properties: object | null, ...children: unknown[]): Element }
}

/**
 * Returns a plugin with a layout for a page that has its own navigation. The layout has no choice of a server, because there is
 * only one. The plugin also replaces links inside buttons by text.
 */
export const layout =
  (language: Language) =>
  ({ React: { createElement: element } }: System) => {
    const ReferenceLayout = ({ getComponent, specSelectors }: Properties): Element => {
      const component = (name: string): Element => element(getComponent(name, true), null)
      const status = specSelectors.loadingStatus()
      if (status === 'failed' || status === 'failedConfig') {
        return element('p', { role: 'alert' }, TEXTS.failed[language])
      }
      if (!specSelectors.specStr()) {
        return element('p', { role: 'status' }, TEXTS.loading[language])
      }
      return element(
        'div',
        { className: 'swagger-ui' },
        element(getComponent('SvgAssets'), null),
        component('errors'),
        component('InfoContainer'),
        element(
          'div',
          { className: 'operations-head' },
          element('h2', null, TEXTS.operations[language]),
          component('AuthorizeBtnContainer'),
        ),
        component('operations'),
        component('Models'),
      )
    }
    const DeepLink = ({ text }: Properties): Element => element('span', null, text)
    return { components: { ReferenceLayout, DeepLink } }
  }

/** Makes the field for the key a password field, without autocompletion and spell checking by the browser. */
export const hiddenKey = ({ React: { createElement: element } }: System) => {
  const secret = { type: 'password', autoComplete: 'off', spellCheck: false }
  const Input = (Original: unknown) => (properties: Properties) =>
    element(Original, { ...properties, ...(properties.id === 'api_key_value' ? secret : {}) })
  return { wrapComponents: { Input } }
}

/**
 * Shows only the field for `X-API-Key`. The document names two headers that can carry the key, and the service refuses a
 * request with two different keys.
 */
export const oneField = () => {
  const onlyApiKey =
    (original: Properties) =>
    (...given: unknown[]) =>
      original(...given)?.filter((scheme: Properties) => scheme.has('apiKey'))
  const wrapSelectors = { definitionsToAuthorize: onlyApiKey, definitionsForRequirements: onlyApiKey }
  return { statePlugins: { auth: { wrapSelectors } } }
}

/** Returns a plugin that shows the headers of a response in a closed list, because they are similar for every status. */
export const foldedHeaders =
  (language: Language) =>
  ({ React: { createElement: element } }: System) => {
    const Headers = ({ headers, getComponent }: Properties): Element => {
      const Markdown = getComponent('Markdown', true)
      const item = ([name, header]: [string, Properties]): Element =>
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
        element('summary', null, `${TEXTS.headers[language]} (${headers.size})`),
        element('dl', null, headers.entrySeq().map(item).toArray()),
      )
    }
    return { components: { headers: Headers } }
  }

/** Returns a plugin that shows the request samples of an operation (`x-codeSamples`), closed, above its responses. */
export const codeSamples =
  (language: Language) =>
  ({ React: { createElement: element } }: System) => {
    const responses = (Original: unknown) => (properties: Properties) => {
      const samples: Properties[] = properties.specSelectors
        .specJson()
        .getIn([...properties.specPath.toArray().slice(0, -1), 'x-codeSamples'])
        ?.toJS()
      return element(
        'div',
        null,
        samples &&
          element(
            'div',
            { className: 'code-samples' },
            element('h3', null, TEXTS.samples[language]),
            ...samples.map(({ lang, label, source }) =>
              element(
                'details',
                { key: lang, name: properties.path + properties.method },
                element('summary', null, label),
                element('pre', null, element('code', null, source)),
              ),
            ),
          ),
        element(Original, properties),
      )
    }
    return { wrapComponents: { responses } }
  }
