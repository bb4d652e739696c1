/** Returns a request as a curl command. The key is a shell variable of the reader, and quotes in the URL are escaped. */
export const curlOf = (url: string): string => `curl -H "X-API-Key: $KEY" '${url.replaceAll("'", '%27')}'`
