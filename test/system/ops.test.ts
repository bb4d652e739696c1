import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { openDatabase } from '../../shared/db/database.ts'
import { joinEmbeddedPostgres } from '../../shared/db/embedded/join.ts'
import { backupKeys } from '../support/backup-keys.ts'
import { freePort } from '../support/free-port.ts'
import { copyPreparedData } from '../support/prepared-data.ts'
import { endServices, ServiceProcess } from '../support/process.ts'
import { type Prometheus, promtool, startPrometheus, whyNoPrometheus } from '../support/prometheus.ts'
import { unknownIn, vocabularyOf } from '../support/promql-names.ts'
import { sendRaw } from '../support/raw-http.ts'
import { ask } from '../support/service.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { until } from '../support/until.ts'

const ROOT = new URL('../../', import.meta.url)
const at = (file: string): string => new URL(file, ROOT).pathname
const text = (file: string): string => readFileSync(new URL(file, ROOT), 'utf8')

interface Alert {
  alert: string
  expr: string
  for?: string
  labels: { severity?: string }
  annotations: Partial<Record<'summary' | 'description' | 'runbook', string>>
}
interface RuleTest {
  name: string
  alert_rule_test: { alertname: string; exp_alerts: object[] }[]
}
interface Target {
  refId: string
  expr: string
  legendFormat: string
  instant?: boolean
  datasource: object
}
interface Panel {
  id: number
  type: string
  title: string
  description?: string
  gridPos: { x: number; y: number; w: number; h: number }
  targets?: Target[]
  fieldConfig?: { defaults: { unit?: string; noValue?: string } }
}
interface Dashboard {
  schemaVersion: number
  templating: { list: { name: string; definition?: string }[] }
  annotations: { list: { expr?: string }[] }
  panels: Panel[]
}

const alerts = (parse(text('docs/operate/ops/rules.yml')) as { groups: { rules: Alert[] }[] }).groups.flatMap(
  ({ rules }) => rules,
)
const ruleTests = (parse(text('docs/operate/ops/rules.test.yml')) as { tests: RuleTest[] }).tests
const dashboard = JSON.parse(text('docs/operate/ops/dashboard.json')) as Dashboard
const panels = dashboard.panels.filter(({ type }) => type !== 'row')

/** Each panel's queries, as `panel A`. */
const targets = panels.flatMap(({ title, targets = [] }) =>
  targets.map((target) => ({ name: `${title} ${target.refId}`, ...target })),
)

describe('each alert', () => {
  const names = alerts.map(({ alert }) => alert)

  test('has a unique name, a waiting time and a severity', () => {
    expect(names).toEqual([...new Set(names)])
    for (const { alert, labels, for: waits } of alerts) {
      expect({ alert, waits, ...labels }).toEqual({
        alert: expect.stringMatching(/^Trademark[A-Z]\w+$/),
        waits: expect.stringMatching(/^\d+[mh]$/),
        severity: expect.stringMatching(/^(critical|warning|info)$/),
      })
    }
  })

  test('has a summary, a description and a link to a section of the handbook that names it', () => {
    for (const { alert, annotations } of alerts) {
      const { summary, description, runbook = '' } = annotations
      expect({ alert, summary, description }).toEqual({
        alert,
        summary: expect.stringMatching(/^[A-Z][^.]+$/),
        description: expect.stringMatching(/\.$/),
      })
      const [page = '', anchor = ''] = runbook.split('#')
      expect({ alert, runbook, isNamed: sectionsOf(page).get(anchor)?.includes(`\`${alert}\``) }).toEqual({
        alert,
        runbook,
        isNamed: true,
      })
    }
  })

  test('is tested both silent and raised by the tests of the rules', () => {
    for (const alert of names) {
      const shown = ruleTests
        .flatMap((each) => each.alert_rule_test)
        .filter(({ alertname }) => alertname === alert)
        .map(({ exp_alerts }) => exp_alerts.length > 0)
      expect({ alert, shown: [...new Set(shown)].sort() }).toEqual({ alert, shown: [false, true] })
    }
    expect(ruleTests.map(({ name }) => name).filter((name) => !names.includes(name))).toEqual([])
  })

  test('exists if the handbook names it', () => {
    const named = text('docs/operate/incidents.md').matchAll(/`(?<name>Trademark[A-Z]\w+)`/g)
    expect(
      [...named].map(({ groups }) => groups?.name ?? '').filter((name) => !names.includes(name)),
    ).toEqual([])
  })
})

