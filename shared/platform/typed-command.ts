import { isRunByNpm } from './config.ts'

/**
 * A command of this project as whoever reads of it can type it. An image has Node alone, and whoever came without npm goes on
 * without it.
 */
export const typedCommand = (script: string, args = ''): string =>
  [...(isRunByNpm() ? [`npm run ${script}`, args && '--'] : [`node scripts/${script}.ts`]), args]
    .filter((part) => part !== '')
    .join(' ')
