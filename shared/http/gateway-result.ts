/**
 * Returns the result of a handler in the form that API Gateway accepts: a body of bytes in base64. The functions of AWS
 * Lambda return it; the server of one machine sends the bytes as they are.
 */
export function toGatewayResult(result: unknown): unknown {
  const { body } = (result ?? {}) as { body?: unknown }
  return Buffer.isBuffer(body)
    ? { ...(result as object), body: body.toString('base64'), isBase64Encoded: true }
    : result
}
