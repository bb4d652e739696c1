import packageJson from '../../package.json' with { type: 'json' }

/** The version of this software in `package.json`. */
export const VERSION: string = packageJson.version

/** The product name of this software in a User-Agent. */
export const PRODUCT = `trademark-read-service/${VERSION}`
