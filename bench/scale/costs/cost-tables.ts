import { decimals, figuresTable, NONE, type Table, whole } from '../../figures-table.ts'
import { KINDS, type Kind } from '../../several-figures.ts'
import { type Corpus, type ScaleFigures, sizesOf } from '../figures-file.ts'
import { ASSUMED, MIX, RATES, TOLD_RATE, USUAL_MARKS } from './assumptions.ts'
import { type Bill, billOf, type Item, wholeCents } from './bill.ts'
import { cheaperAt, type Rates } from './break-even.ts'
import { type Demand, lambdaBears, lambdaBill, requestsOf } from './lambda-bill.ts'
import { averageBorne, MACHINES, type Machine, mostBorne, mostBorneOfMix } from './machine-bill.ts'
import { EXCHANGE, LOOKED_UP, PRICES, type Price, SAO_PAULO } from './prices.ts'
import { itemsWithDatabase, type Taken, takenBy, takenByMix } from './request-cost.ts'

const THOUSAND = 1_000
const TOGETHER = '**together**'

/** A kind of request, or the mix of all. */
interface Request {
  readonly name: string
  readonly taken: Taken
  /** Requests a second, averaged over the month, that one machine bears. */
  readonly machineBears: number
}

/** The corpus whose requests are reckoned: of those of which all is measured, the nearest to the usual size. */
export function costedCorpus({ corpora, answers, curves, work }: ScaleFigures): Corpus {
  const measured = [answers, curves, work].map(sizesOf)
  const distance = ({ marks }: Corpus): number => Math.abs(Math.log(marks / USUAL_MARKS))
  const [nearest] = corpora
    .filter(({ marks }) => measured.every((sizes) => sizes.includes(marks)))
    .toSorted((a, b) => distance(a) - distance(b))
  if (nearest === undefined) {
    throw new Error('there is no size of corpus of which all is measured')
  }
  return nearest
}

const requestOf = (figures: ScaleFigures, marks: number, kind: Kind): Request => ({
  name: kind,
  taken: takenBy(figures, marks, kind),
  machineBears: averageBorne(mostBorne(figures.curves, marks, kind)),
})

const mixOf = (figures: ScaleFigures, marks: number): Request => ({
  name: 'the mix',
  taken: takenByMix(figures, marks),
  machineBears: averageBorne(mostBorneOfMix(figures, marks)),
})

const requestsOfAll = (figures: ScaleFigures): Request[] => {
  const { marks } = costedCorpus(figures)
  return [...KINDS.map((kind) => requestOf(figures, marks, kind)), mixOf(figures, marks)]
}

interface Line {
  readonly what: string
  readonly price: string
  /** For each request, the mix last. */
  readonly cells: readonly string[]
}

/** What a thousand requests cost on AWS Lambda by themselves: of each item how much, and what it comes to. */
export function thousandTable(figures: ScaleFigures): Table {
  const requests = requestsOfAll(figures)
  const bills = requests.map(({ taken }) => billOf(itemsWithDatabase(taken, THOUSAND)))
  const items = (bills[0]?.items ?? []).map(
    ({ what, price }, place): Line => ({
      what,
      price: priceOf(price),
      cells: bills.flatMap(({ items }) => items[place] ?? []).map(quantityAndCost),
    }),
  )
  const sum = { what: TOGETHER, price: '', cells: bills.map(({ dollars }) => `**${fine(dollars)}**`) }
  return figuresTable<Line>(
    [...items, sum],
    [
      ['of 1,000 requests', ({ what }) => what],
      ['price', ({ price }) => price],
      ...requests.map(({ name }, place) => [name, ({ cells }: Line) => cells[place] ?? NONE] as const),
    ],
  )
}

const quantityAndCost = ({ quantity, dollars }: Item): string => `${amount(quantity)} → ${fine(dollars)}`

/** What a thousand requests cost with all that is paid for besides, by the rate. */
export function ratesTable(figures: ScaleFigures): Table {
  const { databaseMegabytes } = costedCorpus(figures)
  const rows = RATES.flatMap((rate) =>
    requestsOfAll(figures).map((request) => {
      const demand = { taken: request.taken, rate, databaseMegabytes }
      const machineBears = rate <= request.machineBears
      return {
        rate,
        name: request.name,
        lambda: aThousand(lambdaBill(demand), rate),
        lambdaBears: lambdaBears(demand),
        machines: MACHINES.map(({ bill }) => (machineBears ? aThousand(bill(demand), rate) : undefined)),
      }
    }),
  )
  return figuresTable(rows, [
    ['requests a second', ({ rate }) => whole(rate)],
    ['asked for', ({ name }) => name],
    ['Lambda and Aurora', ({ lambda, lambdaBears }) => `${fine(lambda)}${lambdaBears ? '' : ' (a)'}`],
    ...MACHINES.map(
      ({ name }, place) =>
        [
          name,
          ({ machines }: { machines: readonly (number | undefined)[] }) =>
            machines[place] === undefined ? '(b)' : fine(machines[place]),
        ] as const,
    ),
  ])
}

const aThousand = ({ dollars }: Bill, rate: number): number => dollars / (requestsOf(rate) / THOUSAND)

/** What is asked for in the month whose bills are told. */
function toldDemand(figures: ScaleFigures): Demand {
  const { marks, databaseMegabytes } = costedCorpus(figures)
  return { taken: takenByMix(figures, marks), rate: TOLD_RATE, databaseMegabytes }
}

