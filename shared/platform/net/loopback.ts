/** Whether a host, as a setting, a socket or a URL names it, is one that only this machine can reach. */
export const isLoopback = (host: string): boolean =>
  /^(localhost|::1|\[::1\]|(::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3})$/i.test(host)
