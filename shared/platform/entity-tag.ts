const TAG = String.raw`(?:W/)?"[!#-~\x80-\xff]*"`

/** Matches one or more tags separated by commas. A list may have empty elements (RFC 9110, 5.6.1.2). */
const LIST = new RegExp(`^[ \\t,]*${TAG}(?:[ \\t]*,[ \\t,]*${TAG})*[ \\t,]*$`)

const opaque = (tag: string): string => tag.replace(/^W\//, '').slice(1, -1)

/** Returns the opaque parts of the tags in an `If-None-Match`; an empty list for an invalid value. */
export const tagsIn = (ifNoneMatch: string | undefined): string[] =>
  ifNoneMatch !== undefined && LIST.test(ifNoneMatch)
    ? (ifNoneMatch.match(new RegExp(TAG, 'g')) ?? []).map(opaque)
    : []

/**
 * Returns whether an `If-None-Match` matches a tag, by weak comparison (RFC 9110, 13.1.2 and 8.8.3.2). `*` matches every
 * tag; an invalid value matches no tag.
 */
export const matches = (ifNoneMatch: string | undefined, tag: string): boolean =>
  ifNoneMatch?.trim() === '*' || tagsIn(ifNoneMatch).includes(opaque(tag))
