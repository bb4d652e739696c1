/**
 * Returns numbers as the text of a PostgreSQL array. For hundreds of values, this takes a third of the time that the driver
 * takes for an array.
 */
export const arrayText = (values: readonly unknown[]): string => `{${values.join()}}`

/** Returns the numbers in the text of an array that PostgreSQL or `arrayText` has written. */
export const arrayValues = (text: string): string[] => (text === '{}' ? [] : text.slice(1, -1).split(','))
