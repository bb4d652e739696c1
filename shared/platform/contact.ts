/** Matches a mail address or a URL that is valid in a comment of a User-Agent (RFC 9110, 10.1.5). */
const CONTACT =
  /^(?=[\x21-\x7e]{1,200}$)(?:(?:mailto:)?[^\s@()\\]+@[^\s@()\\]+\.[a-z]{2,}|https?:\/\/[^\s()\\]+)$/i

/** Returns whether a text is a valid contact of the operator. */
export const isContact = (text: string): boolean => CONTACT.test(text)
