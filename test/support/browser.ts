import { existsSync } from 'node:fs'
import type { LaunchOptions } from 'playwright-core'

/** Debian's Chromium without windows, which needs less than half the processor time. */
const PATH = '/usr/bin/chromium-headless-shell'

/** The launch options of the browser, without its own network requests. Undefined if it is not installed. */
export const BROWSER: LaunchOptions | undefined = existsSync(PATH)
  ? {
      executablePath: PATH,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    }
  : undefined
