import { cp, mkdir, readFile, rm, stat } from 'node:fs/promises'
import { dirname, join, posix, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Metafile, type Plugin } from 'esbuild'
import { filesBeside } from './files-beside.ts'
import { HANDLER_FILES } from './handler-files.ts'
import { oneValidator } from './one-validator.ts'
import { onlyChile } from './only-chile.ts'

/** What AWS Lambda gets of one handler file. */
export interface BuiltFunction {
  /** Such as `functions/api/get-brand.ts`. */
  source: string
  /** What is uploaded: the bundle, and the files that it reads. */
  folder: string
  /** The bundle within it, at the place of its source: what it reads stands beside it as in the project. */
  bundle: string
  bundleBytes: number
}

export const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** Packages in CommonJS ask for `require`, which modules do not have. */
const BANNER =
  "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);"

/**
 * Builds every function into `folder`, which is emptied first: `folder/api/get-brand/` and so on, as the `CodeUri`s of
 * template.yaml have it. A bundle runs under plain Node 24, with nothing installed beside it.
 */
export async function buildFunctions(folder: string): Promise<BuiltFunction[]> {
  await rm(folder, { recursive: true, force: true })
  return Promise.all(HANDLER_FILES.map((source) => buildFunction(source, folder)))
}

/** Builds one file of the project, such as a handler's, into a folder of its own. */
export async function buildFunction(source: string, parent: string): Promise<BuiltFunction> {
  const bundle = source.replace(/\.ts$/, '.mjs')
  const folder = join(parent, bundle.replace(/^functions\/|\.mjs$/g, ''))
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: [source],
    outdir: folder,
    outbase: ROOT,
    outExtension: { '.js': '.mjs' },
    chunkNames: `${dirname(source)}/[name]-[hash]`, // beside the bundle, as places are told from there
    splitting: true,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    minify: true,
    keepNames: true, // errors and log lines name classes
    legalComments: 'none',
    banner: { js: BANNER },
    plugins: [keepPlaces(source), onlyChile, oneValidator],
    metafile: true,
    logLevel: 'error',
  })
  await copyAll(filesBeside(modulesIn(metafile)), folder)
  const { size } = await stat(join(folder, bundle))
  return { source, folder, bundle, bundleBytes: size }
}

/** Modules find their files by their own address, which in a bundle would be that of the bundle. */
const keepPlaces = (source: string): Plugin => ({
  name: 'keep-places',
  setup({ onLoad }) {
    onLoad({ filter: /\/(functions|shared|schemas)\/.*\.ts$/ }, async ({ path }) => {
      const place = posix.relative(dirname(source), relative(ROOT, path))
      const text = await readFile(path, 'utf8')
      const address = `new URL(${JSON.stringify(place)}, import.meta.url).href`
      return { contents: text.replaceAll('import.meta.url', address), loader: 'ts' }
    })
  },
})

const modulesIn = ({ inputs }: Metafile): string[] => Object.keys(inputs)

async function copyAll(files: readonly string[], folder: string): Promise<void> {
  for (const file of files) {
    const target = join(folder, file)
    await mkdir(dirname(target), { recursive: true })
    await cp(join(ROOT, file), target, { recursive: true })
  }
}
