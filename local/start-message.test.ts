import { describe, expect, test } from 'vitest'
import { sampleStartMessage, startMessage } from './start-message.ts'

const served = {
  address: 'http://127.0.0.1:8080',
  marks: 0,
  dataDir: '.data',
  databaseVariables: [],
  byNpm: true,
  hasPages: true,
}

describe('the commands of the start message', () => {
  test('use npm and the data directory of the service', () => {
    expect(startMessage(served, 'sample')).toContain('  npm run keys -- create --consumer NAME')
    const elsewhere = { ...served, dataDir: '/srv/marks' }
    expect(startMessage(elsewhere, 'sample')).toContain(' DATA_DIR=/srv/marks npm run sync -- sheets')
  })

  test('use the database of the service, if it is not the embedded one', () => {
    const databaseVariables = [
      { name: 'DATABASE_URL', value: 'postgres://trademark:PASSWORD@db.example/trademark?sslmode=require' },
      { name: 'DATABASE_INGEST_URL_FILE', value: "/srv/it's/ingest_url" },
    ]
    expect(startMessage({ ...served, databaseVariables }, 'register')).toContain(
      " DATABASE_URL='postgres://trademark:PASSWORD@db.example/trademark?sslmode=require' " +
        "DATABASE_INGEST_URL_FILE='/srv/it'\\''s/ingest_url' npm run sync -- sheets",
    )
  })

  test('use Node if npm did not start the service, as in a container image', () => {
    expect(startMessage({ ...served, dataDir: '/data', byNpm: false }, 'register')).toContain(
      '  node scripts/keys.ts create --consumer NAME',
    )
  })
})

describe('the address of the documentation', () => {
  const messages = (hasPages: boolean) => [
    sampleStartMessage({ ...served, hasPages }, 'tmk_key', '1132851'),
    startMessage({ ...served, hasPages }, 'register'),
  ]

  test('is in the start message', () => {
    for (const message of messages(true)) {
      expect(message).toMatch(/^Documentation.*: +http:\/\/127\.0\.0\.1:8080\/docs\n/m)
    }
  })

  test('is not in the start message if the pages are not built', () => {
    for (const message of messages(false)) {
      expect(message).not.toMatch(/documentation|\/docs/i)
      expect(message).not.toContain('\n\n\n')
    }
  })
})
