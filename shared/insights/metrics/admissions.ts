/** How often each decision was made about the calls of one consumer. */
type Decisions = Map<string, number>

/** Consumers that are told apart; whoever comes later shares one name, so that memory and page have a bound. */
export const MOST_CONSUMERS = 10_000
const OTHERS = '(others)'

const NAME = 'trademark_admissions_total'
const byConsumer = new Map<string, Decisions>()
let invalid = 0

/** Counts what admission has decided about a call; a key that is not valid has no consumer. */
export function countAdmission({ verdict, consumer }: { verdict: string; consumer?: string }): void {
  if (consumer === undefined) {
    invalid += 1
  } else {
    const decisions = decisionsOf(consumer)
    decisions.set(verdict, (decisions.get(verdict) ?? 0) + 1)
  }
}

function decisionsOf(consumer: string): Decisions {
  const known = byConsumer.get(consumer)
  if (known) {
    return known
  }
  if (byConsumer.size >= MOST_CONSUMERS && consumer !== OTHERS) {
    return decisionsOf(OTHERS)
  }
  const decisions: Decisions = new Map()
  byConsumer.set(consumer, decisions)
  return decisions
}

/** Calls without a key, or with one that is not valid. */
export const invalidCalls = (): number => invalid

/**
 * What was counted, in the format of Prometheus. It is written here, because thousands of series are written with every
 * scrape: the package takes ten times as long for each, in which no request is answered.
 */
export function writeAdmissions(): string {
  const lines = [
    `# HELP ${NAME} Calls with a valid key, by its consumer and by what was decided about them.`,
    `# TYPE ${NAME} counter`,
  ]
  for (const [consumer, decisions] of byConsumer) {
    const labels = `${NAME}{consumer="${escaped(consumer)}",verdict="`
    for (const [verdict, calls] of decisions) {
      lines.push(`${labels}${verdict}"} ${calls}`)
    }
  }
  return `${lines.join('\n')}\n`
}

const IN_NEED = /[\\"\n]/g

/** Backslash, quote and line feed are all that means something in the value of a label. */
const escaped = (text: string): string =>
  text.replace(IN_NEED, (character) => (character === '\n' ? '\\n' : `\\${character}`))
