import { globSync } from 'node:fs'
import { cp, mkdir, readFile, rm, stat } from 'node:fs/promises'
import { dirname, join, posix, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { filesBeside, PROGRAM, programsOf } from './files-beside.ts'

/** The deployment package of one handler file. */
export interface BuiltFunction {
  /** The handler file, such as `functions/api/get-brand.ts`. */
  source: string
  /** The folder to upload. */
  folder: string
  /** The path of the bundle in `folder`. */
  bundle: string
  bundleBytes: number
}

export const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/**
 * Excludes the handler files of single MCP tools, because server.ts contains all tools. Excludes `/metrics` and backups,
 * because on AWS, CloudWatch and the backups of the managed database replace them.
 */
const isFunction = (file: string): boolean =>
  file.startsWith('functions/mcp/')
    ? file === 'functions/mcp/server.ts'
    : !['functions/public/metrics.ts', 'functions/admin/backup.ts'].includes(file)

export const HANDLER_FILES: readonly string[] = globSync('functions/*/*.ts', { cwd: ROOT })
  .filter((file) => !file.endsWith('.test.ts') && isFunction(file))
  .sort()

/** Defines `require` for CommonJS packages, because ES modules have no `require`. */
const BANNER =
  "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);"

/**
 * Empties `folder` and builds all functions. Each function gets a folder, such as `folder/api/get-brand/` (`CodeUri` in
 * template.yaml).
 */
export async function buildFunctions(folder: string): Promise<BuiltFunction[]> {
  await rm(folder, { recursive: true, force: true })
  return Promise.all(HANDLER_FILES.map((source) => buildFunction(source, folder)))
}

/** Builds one handler file into a folder in `parent`. */
export async function buildFunction(source: string, parent: string): Promise<BuiltFunction> {
  const bundle = source.replace(/\.ts$/, '.mjs')
  const folder = join(parent, bundle.replace(/^functions\/|\.mjs$/g, ''))
  const modules = await bundleModules(source, folder)
  const programs = await Promise.all(programsOf(modules).map((program) => bundleModules(program, folder)))
  await copyAll(filesBeside([...modules, ...programs.flat()]), folder)
  const { size } = await stat(join(folder, bundle))
  return { source, folder, bundle, bundleBytes: size }
}

/** Bundles a source file, and returns the paths of all modules in the bundle. */
async function bundleModules(source: string, folder: string): Promise<string[]> {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: [{ in: source, out: source.replace(/\.ts$/, '') }],
    outdir: folder,
    outbase: ROOT,
    outExtension: { '.js': '.mjs' },
    // Chunks are in the folder of the source, because keepFileAddresses computes addresses relative to this folder.
    chunkNames: `${dirname(source)}/[name]-[hash]`,
    splitting: true,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    minify: true,
    keepNames: true, // errors and log lines contain class names
    legalComments: 'none',
    banner: { js: BANNER },
    plugins: [gatewayEntry, keepFileAddresses(source), withoutSdkValidator],
    metafile: true,
    logLevel: 'error',
  })
  return Object.keys(metafile.inputs)
}

/** Wraps each handler with a conversion of its responses to the format of API Gateway. */
const gatewayEntry: Plugin = {
  name: 'gateway-entry',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\.\/functions\/(api|mcp|public)\// }, ({ kind, path }) =>
      kind === 'entry-point' ? { path, namespace: 'gateway-entry' } : undefined,
    )
    onLoad({ filter: /.*/, namespace: 'gateway-entry' }, ({ path }) => ({
      contents: `
        import { handler as answer } from '${path}'
        import { toGatewayResult } from './shared/http/gateway-result.ts'
        export const handler = async (event, context) => toGatewayResult(await answer(event, context))`,
      resolveDir: ROOT,
    }))
  },
}

/** Preserves the `import.meta.url` of each source file, because modules find other files by this address. */
const keepFileAddresses = (source: string): Plugin => ({
  name: 'keep-file-addresses',
  setup({ onLoad }) {
    onLoad({ filter: /\/(functions|shared|schemas)\/.*\.ts$/ }, async ({ path }) => {
      const modulePath = posix.relative(dirname(source), relative(ROOT, path))
      const text = await readFile(path, 'utf8')
      const address = `new URL(${JSON.stringify(modulePath)}, import.meta.url).href`
      const bundled = text.replaceAll(PROGRAM, (program) => program.replace(/\.ts$/, '.mjs'))
      return { contents: bundled.replaceAll('import.meta.url', address), loader: 'ts' }
    })
  },
})

const NO_VALIDATOR = `
export { default as process } from 'node:process'
export class DefaultJsonSchemaValidator {
  getValidator() {
    throw new Error('This server does not request input from clients (MCP elicitation).')
  }
}`

/** Omits a validator of the MCP SDK. It checks input that a server requests from clients; this server requests none. */
const withoutSdkValidator: Plugin = {
  name: 'without-sdk-validator',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^@modelcontextprotocol\/server\/_shims$/ }, ({ path }) => ({
      path,
      namespace: 'without-sdk-validator',
    }))
    onLoad({ filter: /.*/, namespace: 'without-sdk-validator' }, () => ({
      contents: NO_VALIDATOR,
      loader: 'js',
    }))
  },
}

async function copyAll(files: readonly string[], folder: string): Promise<void> {
  for (const file of files) {
    const target = join(folder, file)
    await mkdir(dirname(target), { recursive: true })
    await cp(join(ROOT, file), target, { recursive: true })
  }
}
