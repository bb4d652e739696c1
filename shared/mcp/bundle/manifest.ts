import packageJson from '../../../package.json' with { type: 'json' }
import { tools } from '../../../schemas/tools.ts'
import { VERSION } from '../../platform/version.ts'
import { DESCRIPTION, TITLE } from '../server-info.ts'

export const BUNDLE_NAME = 'trademarks.mcpb'

/** The paths of the files in the bundle. */
export const BUNDLE_MANIFEST_FILE = 'manifest.json'
export const ICON_FILE = 'icon.png'
const ENTRY_POINT = 'server/bridge.js'

/** Returns the path of the translated texts for a locale. */
export const translationFile = (locale: string): string => `mcpb-resources/${locale}.json`

/** Returns a placeholder that the client replaces with a value. */
const placeholder = (name: string): string => `\${${name}}`

/** The path of the page that describes how to install the bundle, and which data the bundle sends. */
const PAGE = '/docs/en/desktop'

/**
 * Returns the manifest of the bundle. Format 0.3 is sufficient, because format 0.4 only adds Python servers. Settings cannot be
 * translated in a manifest, so each text of a setting contains both languages.
 */
export const bundleManifest = (baseUrl: string) => ({
  manifest_version: '0.3',
  name: packageJson.name,
  display_name: TITLE,
  version: VERSION,
  description: DESCRIPTION,
  long_description:
    'Two tools, search_brands and get_brand_detail, search and read the trademark register of a national office. The data ' +
    `formats are those of the office of Chile. The service at ${baseUrl} answers the calls, and needs the key that its ` +
    'operator gave you. The service only reads. Its results are not legal advice.\n\n' +
    `[How to install, update and remove this extension, and which data it sends](${baseUrl}${PAGE})`,
  author: { name: TITLE, url: baseUrl },
  homepage: `${baseUrl}/docs/en`,
  documentation: `${baseUrl}${PAGE}`,
  support: `${baseUrl}/docs/en/service-level`,
  privacy_policies: [`${baseUrl}${PAGE}`],
  license: packageJson.license,
  keywords: ['trademarks', 'brands', 'register', 'Chile', 'INAPI'],
  icon: ICON_FILE,
  server: {
    type: 'node',
    entry_point: ENTRY_POINT,
    mcp_config: {
      command: 'node',
      args: [`${placeholder('__dirname')}/${ENTRY_POINT}`],
      env: {
        TRADEMARK_API_KEY: placeholder('user_config.api_key'),
        TRADEMARK_URL: placeholder('user_config.address'),
      },
    },
  },
  user_config: {
    api_key: {
      type: 'string',
      title: 'Key / Clave',
      description:
        'The text that begins with tmk_, as the operator of the service gave it to you. / ' +
        'El texto que comienza con tmk_, tal como se lo entregó el operador del servicio.',
      sensitive: true,
      required: true,
    },
    address: {
      type: 'string',
      title: 'Address / Dirección',
      description:
        'The address of the service. You need not change it. / La dirección del servicio. No es necesario cambiarla.',
      default: baseUrl,
      required: true,
    },
  },
  tools: Object.values(tools).map(({ name, description }) => ({ name, description })),
  tools_generated: false,
  compatibility: {
    platforms: ['darwin', 'win32', 'linux'],
    runtimes: { node: '>=18.14.0' },
  },
  localization: { resources: translationFile(placeholder('locale')), default_locale: 'en-US' },
})

/** Returns the translated texts by locale. The descriptions of the tools are for models and stay in English. */
export const manifestTranslations = (baseUrl: string) => ({
  es: {
    display_name: 'Servicio de consulta de marcas',
    description: 'Busque en el registro de marcas de una oficina nacional y lea una solicitud completa.',
    long_description:
      'Dos herramientas, search_brands y get_brand_detail, buscan y leen en el registro de marcas de una oficina nacional. ' +
      `Los formatos de los datos son los de la oficina de Chile. El servicio en ${baseUrl} responde las llamadas, y necesita ` +
      'la clave que le entregó el operador del servicio. El servicio solo lee. Sus resultados no constituyen asesoría legal.\n\n' +
      `[Cómo instalar, actualizar y quitar esta extensión, y qué datos envía](${baseUrl}${PAGE.replace('/en/', '/es/')})`,
    keywords: ['marcas', 'registro', 'Chile', 'INAPI'],
  },
})
