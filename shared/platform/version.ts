import packageJson from '../../package.json' with { type: 'json' }

/** The version of this software, as `package.json` has it. */
export const VERSION: string = packageJson.version

/** What this software calls itself where it asks others for something. */
export const PRODUCT = `trademark-read-service/${VERSION}`