export const lambdaBillTable = (figures: ScaleFigures): Table => billTable(lambdaBill(toldDemand(figures)))

export const machineBillTable = (figures: ScaleFigures, { bill }: Machine): Table =>
  billTable(bill(toldDemand(figures)))

const billTable = ({ items, dollars }: Bill): Table =>
  figuresTable<Partial<Item>>(
    [...items, { dollars }],
    [
      ['what', ({ what = TOGETHER }) => what],
      ['quantity', ({ quantity }) => (quantity === undefined ? '' : amount(quantity))],
      ['× price', ({ price }) => (price === undefined ? '' : pricedBy(price))],
      [
        `= a month at ${TOLD_RATE} a second`,
        ({ price, dollars: each = 0 }) => (price === undefined ? `**${coarse(each)}**` : coarse(each)),
      ],
    ],
  )

/** Where Lambda is cheaper than one machine, and by how much it is dearer otherwise. */
export function breakEvenTable(figures: ScaleFigures): Table {
  const { marks, databaseMegabytes } = costedCorpus(figures)
  const { taken, machineBears } = mixOf(figures, marks)
  const demandAt = (rate: number): Demand => ({ taken, rate, databaseMegabytes })
  const lambda = (rate: number): number => lambdaBill(demandAt(rate)).dollars
  const rows = MACHINES.map(({ name, bill }) => {
    const machine = (rate: number): number => bill(demandAt(rate)).dollars
    return {
      name,
      machineBears,
      cheaper: cheaperAt(lambda, machine, machineBears),
      dearer: RATES.map((rate) => (rate <= machineBears ? lambda(rate) - machine(rate) : undefined)),
    }
  })
  return figuresTable(rows, [
    ['against', ({ name }) => name],
    ['the machine bears, a second', ({ machineBears: most }) => decimals(1)(most)],
    ['Lambda is cheaper', ({ cheaper, machineBears: most }) => cheaperText(cheaper, most)],
    ...RATES.map(
      (rate, place) =>
        [
          `dearer a month at ${rate}`,
          ({ dearer }: { dearer: readonly (number | undefined)[] }) =>
            dearer[place] === undefined ? '(b)' : coarse(dearer[place]),
        ] as const,
    ),
  ])
}

/** Rates between none and the most that a machine bears, in words. */
export function cheaperText(rates: Rates | undefined, most: number): string {
  if (rates === undefined) {
    return 'at no rate that the machine bears'
  }
  const [from, to] = [decimals(2)(rates.from), decimals(2)(rates.to)]
  if (rates.from === 0) {
    return rates.to === most ? 'at every rate that the machine bears' : `up to ${to} a second`
  }
  return rates.to === most ? `from ${from} a second on` : `from ${from} to ${to} a second`
}

interface Told {
  readonly what: string
  readonly value: string
  readonly because: string
}

/** What the costs rest on besides the figures and the prices. */
export function assumptionsTable(figures: ScaleFigures): Table {
  const { marks } = costedCorpus(figures)
  const shares = KINDS.map((kind) => `${whole(MIX[kind] * 100)} % ${kind}`).join(', ')
  const rows: Told[] = [
    {
      what: 'marks',
      value: whole(marks),
      because: 'of the sizes that were measured, the nearest to a million',
    },
    { what: 'the mix', value: shares, because: 'nobody’s; put in your own' },
    ...Object.values(ASSUMED).map(({ what, value, unit, because }) => ({
      what,
      value: `${amount(value)} ${unit}`,
      because,
    })),
    {
      what: 'a euro',
      value: `$${EXCHANGE.dollars}`,
      because: `reference rate of the European Central Bank in May (${sourceOf(EXCHANGE)})`,
    },
  ]
  return figuresTable(rows, [
    ['assumed', ({ what }) => what],
    ['value', ({ value }) => value],
    ['because', ({ because }) => because],
  ])
}

/** How the prices were had, and how much dearer the region next to Chile is. */
export function pricesText(): string {
  const dearer = Object.entries(SAO_PAULO).map(([name, there]) => {
    const { dollars, unit } = PRICES[name as keyof typeof SAO_PAULO]
    const times = decimals(1)(there.dollars / dollars)
    return `$${exact(there.dollars)} per ${unit}, ${times} times as much (${sourceOf({ ...there, unit })})`
  })
  return [
    `Prices are of us-east-1, without taxes, allowances and discounts, looked up on ${LOOKED_UP}: the year beside each`,
    'says whose price it is, and leads to where it was read. What could not be read is told as last known.',
    `sa-east-1 (São Paulo) is dearer: ${dearer.join('; ')}. Its other prices could not be read.`,
  ].join('\n')
}

const priceOf = ({ dollars, unit }: Price): string => `$${exact(dollars)} per ${unit}`

const pricedBy = (price: Price): string => `${priceOf(price)} (${sourceOf(price)})`

const sourceOf = ({ year, read, published }: Price): string =>
  read === undefined ? `[as last known, ${year}](${published})` : `[${year}](${read})`

/** A price with all its digits. */
const exact = (dollars: number): string =>
  dollars.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 12 })

function coarse(dollars: number): string {
  const text = wholeCents(Math.abs(dollars)).toLocaleString('en', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  })
  return `${dollars < 0 ? '−' : ''}$${text}`
}

const fine = (dollars: number): string => `$${dollars.toFixed(5)}`

const amount = (quantity: number): string =>
  quantity >= THOUSAND ? whole(quantity) : quantity.toLocaleString('en', { maximumSignificantDigits: 4 })
