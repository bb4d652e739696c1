/** The key that its owner keeps for the session of the browser tab; nothing else is stored. */
const NAME = 'trademark-api-key'

/** Returns the kept key; undefined without one, and where the browser stores nothing. */
export function keptKey(): string | undefined {
  try {
    return sessionStorage.getItem(NAME) ?? undefined
  } catch {
    return undefined
  }
}

/** Keeps a key until the tab is closed; undefined deletes it. */
export function keepKey(key: string | undefined): void {
  try {
    if (key === undefined) sessionStorage.removeItem(NAME)
    else sessionStorage.setItem(NAME, key)
  } catch {
    // Without a storage, the key has to be typed again.
  }
}
