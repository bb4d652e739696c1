/** For clusters that nobody will miss. */
export const QUICK = { fsync: 'off', shared_buffers: '16MB' }
