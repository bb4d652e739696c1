/** The office's own time zone: its days and months are those of this service. */
export const TIME_ZONE = 'America/Santiago'

/** The day that it is in Chile, `YYYY-MM-DD`. */
export const chileanDay = (at: Date): string => at.toLocaleDateString('sv-SE', { timeZone: TIME_ZONE })
