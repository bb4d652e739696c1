import { SyncError } from '../../sync-error.ts'

/**
 * Parses JSON, and rejects an object that has a member twice. `JSON.parse` would silently keep only the last value of the
 * member.
 *
 * @throws SyntaxError if the text is not JSON
 * @throws SyncError `file_unreadable` for a repeated member
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  if (writtenMembers(text) > membersOf(value)) {
    throw new SyncError(
      'file_unreadable',
      'An object in the JSON has a member twice, so it is unknown which value applies.',
    )
  }
  return value
}

/** Counts the members of all objects in valid JSON. A string is the name of a member if a colon follows the string. */
function writtenMembers(text: string): number {
  let members = 0
  for (let start = text.indexOf('"'); start >= 0; ) {
    let end = start + 1
    while (text[end] !== '"') {
      end += text[end] === '\\' ? 2 : 1
    }
    start = text.indexOf('"', end + 1)
    members += /^\s*:/.test(text.slice(end + 1, start < 0 ? undefined : start)) ? 1 : 0
  }
  return members
}

/** Counts the members of all objects in a value, without recursion, because a value may be nested to any depth. */
function membersOf(value: unknown): number {
  let members = 0
  const pending = [value]
  while (pending.length > 0) {
    const each = pending.pop()
    if (typeof each === 'object' && each !== null) {
      const values = Object.values(each)
      members += Array.isArray(each) ? 0 : values.length
      for (const inner of values) {
        pending.push(inner)
      }
    }
  }
  return members
}
