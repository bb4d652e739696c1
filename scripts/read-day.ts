import { InvalidArgumentError } from 'commander'

/** An option's value that must be a day, as YYYY-MM-DD. */
export function readDay(text: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || !isDay(text)) {
    throw new InvalidArgumentError('It must be a day that exists, as YYYY-MM-DD.')
  }
  return text
}

const isDay = (text: string): boolean => {
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) && text >= '1970'
}