test.each([
  'docs/operate/incidents.md',
  'docs/operate/ops/README.md',
  'docs/operate/install.md',
  'docs/operate/scale.md',
])('the links of %s lead to existing pages and sections', (page) => {
  const links = [...text(page).matchAll(/\]\((?<link>[^):]+)\)/g)].map(({ groups }) => groups?.link ?? '')
  expect(links.length).toBeGreaterThan(1)
  const lost = links.filter((link) => {
    const [file = '', anchor] = link.split('#')
    const path = file === '' ? page : join(dirname(page), file)
    return !existsSync(at(path)) || (anchor !== undefined && !sectionsOf(path).has(anchor))
  })
  expect(lost).toEqual([])
})

/** Returns the sections of a page by their anchors, as GitHub derives them from headings. */
function sectionsOf(page: string): Map<string, string> {
  const sections = text(page).split(/^(?=#+ )/m)
  return new Map(
    sections.map((section) => {
      const heading = /^#+ (?<heading>.*)$/m.exec(section)?.groups?.heading ?? ''
      return [
        heading
          .toLowerCase()
          .replaceAll(/[^\w\- ]/g, '')
          .replaceAll(' ', '-'),
        section,
      ]
    }),
  )
}

describe('the dashboard', () => {
  test('has a description, a unit and series names for every panel', () => {
    expect(dashboard.schemaVersion).toBe(42)
    for (const { title, description, targets, fieldConfig, type } of panels) {
      expect({ title, description }).toEqual({ title, description: expect.stringMatching(/[.]$/) })
      expect({ title, queries: targets?.length ?? 0 }).not.toMatchObject({ queries: 0 })
      expect({
        title,
        hasUnit: type === 'table' || type === 'state-timeline' || fieldConfig?.defaults.unit !== undefined,
      }).toEqual({ title, hasUnit: true })
    }
    expect(
      targets.filter(({ name, legendFormat }) => legendFormat === '' && !name.startsWith('Sources ')),
    ).toEqual([])
    expect(new Set(targets.map(({ datasource }) => JSON.stringify(datasource))).size).toBe(1)
  })

  test('has no panels with the same number or overlapping places, and none beyond its edge', () => {
    const ids = dashboard.panels.map(({ id }) => id)
    expect(ids).toEqual([...new Set(ids)])
    const places = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, place) => `${x + (place % w)},${y + Math.floor(place / w)}`),
    )
    expect(places).toHaveLength(new Set(places).size)
    expect(dashboard.panels.filter(({ gridPos: { x, w } }) => x + w > 24)).toEqual([])
  })
})

/** Replaces the variables of Grafana in a query, for a page that shows the last minute. */
const filledIn = (expression: string): string =>
  Object.entries({
    $job: 'trademark',
    $instance: '.+',
    $operation: '.+',
    $__rate_interval: '10s',
    $__range: '1m',
  }).reduce((filled, [variable, value]) => filled.replaceAll(variable, value), expression)

const expressions = [
  ...alerts.map(({ alert, expr }) => ({ name: alert, expr })),
  ...targets.map(({ name, expr }) => ({ name, expr })),
  ...dashboard.annotations.list.flatMap(({ expr }) =>
    expr === undefined ? [] : [{ name: 'annotation', expr }],
  ),
  ...dashboard.templating.list.flatMap(({ name, definition }) =>
    definition === undefined ? [] : [{ name, expr: definition }],
  ),
].map(({ name, expr }) => ({ name, expr: filledIn(expr) }))

