import type { Plugin } from 'esbuild'

const NO_VALIDATOR = `
export { default as process } from 'node:process'
export class DefaultJsonSchemaValidator {
  getValidator() {
    throw new Error('This server asks its clients for nothing that would have to be checked.')
  }
}`

/**
 * The SDK of MCP brings three versions of a validator of its own, for what servers ask their clients for. This one asks for
 * nothing, and checks arguments itself: what each new instance of a function would load for it is left out.
 */
export const oneValidator: Plugin = {
  name: 'one-validator',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^@modelcontextprotocol\/server\/_shims$/ }, ({ path }) => ({
      path,
      namespace: 'one-validator',
    }))
    onLoad({ filter: /.*/, namespace: 'one-validator' }, () => ({ contents: NO_VALIDATOR, loader: 'js' }))
  },
}
