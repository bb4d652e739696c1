// Loaded with -r into every process of a test run, whichever Node runs it: keeps what the process logs in a file of the
// run's folder, where stop-postgres.ts looks for keys. Every process passes it on to the processes that it
// starts.
//
// A process with the level `silent` logs everything, into that file alone. The output of all others stays the same.
const { ChildProcess } = require('node:child_process')
const { openSync, writeSync } = require('node:fs')
const { join } = require('node:path')
const { isMainThread, threadId } = require('node:worker_threads')

const { env } = process
const FOLDER = 'TEST_LOG_FOLDER'
/** Set where the level below was raised by us; children inherit both. */
const RAISED = 'TEST_LOG_RAISED'

const isOfJest = /[\\/]jest(-worker)?[\\/]/.test(process.argv[1] ?? '')
const isRaised = env.LOG_LEVEL === 'silent' || (env[RAISED] === 'yes' && env.LOG_LEVEL === 'debug')

if (env[FOLDER] && isMainThread && threadId === 0) {
  if (isRaised) {
    env.LOG_LEVEL = 'debug'
    env[RAISED] = 'yes'
  } else {
    delete env[RAISED]
  }
  listen(process.stdout, false)
  // What a command prints there is its purpose, such as a new key; what it says here is for the operator's records.
  listen(process.stderr, !isOfJest)
  passOn()
}

/** Keeps the lines of the log that come on a stream, or all that comes. */
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

/** At once and not by and by: the process may be killed in the next moment. */
function keep(chunk) {
  try {
    file ??= openSync(join(env[FOLDER], `${process.pid}.log`), 'a')
    writeSync(file, chunk)
  } catch {
    // The run is over, and its folder gone.
  }
}

/** An environment that a test has chosen gets this, and nothing else of ours. */
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