/** A service that was called in every way, and what Prometheus stores of it. */
describe('of the running service', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  let prometheus: Prometheus | undefined
  let service: ServiceProcess
  let settings: Record<string, string> & { DATA_DIR: string }

  beforeAll(async () => {
    folder = await temporaryFolder()
    settings = { DATA_DIR: join(folder.path, 'data'), PORT: String(await freePort()) }
    await copyPreparedData(settings.DATA_DIR)
    service = new ServiceProcess(settings)
    const address = await service.address()
    if (whyNoPrometheus === undefined) {
      prometheus = await startPrometheus(folder.path, hastened(new URL(address).host))
    }
  })
  afterAll(async () => {
    await prometheus?.stop()
    endServices()
    await service.exitCode()
    await folder.remove()
  })

  /** Returns the operator's configuration with the address of the target and a shorter scrape interval. */
  function hastened(target: string): string {
    const configuration = parse(text('docs/operate/ops/prometheus.yml'))
    configuration.global = { scrape_interval: '1s', evaluation_interval: '1s' }
    configuration.rule_files = [at('docs/operate/ops/rules.yml')]
    configuration.scrape_configs[0].static_configs[0].targets = [target]
    return stringify(configuration)
  }

  /** Calls that leave a trace in every metric. */
  async function callAll(address: string): Promise<void> {
    const key = (await readFile(join(settings.DATA_DIR, 'sample-key'), 'utf8')).trim()
    const tool = { name: 'search_brands', arguments: { q: 'fiordo' } }
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: tool }
    for (const path of [
      '/v1/brands?q=fiordo',
      '/v1/brands/1',
      '/v1/freshness',
      '/v1/sync-runs',
      '/nothing',
      '/health',
    ]) {
      await ask({ address }, path, { key })
    }
    await ask({ address }, '/v1/brands')
    await fetch(`${address}/docs/llms.txt`)
    await sendRaw(address, 'nonsense\r\n\r\n')
    await ask({ address }, '/mcp', {
      key,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(message),
    })
  }

  const pageOf = async (address: string): Promise<string> => (await fetch(`${address}/metrics`)).text()

  /** Analyzes the marks, as the database does by itself within a minute. */
  async function countMarks(): Promise<void> {
    const member = await joinEmbeddedPostgres({ dataDir: settings.DATA_DIR, name: 'test' })
    const owner = openDatabase(member.connection, 'owner', 'test')
    await owner.query({ text: 'analyze brand', parameters: [] })
    await owner.close()
    await member.leave()
  }

  /** Restarts the service on a public address, waits for backups of both kinds, and returns its address. */
  async function startBackedUp(): Promise<string> {
    await service.stop()
    service = new ServiceProcess({
      ...settings,
      HOST: '0.0.0.0',
      BACKUP_TARGET: `file://${join(folder.path, 'backups')}`,
      ...(await backupKeys()).settings,
    })
    const address = await service.address()
    await countMarks()
    await until(async () => {
      const page = await pageOf(address)
      return (
        ['corpus"}', 'keys"}'].every((kind) =>
          page.includes(`trademark_backup_last_timestamp_seconds{kind="${kind}`),
        ) && page.includes('\ntrademark_brands ')
      )
    })
    return address
  }

  const withPrometheus = whyNoPrometheus === undefined ? test : test.skip

  const running = (): Prometheus => prometheus as Prometheus

  interface Found {
    result: { value?: [number, string]; values?: [number, string][] }[]
  }

  /** Evaluates a query as Grafana does, now or over the last minute, and counts the values that are numbers. */
  async function evaluate({
    name,
    expr,
    instant,
  }: Target & { name: string }): Promise<{ name: string; numbers: number }> {
    const query = filledIn(expr)
    const now = Date.now() / 1_000
    const { error, warnings, data } = instant
      ? await running().ask<Found>('query', { query })
      : await running().ask<Found>('query_range', { query, start: `${now - 60}`, end: `${now}`, step: '1' })
    if (error !== undefined || warnings !== undefined) {
      throw new Error(`${name}: ${error ?? warnings}: ${query}`)
    }
    const values = data.result.flatMap(({ value, values = [] }) => (value === undefined ? values : [value]))
    return { name, numbers: values.filter(([, value]) => value !== 'NaN').length }
  }

  const empty = async (): Promise<string[]> =>
    (await Promise.all(targets.map(evaluate))).filter(({ numbers }) => numbers === 0).map(({ name }) => name)

  const lastScrape = async (): Promise<string | undefined> =>
    (await running().ask<{ activeTargets: { lastScrape: string }[] }>('targets')).data.activeTargets[0]
      ?.lastScrape

  /** Returns the items that are still missing after more scrapes than any query looks back over. */
  async function leftAfterScrapes(missing: () => Promise<string[]>): Promise<string[]> {
    for (let scrapes = 0; scrapes < 15 && (await missing()).length > 0; scrapes++) {
      const before = await lastScrape()
      await until(async () => (await lastScrape()) !== before)
    }
    return missing()
  }

  withPrometheus('Prometheus scrapes all metrics without errors', async () => {
    const up = async () => (await running().ask<Found>('query', { query: 'up{job="trademark"}' })).data.result
    await until(async () => (await up())[0]?.value?.[1] === '1')
    const { data } = await running().ask<{ activeTargets: object[] }>('targets')
    expect(data.activeTargets).toMatchObject([{ health: 'up', lastError: '' }])
    const page = await (await fetch(`${await service.address()}/metrics`)).text()
    expect(promtool(['check', 'metrics'], page)).toEqual({ code: 0, said: '' })
    const refused = [...(await running().metrics()).matchAll(REFUSED)]
    expect(refused.length).toBeGreaterThan(3)
    expect(refused.filter(({ groups }) => groups?.samples !== '0')).toEqual([])
    expect(running().complaints()).toBe('')
  })

  /** Matches the counters of samples that Prometheus could not store. */
  const REFUSED = /^prometheus_target_scrapes?_\w*(?:sample|limit)\w*_total (?<samples>\d+)$/gm

  withPrometheus('Prometheus loads the rules, and evaluates all of them without errors', async () => {
    interface Rules {
      groups: { rules: { name: string; health: string; lastError?: string }[] }[]
    }
    const rules = async () =>
      (await running().ask<Rules>('rules')).data.groups.flatMap((group) => group.rules)
    await until(async () => (await rules()).every(({ health }) => health !== 'unknown'))
    const loaded = await rules()
    expect(loaded.map(({ name }) => name).sort()).toEqual(alerts.map(({ alert }) => alert).sort())
    expect(loaded.filter(({ health }) => health !== 'ok')).toEqual([])
  })

  withPrometheus('a fresh service leaves no panel of the dashboard empty', async () => {
    const says = (panel: Panel): boolean =>
      panel.fieldConfig?.defaults.noValue !== undefined && panel.type === 'stat'
    const silent = async (): Promise<string[]> => {
      const without = new Set(await empty())
      return panels
        .filter(
          (panel) =>
            !says(panel) &&
            (panel.targets ?? []).every(({ refId }) => without.has(`${panel.title} ${refId}`)),
        )
        .map(({ title }) => title)
    }
    expect(await leftAfterScrapes(silent)).toEqual([])
  })

  test('every metric, label and value that an alert or the dashboard names is exported', async () => {
    const address = await startBackedUp()
    await callAll(address)
    const vocabulary = vocabularyOf(await pageOf(address))
    const unknown = expressions.flatMap(({ name, expr }) =>
      unknownIn(expr, vocabulary).map((what) => `${name}: ${what}`),
    )
    expect(unknown).toEqual([])
  })

  /** Queries that return no series for a healthy service, and why. */
  const EMPTY_WHEN_HEALTHY: Readonly<Record<string, string>> = {
    'Newest backup B': 'a place for backups is configured',
  }

  withPrometheus('each query of the dashboard returns series for a service that was called', async () => {
    const address = await service.address()
    const unexpected = async () => (await empty()).filter((name) => EMPTY_WHEN_HEALTHY[name] === undefined)
    const calledAgain = async () => {
      await callAll(address)
      return unexpected()
    }
    expect(await leftAfterScrapes(calledAgain)).toEqual([])
    expect(running().complaints()).toBe('')
  })
})

const withPromtool = whyNoPrometheus === undefined ? test : test.skip

withPromtool.each([
  ['check', 'config', 'docs/operate/ops/prometheus.yml'],
  ['check', 'rules', 'docs/operate/ops/rules.yml'],
  ['test', 'rules', 'docs/operate/ops/rules.test.yml'],
])('promtool accepts: %s %s %s', (does, what, file) => {
  expect(promtool([does, what, at(file)])).toMatchObject({
    code: 0,
    said: expect.stringContaining('SUCCESS'),
  })
})
