/** Returns whether a host of a setting, a socket or a URL is a loopback address. */
export const isLoopback = (host: string): boolean =>
  /^(localhost|::1|\[::1\]|(::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3})$/i.test(host)
