/** Server settings for test clusters, whose data may be lost. */
export const QUICK = { fsync: 'off', shared_buffers: '16MB' }
