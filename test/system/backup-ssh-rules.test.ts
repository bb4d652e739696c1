import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSshServer, whyNoSshServer } from '../support/backup-targets/ssh-server.ts'
import { describeTarget, MIB } from '../support/backup-targets/target-rules.ts'

async function start() {
  const server = await startSshServer()
  const path = await mkdtemp(join(tmpdir(), "backup 'remote' $HOME "))
  return {
    url: (name: string) => server.url(encodeURI(`${path}/${name}`)),
    quickUrl: (name: string) => `${path}/${name}`,
    sshArguments: server.lastingArguments,
    sizes: [33 * MIB],
    partMib: 4,
    async stop() {
      await server.stop()
      await rm(path, { recursive: true })
    },
  }
}

describeTarget('a folder over SSH', start, whyNoSshServer)
