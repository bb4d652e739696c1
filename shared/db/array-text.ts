/** Returns numbers as a PostgreSQL array literal. The driver takes three times as long for an array of hundreds of values. */
export const arrayText = (values: readonly unknown[]): string => `{${values.join()}}`

/** Returns the numbers in an array literal that PostgreSQL or `arrayText` has written. */
export const arrayValues = (text: string): string[] => (text === '{}' ? [] : text.slice(1, -1).split(','))
