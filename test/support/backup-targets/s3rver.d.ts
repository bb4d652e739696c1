/** Types of an untyped package, as far as the tests use it. */
declare module 's3rver' {
  import type { Server } from 'node:http'
  import type { AddressInfo } from 'node:net'

  export default class S3rver {
    constructor(options: {
      address: string
      port: number
      directory: string
      silent: boolean
      configureBuckets: readonly { name: string; configs: readonly string[] }[]
    })
    run(): Promise<AddressInfo>
    readonly httpServer: Server
    close(): Promise<void>
  }
}
