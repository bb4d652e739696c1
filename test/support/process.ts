import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import packageJson from '../../package.json' with { type: 'json' }

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** The arguments of Node in `npm start`, to start it without npm. */
const START = packageJson.scripts.start.split(' ').slice(2)

const running = new Set<ChildProcess>()

/** Ends processes that a failed test left running: the open pipe of a child would keep the whole test run alive. */
export function endServices(): void {
  for (const child of running) {
    child.kill('SIGTERM')
  }
}

/** The service in a process of its own, as an operator starts it. */
export class ServiceProcess {
  readonly child: ChildProcess
  output = ''
  errors = ''
  readonly #exited: Promise<number | null>

  /**
   * Starts the service with only PATH, a free port and `environment` as its environment.
   *
   * @param checkout the folder of the software, by default this one
   */
  constructor(environment: Record<string, string> & { DATA_DIR: string }, checkout = ROOT) {
    this.child = spawn(process.execPath, START, {
      cwd: checkout,
      env: { PATH: process.env.PATH, PORT: '0', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.output += text
    })
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.errors += text
    })
    running.add(this.child)
    this.#exited = once(this.child, 'close').then(([code]) => {
      running.delete(this.child)
      return code as number | null
    })
  }

  /** Returns the address of the service once it responds. @throws an error with its output if it ends before */
  async address(): Promise<string> {
    let ended = false
    this.#exited.then(() => {
      ended = true
    })
    for (;;) {
      const found = /"message":"started".*?"address":"(?<address>[^"]+)"/.exec(this.output)?.groups?.address
      if (found) {
        return found
      }
      if (ended) {
        throw new Error(`ended at start: ${this.output}${this.errors}`)
      }
      await wait(10)
    }
  }

  /** Sends a signal and returns the exit code; null if the signal ended the process. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    this.child.kill(signal)
    return this.#exited
  }

  exitCode(): Promise<number | null> {
    return this.#exited
  }
}
