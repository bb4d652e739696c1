const FORM = /^\d{4}-\d{2}-\d{2}$/

/** Returns whether a text is an existing day, as `YYYY-MM-DD`, from year 1: the calendar has no year 0. */
export function isDay(text: string): boolean {
  if (!FORM.test(text) || text.startsWith('0000')) {
    return false
  }
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}
