// The rules for imports. `npm run check` applies them to the product, including type imports.
// docs/architecture.md explains the layers.

const PRODUCT = '^(client/src|functions|schemas|shared|local|scripts)/'
const OWN_FILES = '^(client|functions|schemas|shared|local|scripts|test|bench|docs)/'

/** The layers of the folders in `shared`. A folder may import its own layer and the layers above it in this list. */
const LAYERS = {
  platform: ['platform'],
  db: ['db'],
  domain: ['keys', 'brands', 'search', 'insights', 'schedule', 'sync', 'backup'],
  transport: ['http', 'jobs', 'mcp', 'openapi', 'docs'],
}

/** The folders that each top-level folder may import. Packages have their own rules. */
const FOLDERS = {
  schemas: ['schemas'],
  shared: ['schemas', 'shared'],
  functions: ['schemas', 'shared', 'functions'],
  local: ['schemas', 'shared', 'functions', 'local'],
  scripts: ['schemas', 'shared', 'local', 'scripts'],
}

/** The only place that may import each package. */
const PACKAGES = {
  pg: 'shared/db/',
  'pg-copy-streams': 'shared/db/',
  ajv: 'shared/platform/validation.ts',
  'ajv-formats': 'shared/platform/validation.ts',
  '@aws-lambda-powertools/logger': 'shared/platform/logger.ts',
  croner: 'shared/platform/time/cron.ts',
  'fastest-levenshtein': 'shared/platform/text/',
  negotiator: '(shared/platform/content-coding|shared/http/negotiation).ts',
  '@middy/core': 'shared/(http|jobs|mcp)/',
  '@middy/http-router': 'local/router.ts',
  '@modelcontextprotocol/server': '(shared/mcp/|local/stdio(-transport)?.ts)',
  'string-width': 'local/text-width.ts',
  'openapi-types': 'shared/openapi/',
  '@prometheus-io/client': 'shared/insights/metrics/',
  'csv-parse': 'shared/sync/formats/delimited/',
  saxes: 'shared/sync/formats/xlsx/',
  yauzl: 'shared/sync/(formats/(xlsx|zip)|fetch)/',
  unpdf: 'shared/sync/formats/pdf/',
  htmlparser2: 'shared/sync/fetch/parse-html.ts',
  'p-retry': 'shared/sync/sources/portal/request/',
  'age-encryption': 'shared/backup/encryption.ts',
  '@aws-sdk': 'shared/backup/targets/bucket/',
  commander: 'scripts/',
  'openapi-fetch': 'client/src/client.ts',
}

const anyOf = (names) => `(${names.join('|')})`
const error = (name, from, to) => ({ name, severity: 'error', from, to })

module.exports = {
  forbidden: [
    {
      name: 'no-cycle-between-folders',
      severity: 'error',
      scope: 'folder',
      from: { path: '^shared/' },
      to: { circular: true },
    },
    ...Object.entries(FOLDERS).map(([folder, others]) =>
      error(
        `imports-of-${folder}`,
        { path: `^${folder}/` },
        { path: OWN_FILES, pathNot: `^${anyOf(others)}/` },
      ),
    ),
    ...Object.entries(LAYERS).map(([layer, folders], place) =>
      error(
        `layer-${layer}`,
        { path: `^shared/${anyOf(folders)}/` },
        {
          path: `^shared/${anyOf(
            Object.values(LAYERS)
              .slice(place + 1)
              .flat(),
          )}/`,
        },
      ),
    ),
    ...Object.entries(PACKAGES).map(([name, place]) =>
      error(
        `${name}-in-one-place`,
        { path: PRODUCT, pathNot: `^${place}` },
        { path: `^(node_modules/)?${name}(/|$)` },
      ),
    ),
    // The client imports only its dependency, because browsers and programs of other developers load it.
    error('client-alone', { path: '^client/src/' }, { pathNot: '^(client/src|node_modules/openapi-fetch)/' }),
    error(
      'theme-in-browsers',
      { path: '^docs/site/.vitepress/theme/' },
      {
        path: OWN_FILES,
        pathNot:
          '^(docs/site/.vitepress/theme/|client/src/index.ts|schemas/(catalogs|bilingual).ts|shared/docs/languages.ts)',
      },
    ),
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.(test\\.ts|vue)$' },
    enhancedResolveOptions: { extensions: ['.ts', '.js', '.cjs'] },
  },
}
