import { InvalidArgumentError } from 'commander'

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/

/** An instant as it was typed, in RFC 3339; its seconds may be left out. */
export function readInstant(text: string): Date {
  const instant = new Date(text)
  if (!INSTANT.test(text) || Number.isNaN(instant.getTime())) {
    throw new InvalidArgumentError('It must be an instant with its zone, such as 2026-11-22T05:00Z.')
  }
  return instant
}
