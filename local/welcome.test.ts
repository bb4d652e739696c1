import { describe, expect, test } from '@jest/globals'
import { welcome } from './welcome.ts'

const served = { address: 'http://127.0.0.1:8080', marks: 0, dataDir: '.data', byNpm: true }

describe('the commands of the welcome', () => {
  test('are those of npm, on the same data', () => {
    expect(welcome(served, 'sample')).toContain('  npm run keys -- create --consumer NAME')
    const elsewhere = { ...served, dataDir: '/srv/marks' }
    expect(welcome(elsewhere, 'sample')).toContain(' DATA_DIR=/srv/marks npm run sync -- sheets')
  })

  test('are those of Node where npm has not started the service, as in an image', () => {
    expect(welcome({ ...served, dataDir: '/data', byNpm: false }, 'register')).toContain(
      '  node scripts/keys.ts create --consumer NAME',
    )
  })
})
