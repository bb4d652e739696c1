/** The name of the API key in the session storage of the tab, if the user stores it. The page stores nothing else. */
const NAME = 'trademark-api-key'

/** Returns the stored key; undefined if no key is stored, or if the browser allows no storage. */
export function keptKey(): string | undefined {
  try {
    return sessionStorage.getItem(NAME) ?? undefined
  } catch {
    return undefined
  }
}

/** Stores a key until the tab is closed; undefined deletes the stored key. */
export function keepKey(key: string | undefined): void {
  try {
    if (key === undefined) sessionStorage.removeItem(NAME)
    else sessionStorage.setItem(NAME, key)
  } catch {
    // The browser allows no storage: the user must type the key again the next time.
  }
}
