const TAG = String.raw`(?:W/)?"[!#-~\x80-\xff]*"`

/** One or more tags with commas between them; a list may also have empty places (RFC 9110, 5.6.1.2). */
const LIST = new RegExp(`^[ \\t,]*${TAG}(?:[ \\t]*,[ \\t,]*${TAG})*[ \\t,]*$`)

const opaque = (tag: string): string => tag.replace(/^W\//, '').slice(1, -1)

/** What stands between the quotes of the tags in an `If-None-Match`; of what is no list of tags, nothing. */
export const tagsIn = (ifNoneMatch: string | undefined): string[] =>
  ifNoneMatch !== undefined && LIST.test(ifNoneMatch)
    ? (ifNoneMatch.match(new RegExp(TAG, 'g')) ?? []).map(opaque)
    : []

/**
 * Whether a client that sends this `If-None-Match` has the answer of this tag already. Compared weakly (RFC 9110,
 * 13.1.2 and 8.8.3.2): of two tags, only what stands between the quotes counts. `*` is any answer; what is neither that
 * nor a list of tags matches nothing, so that its sender gets the whole answer.
 */
export const matches = (ifNoneMatch: string | undefined, tag: string): boolean =>
  ifNoneMatch?.trim() === '*' || tagsIn(ifNoneMatch).includes(opaque(tag))
