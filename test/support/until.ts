import { setTimeout as wait } from 'node:timers/promises'

/** Waits until `condition` holds; a test's own timeout ends the wait. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) {
    await wait(20)
  }
}
