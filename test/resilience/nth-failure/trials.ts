import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { expect } from 'vitest'
import { deriveSigningKey } from '../../../shared/backup/signing-key.ts'
import { openTarget } from '../../../shared/backup/targets/open-target.ts'
import { openDatabase } from '../../../shared/db/database.ts'
import { openReport } from '../../support/figures.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts'
import type { Operation, Trial } from './operations.ts'

/** A kind of fault: lost statements, or failed calls of the file system. */
export interface Faults {
  /** The plural name of the things that fail, such as `statements`. */
  readonly name: string
  /** The ways in which a statement or call can fail. */
  readonly losses: readonly string[]
  /** Prepares the faults of a trial on the database at `url`. */
  open(url: string): Promise<{
    /** The URL of the database for the operation. */
    readonly url: string
    /** Resets the counter, and makes number `place` fail, from 1; none if undefined. */
    arm(place?: number, loss?: string): void
    count(): number
    close(): Promise<void>
  }>
}

/**
 * The number of places of each operation that fail: with FAULTS=short, some drawn by a seed. With FAULTS=sweep, every place
 * fails in one way, which depends on the seed; otherwise in every way.
 */
const PLACES = process.env.FAULTS === 'short' ? 3 : Number.POSITIVE_INFINITY
const IS_SWEEP = process.env.FAULTS === 'sweep'
const SEED = Number(process.env.NTH_SEED ?? randomInt(2 ** 31))

export interface Trials {
  /**
   * Makes each statement or call of an operation fail once in each way. Expects the invariants after the failure, and the
   * complete result after a repetition. Reports the number of failures.
   */
  failEach(name: string, operation: Operation): Promise<void>
  /** Runs an operation on a copy of its prepared database, then `work`. */
  after(operation: Operation, work: (trial: Trial) => Promise<void>): Promise<void>
  close(): Promise<void>
}

/** Prepares trials that write the report `report/NAME.md`. */
export async function openTrials(name: string, title: string, faults: Faults): Promise<Trials> {
  const folder = await temporaryFolder()
  const identity = await generateX25519Identity()
  const recipient = await identityToRecipient(identity)
  const report = openReport(name, title)
  const templates: TestDatabase[] = []
  const counts = { trials: 0, broken: 0, folders: 0 }
  report('seed (NTH_SEED)', String(SEED))

  /** Returns the name of the template database for the trials of an operation. */
  async function templateOf({ prepare }: Operation): Promise<string> {
    if (prepare === undefined) return 'template0'
    const template = await createTestDatabase()
    templates.push(template)
    const owner = openDatabase({ connectionString: template.url }, 'owner', 'test')
    await prepare(owner)
    await owner.close() // a database with a connection cannot be copied
    return new URL(template.url).pathname.slice(1)
  }

  async function onCopy<Result>(
    template: string,
    work: (trial: Trial, opened: Awaited<ReturnType<Faults['open']>>) => Promise<Result>,
  ): Promise<Result> {
    const copy = await createTestDatabase(template)
    const opened = await faults.open(copy.url)
    try {
      counts.folders += 1
      const target = openTarget(`file://${join(folder.path, String(counts.folders))}`)
      const place = { target, recipient, signingKey: deriveSigningKey(identity) }
      const [owner, serving] = [copy.open('owner'), copy.open('trademark_serve')]
      return await work({ owner, serving, place, identity }, opened)
    } finally {
      opened.arm()
      await copy.drop()
      await opened.close()
    }
  }

  /** Makes one statement or call of an operation fail. */
  async function fail(
    template: string,
    operation: Operation,
    { place, loss, after }: { place: number; loss: string; after: unknown },
  ): Promise<void> {
    counts.trials += 1
    await onCopy(template, async (trial, { url, arm }) => {
      await operation.begin?.(trial)
      const before = await operation.state(trial)
      arm(place, loss)
      const result = await runOn(url, operation, trial)
      arm()
      const now = await operation.state(trial)
      operation.expectWhole({ before, after, now, result })
      const again = await runOn(url, operation, trial)
      const left = { before: now, after, now: await operation.state(trial), result: again }
      if (operation.expectNext) operation.expectNext(left)
      else expect(left.now).toEqual(after)
    })
  }

  /** Returns the ways in which a place fails. */
  const waysAt = (place: number): readonly string[] =>
    IS_SWEEP ? faults.losses.slice((place + SEED) % faults.losses.length).slice(0, 1) : faults.losses

  return {
    async failEach(operationName, operation) {
      const template = await templateOf(operation)
      const { count, after } = await onCopy(template, async (trial, opened) => {
        await operation.begin?.(trial)
        opened.arm()
        expect(await runOn(opened.url, operation, trial)).toBeDefined()
        return { count: opened.count(), after: await operation.state(trial) }
      })
      expect(count).toBeGreaterThan(0)
      const places = drawn(count)
      const broken: string[] = []
      for (const place of places) {
        for (const loss of waysAt(place)) {
          await fail(template, operation, { place, loss, after }).catch((error: Error) => {
            broken.push(`${place} of ${count} ${faults.name}, ${loss} (NTH_SEED=${SEED}): ${error.stack}`)
          })
        }
      }
      counts.broken += broken.length
      const ways = `each failed in ${waysAt(0).length} ways, ${broken.length} with a broken invariant`
      report(operationName, `${places.length} of ${count} ${faults.name}, ${ways}`)
      expect(broken).toEqual([])
    },
    async after(operation, work) {
      await onCopy(await templateOf(operation), async (trial, { url }) => {
        expect(await runOn(url, operation, trial)).toBeDefined()
        await work(trial)
      })
    },
    async close() {
      report('trials with a broken invariant', `${counts.broken} of ${counts.trials}`)
      await Promise.all(templates.map((template) => template.drop()))
      await folder.remove()
    },
  }
}

/** Runs an operation and returns its result, or undefined if it is rejected. */
async function runOn(url: string, operation: Operation, trial: Trial): Promise<unknown> {
  const database = openDatabase({ connectionString: url }, operation.role, 'test')
  try {
    return await operation.run(database, trial)
  } catch {
    return undefined
  } finally {
    await database.close()
  }
}

/** Returns the places that fail, from 1: all, or some drawn by the seed. */
function drawn(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1)
    .map((place) => ({ place, order: (place * 2_654_435_761 + SEED * 40_503) % 2 ** 32 }))
    .sort((one, other) => one.order - other.order)
    .slice(0, PLACES)
    .map(({ place }) => place)
}
