/** A request as a command to copy. The key is the reader's own variable, and its address cannot end the quotes around it. */
export const curlOf = (url: string): string => `curl -H "X-API-Key: $KEY" '${url.replaceAll("'", '%27')}'`
