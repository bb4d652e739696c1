import { config } from './config.ts'

/** The address of one of our paths as a client may follow it: under `PUBLIC_URL` where that is set, otherwise relative. */
export const addressOf = (path: string): string => `${config().publicOrigin ?? ''}${path}`
