import { isRunByNpm } from './config.ts'

/**
 * Returns the command line that the operator can type to run a script of this project: with npm if npm started this process,
 * otherwise with Node, as in a container image.
 */
export const typedCommand = (script: string, args = ''): string =>
  [...(isRunByNpm() ? [`npm run ${script}`, args && '--'] : [`node scripts/${script}.ts`]), args]
    .filter((part) => part !== '')
    .join(' ')
