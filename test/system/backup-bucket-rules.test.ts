import { startStore } from '../support/backup-targets/s3-store.ts'
import { describeTarget, MIB } from '../support/backup-targets/target-rules.ts'

describeTarget('a bucket', async () => {
  const store = await startStore()
  return {
    url: (name) => store.url(name),
    sizes: [16 * MIB - 1, 16 * MIB, 16 * MIB + 1, 33 * MIB],
    partMib: 40,
    stop: () => store.stop(),
  }
})
