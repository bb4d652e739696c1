// Loaded with -r into every process of a test run, by any version of Node. Writes the log of the process to a file in
// the folder of the run, where stop-postgres.ts searches for keys. Every process loads it into its child processes.
//
// A process with the level `silent` logs everything, but only to that file. The output of all others stays the same.
const { ChildProcess } = require('node:child_process')
const { openSync, writeSync } = require('node:fs')
const { join } = require('node:path')
const { isMainThread, threadId } = require('node:worker_threads')

const { env } = process
const FOLDER = 'TEST_LOG_FOLDER'
/** Set if this script raised LOG_LEVEL; child processes inherit both variables. */
const RAISED = 'TEST_LOG_RAISED'

const isOfRunner = /[\\/]vitest[\\/]/.test(process.argv[1] ?? '')
const isRaised = env.LOG_LEVEL === 'silent' || (env[RAISED] === 'yes' && env.LOG_LEVEL === 'debug')

if (env[FOLDER] && isMainThread && threadId === 0) {
  if (isRaised) {
    env.LOG_LEVEL = 'debug'
    env[RAISED] = 'yes'
  } else {
    delete env[RAISED]
  }
  listen(process.stdout, false)
  // A command may print a new key on standard output, but not on standard error, which operators may record.
  listen(process.stderr, !isOfRunner)
  passOn()
}

/** Copies the log lines of a stream, or with `all` everything, to the file. */
function listen(stream, all) {
  const write = stream.write
  stream.write = (chunk, ...rest) => {
    const isLog = typeof chunk === 'string' && chunk.startsWith('{"level":"') && chunk.includes('"service":"')
    if (isLog || all) {
      keep(chunk)
    }
    if (!isLog || !isRaised) {
      return write.call(stream, chunk, ...rest)
    }
    const done = rest.at(-1)
    if (typeof done === 'function') {
      process.nextTick(done)
    }
    return true
  }
}

let file

/** Writes synchronously, because the process may be killed at any moment. */
function keep(chunk) {
  try {
    file ??= openSync(join(env[FOLDER], `${process.pid}.log`), 'a')
    writeSync(file, chunk)
  } catch {
    // The run is over, and its folder is removed.
  }
}

/** Adds this script and its variables to the environment of child processes, also if a test defines that environment. */
function passOn() {
  const spawn = ChildProcess.prototype.spawn
  ChildProcess.prototype.spawn = function (options) {
    const pairs = options.envPairs
    if (Array.isArray(pairs) && !pairs.some((pair) => pair.startsWith(`${FOLDER}=`))) {
      const own = pairs.find((pair) => pair.startsWith('NODE_OPTIONS=')) ?? 'NODE_OPTIONS='
      const others = pairs.filter((pair) => pair !== own)
      options.envPairs = [
        ...others,
        `${FOLDER}=${env[FOLDER]}`,
        `NODE_COMPILE_CACHE=${env.NODE_COMPILE_CACHE ?? ''}`,
        `${own} -r "${__filename}"`,
      ]
    }
    return spawn.call(this, options)
  }
}
