import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { until } from './until.ts'

/** Debian's Prometheus, and the tool that comes with it. */
const PROMETHEUS = '/usr/bin/prometheus'
const PROMTOOL = '/usr/bin/promtool'

/** The reason why Prometheus is not available; undefined if it is. */
export const whyNoPrometheus = [PROMETHEUS, PROMTOOL].every((path) => existsSync(path))
  ? undefined
  : `${PROMETHEUS} is not installed`

/** Runs `promtool` and returns its output and exit code. */
export function promtool(words: string[], input = ''): { code: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync(PROMTOOL, words, { input, encoding: 'utf8' })
  return { code: status, said: stdout + stderr }
}

/** A response of the HTTP API of Prometheus. */
export interface PrometheusAnswer<Data> {
  status: 'success' | 'error'
  data: Data
  error?: string
  warnings?: string[]
}

export interface Prometheus {
  ask<Data>(path: string, parameters?: Record<string, string>): Promise<PrometheusAnswer<Data>>
  /** Returns the metrics of Prometheus about itself. */
  metrics(): Promise<string>
  /** Returns its warnings and errors. */
  complaints(): string
  stop(): Promise<void>
}

/** Starts a real Prometheus on loopback with this configuration, which keeps its files in `folder`. */
export async function startPrometheus(folder: string, configuration: string): Promise<Prometheus> {
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const file = join(folder, 'prometheus.yml')
  await writeFile(file, configuration)
  const child = spawn(
    PROMETHEUS,
    [
      `--config.file=${file}`,
      `--storage.tsdb.path=${join(folder, 'tsdb')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=warn',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let complaints = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints += text
  })
  const ended = once(child, 'close')
  await until(async () => {
    if (child.exitCode !== null) {
      throw new Error(`Prometheus ended: ${complaints}`)
    }
    return await fetch(`${address}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  })
  return {
    async ask<Data>(path: string, parameters: Record<string, string> = {}) {
      const answer = await fetch(`${address}/api/v1/${path}?${new URLSearchParams(parameters)}`)
      return (await answer.json()) as PrometheusAnswer<Data>
    },
    metrics: async () => (await fetch(`${address}/metrics`)).text(),
    complaints: () => complaints,
    async stop() {
      child.kill()
      await ended
    },
  }
}
