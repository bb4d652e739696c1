import { expect, test } from 'vitest'
import type { BackupPlace } from '../../shared/backup/backup-place.ts'
import type { Database } from '../../shared/db/database.ts'
import { makeBackups } from './make-backups.ts'

test('a stop between two backups is an error, so that the command does not report success', async () => {
  const place = { target: { place: 'the target' } } as BackupPlace
  const stopped = AbortSignal.abort(new Error('Stopped.'))
  expect(await makeBackups({} as Database, ['keys', 'corpus'], place, stopped)).toMatchObject({
    made: [],
    error: new Error('Stopped.'),
  })
})
