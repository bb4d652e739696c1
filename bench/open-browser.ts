import { type Browser, chromium } from 'playwright-core'
import { BROWSER } from '../test/support/browser.ts'
import { MeasuringError, type Run } from './part.ts'

/** Starts Debian's Chromium; it ends with the run at the latest. @throws MeasuringError where there is none */
export async function openBrowser(run: Run): Promise<Browser> {
  if (BROWSER === undefined) {
    throw new MeasuringError('No Chromium is here: install the package chromium.')
  }
  const browser = await chromium.launch(BROWSER)
  run.atEnd(() => browser.close())
  return browser
}
