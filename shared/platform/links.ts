import { config } from './config.ts'

/** Returns the URL of a path for clients: an absolute URL if `PUBLIC_URL` is set, otherwise the path itself. */
export const addressOf = (path: string): string => `${config().publicOrigin ?? ''}${path}`
