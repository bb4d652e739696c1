/** The time zone of the office, for all days and months of this service. */
export const TIME_ZONE = 'America/Santiago'

/** Returns the day in Chile at an instant, as `YYYY-MM-DD`. */
export const chileanDay = (at: Date): string => at.toLocaleDateString('sv-SE', { timeZone: TIME_ZONE })
