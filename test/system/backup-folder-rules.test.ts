import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeTarget, MIB } from '../support/backup-targets/target-rules.ts'

describeTarget('a folder', async () => {
  const path = await mkdtemp(join(tmpdir(), 'backup-folder-'))
  return {
    url: (name) => `file://${path}/${name}`,
    sizes: [33 * MIB],
    partMib: 4,
    stop: () => rm(path, { recursive: true }),
  }
})
