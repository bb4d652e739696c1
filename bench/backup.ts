import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { BACKED_UP } from '../shared/backup/tables.ts'
import type { Database } from '../shared/db/database.ts'
import { backupGoals, type Moved, movedTable, type Way } from './backup-figures.ts'
import { type BenchDatabase, openBenchDatabase, openEmptyPlace } from './bench-database.ts'
import { type Commanded, runCommand } from './command.ts'
import { whole } from './figures-table.ts'
import { annotate, fillKeys, fillMarks, settle } from './fill.ts'
import { databaseFacts } from './machine.ts'
import type { Part, Run } from './part.ts'

const KEYS = 1_000
const BYTES_OF_MEGABYTE = 1_000_000

/** A backup of everything into a folder, and its restore into an empty database. */
export const backup: Part = {
  summary: 'npm run backup and npm run restore, next to the bare copy of the same tables',
  marks: 1_000_000,
  async measure(run) {
    run.step('making a database')
    const database = await openBenchDatabase(run)
    await fillMarks(run, database)
    await annotate(database.owner)
    await fillKeys(database.owner, KEYS)
    await settle(database.owner)
    const place = await openPlace(run)
    const moved: Moved[] = []
    for (let round = 0; round < run.rounds; round++) {
      moved.push(...(await measureRound(run, database, place)))
    }
    return {
      facts: {
        load: `${whole(run.marks)} marks, ${whole(KEYS)} keys; into a folder of this machine; rounds: ${run.rounds}`,
        'bare copy': 'COPY TO STDOUT of the same tables, thrown away: neither compressed, encrypted nor kept',
        restore:
          'into an empty database: reading all of it first, the rows, the listing and the search index',
        ...(await databaseFacts(database.owner)),
      },
      tables: { backup: movedTable(moved) },
      goals: backupGoals(moved, run.marks),
    }
  },
}

/** Settings of a place for backups, and the key that opens them. */
interface Place {
  environment: Record<string, string>
  keyFile: string
}

async function openPlace({ folder }: Run): Promise<Place> {
  const identity = await generateX25519Identity()
  const keyFile = join(folder, 'backup.key')
  await writeFile(keyFile, identity)
  const environment = {
    BACKUP_TARGET: `file://${join(folder, 'backups')}`,
    BACKUP_RECIPIENT: await identityToRecipient(identity),
  }
  return { environment, keyFile }
}

async function measureRound(run: Run, { owner, environment }: BenchDatabase, place: Place): Promise<Moved[]> {
  run.step('copying the tables, and nothing else')
  const bare = await copyBare(owner)
  const settings = { ...environment, ...place.environment }
  run.step('backing up')
  const made = toldBy('backup', await runCommand(run, 'backup', [], settings))
  run.step('verifying')
  const key = ['--identity', place.keyFile]
  const verified = toldBy('verify', await runCommand(run, 'backup', ['verify', ...key], settings))
  run.step('restoring')
  const empty = { ...(await openEmptyPlace(run)), ...place.environment }
  const restored = await runCommand(run, 'restore', key, empty)
  const rows = Object.values((restored.said as { rows: Record<string, number> }).rows)
  const { seconds, peakMegabytes } = restored
  return [
    bare,
    made,
    verified,
    {
      way: 'restore',
      seconds,
      peakMegabytes,
      rows: rows.reduce((sum, each) => sum + each, 0),
      megabytes: made.megabytes,
    },
  ]
}

function toldBy(way: Way, { said, seconds, peakMegabytes }: Commanded): Moved {
  const { backups } = said as { backups: { rows: number; bytes: number }[] }
  return {
    ...{ way, seconds, peakMegabytes },
    rows: backups.reduce((sum, { rows }) => sum + rows, 0),
    megabytes: backups.reduce((sum, { bytes }) => sum + bytes, 0) / BYTES_OF_MEGABYTE,
  }
}

async function copyBare(owner: Database): Promise<Moved> {
  const startedAt = performance.now()
  let bytes = 0
  let rows = 0
  await owner.snapshot(async ({ copyOut }) => {
    for (const table of [...BACKED_UP.keys, ...BACKED_UP.corpus]) {
      rows += await copyOut({ text: `copy ${table} to stdout`, parameters: [] }, async (chunks) => {
        for await (const chunk of chunks) {
          bytes += chunk.length
        }
      })
    }
  })
  const seconds = (performance.now() - startedAt) / 1_000
  return { way: 'bare copy', seconds, peakMegabytes: null, rows, megabytes: bytes / BYTES_OF_MEGABYTE }
}
