/** A mail address or a URL that can stand in the brackets of a User-Agent (RFC 9110, 10.1.5): whom somebody can turn to. */
const CONTACT =
  /^(?=[\x21-\x7e]{1,200}$)(?:(?:mailto:)?[^\s@()\\]+@[^\s@()\\]+\.[a-z]{2,}|https?:\/\/[^\s()\\]+)$/i

export const isContact = (text: string): boolean => CONTACT.test(text)
