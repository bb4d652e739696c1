import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/**
 * Handler files that are no function on AWS Lambda, and why: the tools run inside the MCP server, and the metrics are
 * those of one process, where functions have CloudWatch's.
 */
export const NOT_ON_LAMBDA = [
  'functions/mcp/get-brand-detail.ts',
  'functions/mcp/search-brands.ts',
  'functions/public/metrics.ts',
]

/** The others: each is one function. */
export const HANDLER_FILES: readonly string[] = globSync('functions/*/*.ts', { cwd: ROOT })
  .filter((file) => !file.endsWith('.test.ts') && !NOT_ON_LAMBDA.includes(file))
  .sort()
