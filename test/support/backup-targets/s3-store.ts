import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'

/** The environment with the credentials that the store of the tests accepts. */
export const CREDENTIALS = {
  AWS_ACCESS_KEY_ID: 'S3RVER',
  AWS_SECRET_ACCESS_KEY: 'S3RVER',
  AWS_EC2_METADATA_DISABLED: 'true', // no request to other machines for credentials
}

export interface Store {
  /** Returns the URL of a prefix in its bucket. */
  url(prefix: string, bucket?: string): string
  stop(): Promise<void>
}

/** Starts an S3 store on loopback, with a bucket `backups`. */
export async function startStore(): Promise<Store> {
  const directory = await mkdtemp(join(tmpdir(), 'backup-store-'))
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    directory,
    silent: true,
    configureBuckets: [{ name: 'backups', configs: [] }],
  })
  const { port } = await server.run()
  return {
    url: (prefix, bucket = 'backups') => `s3://${bucket}/${prefix}?endpoint=http://127.0.0.1:${port}`,
    async stop() {
      server.httpServer.closeAllConnections()
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
