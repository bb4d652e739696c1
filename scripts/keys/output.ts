import type {
  CreatedKey,
  KeyEvent,
  KeyOverview,
  MonthlyUsage,
  ValidPredecessor,
} from '../../shared/keys/keys.ts'
import { typedCommand } from '../../shared/platform/typed-command.ts'
import { PIPE, type Screen, type Style } from '../screen.ts'
import { number, type TableColumn, table } from '../table.ts'

/** The form of the output: tables and sentences, or one JSON object per command. */
interface Form {
  json?: boolean
  screen?: Screen
}

export function formatCreatedKey(key: CreatedKey, { json }: Form): string {
  if (json) {
    return JSON.stringify(key)
  }
  const origin = key.replaces ? ` It replaces ${key.replaces}.` : ''
  return [
    `Created ${key.id} for ${key.consumer}.${origin} This is the key; it is not shown again:`,
    `  ${key.key}`,
    terms(key),
  ].join('\n\n')
}

export function formatKey(key: KeyOverview, { json, screen = PIPE }: Form): string {
  if (json) {
    return JSON.stringify(key)
  }
  return [
    `${key.id} of ${key.consumer} is ${screen.paint(STATE_STYLES[key.state], state(key))}.`,
    terms(key),
    `Used this month: ${number(key.monthUsed)}. Last used: ${key.lastUsedAt ?? 'never'}.`,
    ...(key.replaces ? [`${key.id} replaces ${key.replaces}.`] : []),
    ...(key.replacedBy ? [`${key.replacedBy} replaces ${key.id}.`] : []),
  ].join('\n')
}

/** Returns the report of a rotation: the new key, and the end of the old key. */
export function formatRotatedKey(key: CreatedKey & Predecessors, form: Form): string {
  const isValid = key.stillValid.some(({ id }) => id === key.replaces)
  const end = isValid ? '' : `\n\nThe old key ${key.replaces} is invalid from now on.`
  return form.json ? JSON.stringify(key) : formatCreatedKey(key, form) + end + validPredecessors(key)
}

/** Returns the report of a revoked key, with the replaced keys that are still valid. */
export const formatRevokedKey = (key: KeyOverview & Predecessors, form: Form): string =>
  form.json ? JSON.stringify(key) : formatKey(key, form) + validPredecessors(key)

/** Returns the report of an updated key. Also lists its successor and valid predecessors, because they share its quota. */
export function formatUpdatedKey(key: KeyOverview & Predecessors, form: Form): string {
  const others = [...(key.replacedBy ? [key.replacedBy] : []), ...key.stillValid.map(({ id }) => id)]
  const note = others.map(
    (id) =>
      `\nNot changed: ${id}. Its limits stay the same. Its requests and the requests of ${key.id} are counted together.`,
  )
  return form.json ? JSON.stringify(key) : formatKey(key, form) + note.join('')
}

type Predecessors = { stillValid: readonly ValidPredecessor[] }

const validPredecessors = ({ stillValid }: Predecessors): string =>
  stillValid.map(({ id, validUntil }) => `\nStill valid: ${id}, until ${validUntil}.`).join('')

export function formatKeyWithAuditLog(key: KeyOverview, events: KeyEvent[], form: Form): string {
  if (form.json) {
    return JSON.stringify({ ...key, events })
  }
  return `${formatKey(key, form)}\n\n${table(AUDIT_LOG, events, form.screen)}`
}

const AUDIT_LOG: readonly TableColumn<KeyEvent>[] = [
  { heading: 'AT', cell: ({ at }) => at },
  { heading: 'WHAT', cell: ({ action }) => action },
  { heading: 'BY', cell: ({ actor }) => actor },
  { heading: 'WHY', cell: ({ reason }) => reason ?? '' },
  { heading: 'CHANGE', cell: ({ change }) => JSON.stringify(change) },
]

export function formatKeys(keys: KeyOverview[], { json, screen }: Form): string {
  if (json) {
    return JSON.stringify({ keys })
  }
  if (keys.length === 0) {
    return `There are no keys yet; "${typedCommand('keys', 'create --help')}" shows how to create one.`
  }
  return table(KEYS, keys, screen)
}

/** The minimum width of a shortened consumer name. */
const MIN_NAME_WIDTH = 20

const KEYS: readonly TableColumn<KeyOverview>[] = [
  { heading: 'ID', cell: ({ id }) => id },
  { heading: 'CONSUMER', cell: ({ consumer }) => consumer, least: MIN_NAME_WIDTH },
  { heading: 'STATE', cell: (key) => state(key), style: (key) => STATE_STYLES[key.state] },
  { heading: 'SCOPES', cell: (key) => scopes(key) },
  {
    heading: 'MONTH',
    cell: (key) => `${number(key.monthUsed)} / ${number(key.monthlyQuota)}`,
    numeric: true,
  },
  { heading: 'BURST', cell: (key) => number(key.burstPerMinute), numeric: true },
  { heading: 'EXPIRES', cell: (key) => key.expires ?? 'never' },
  { heading: 'LAST USED', cell: (key) => key.lastUsedAt ?? 'never' },
]

const STATE_STYLES: Readonly<Record<KeyOverview['state'], Style>> = {
  active: 'green',
  expired: 'yellow',
  revoked: 'red',
}

export function formatUsage(months: MonthlyUsage[], { json, screen }: Form): string {
  if (json) {
    return JSON.stringify({ usage: months })
  }
  if (months.length === 0) {
    return 'There are no keys yet.'
  }
  return table(MONTHS, months, screen)
}

const MONTHS: readonly TableColumn<MonthlyUsage>[] = [
  { heading: 'ID', cell: ({ id }) => id },
  { heading: 'CONSUMER', cell: ({ consumer }) => consumer, least: MIN_NAME_WIDTH },
  { heading: 'MONTH', cell: ({ month }) => month },
  { heading: 'SPENT', cell: ({ used }) => number(used), numeric: true, style: spentStyle },
  { heading: 'QUOTA', cell: ({ monthlyQuota }) => number(monthlyQuota), numeric: true },
]

/** Returns the style that marks an exhausted quota. */
function spentStyle({ used, monthlyQuota }: MonthlyUsage): Style | undefined {
  return used >= monthlyQuota ? 'red' : undefined
}

const NOT_A_KEY = {
  malformed: 'This is not a key: its form is wrong, or a character is mistyped.',
  unknown: 'This has the form of a key, but this service never issued it.',
} as const

export function formatVerdict(found: KeyOverview | keyof typeof NOT_A_KEY, form: Form): string {
  if (typeof found === 'object') {
    return form.json ? JSON.stringify({ valid: found.state === 'active', ...found }) : formatKey(found, form)
  }
  return form.json ? JSON.stringify({ valid: false, state: found }) : NOT_A_KEY[found]
}

const terms = (key: KeyOverview): string =>
  `Scopes: ${scopes(key)}. Quota: ${number(key.monthlyQuota)} a month. ` +
  `Burst: ${number(key.burstPerMinute)} in 60 s. Last day: ${key.expires ?? 'none'}.`

const scopes = (key: KeyOverview): string => key.scopes.join(',') || 'unrestricted'

const state = (key: KeyOverview): string =>
  key.state === 'active' && key.revokedAt ? `active until ${key.revokedAt}` : key.state
