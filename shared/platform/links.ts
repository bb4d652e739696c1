import { config } from './config.ts'

/** Returns the URL of a path for clients: below `PUBLIC_URL` if it is set, otherwise relative. */
export const addressOf = (path: string): string => `${config().publicOrigin ?? ''}${path}`
