/** Converts the result of a handler to the form that API Gateway accepts: encodes a body of bytes in base64. */
export function toGatewayResult(result: unknown): unknown {
  const { body } = (result ?? {}) as { body?: unknown }
  return Buffer.isBuffer(body)
    ? { ...(result as object), body: body.toString('base64'), isBase64Encoded: true }
    : result
}
