import { detail } from './detail.ts'
import type { Part } from './part.ts'

/** What can be measured, in the order in which it is. */
export const parts: Readonly<Record<string, Part>> = { detail }
