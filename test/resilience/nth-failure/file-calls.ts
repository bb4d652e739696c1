import type * as promises from 'node:fs/promises'

/** When a call of the file system fails: before it has any effect, or after its whole effect. */
export const FILE_LOSSES = ['before', 'after'] as const
export type FileLoss = (typeof FILE_LOSSES)[number]

/** The calls that change the file system, or open a file. */
const CALLS = new Set([
  'open',
  'writeFile',
  'rename',
  'mkdir',
  'mkdtemp',
  'rm',
  'rmdir',
  'unlink',
  'lchown',
  'readdir',
])
/** The calls of an open file that write or flush it. */
const CALLS_OF_HANDLE = new Set(['write', 'writeFile', 'sync', 'datasync', 'close', 'truncate'])

let counted = 0
let armed: { place: number | undefined; loss: FileLoss } = { place: undefined, loss: 'before' }

/** Resets the counter, and makes call number `place` fail, from 1; none if undefined. */
export function armFileCalls(place?: number, loss: FileLoss = 'before'): void {
  counted = 0
  armed = { place, loss }
}

export const fileCalls = (): number => counted

/** Returns the real module with counted calls that may fail. */
export const countedFiles = (real: typeof promises): typeof promises => counting(real, CALLS)

// biome-ignore lint/suspicious/noExplicitAny: calls of any shape are passed on
type Calls = Record<string, any>

/** Returns an object whose methods `names` are counted, and those of the files that `open` returns. */
function counting<Of extends object>(of: Of, names: ReadonlySet<string>): Of {
  const counted = Object.fromEntries(
    [...names].flatMap((name) => {
      const call = (of as Calls)[name]
      return typeof call === 'function' ? [[name, failing((...args) => call.apply(of, args))]] : []
    }),
  )
  return new Proxy(of, {
    get: (target, name) => {
      if (typeof name === 'string' && name in counted) return counted[name]
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

type Call = (...args: unknown[]) => Promise<unknown>

const failing =
  (call: Call): Call =>
  async (...args) => {
    counted += 1
    const loss = counted === armed.place ? armed.loss : undefined
    if (loss === 'before') throw failure()
    const result = await call(...args)
    if (loss === 'after') throw failure()
    return isHandle(result) ? counting(result, CALLS_OF_HANDLE) : result
  }

const isHandle = (value: unknown): value is promises.FileHandle =>
  typeof value === 'object' && value !== null && 'fd' in value

/** Returns the error of a failing disk. */
const failure = (): Error =>
  Object.assign(new Error('EIO: i/o error'), { code: 'EIO', errno: -5, syscall: 'write' })
