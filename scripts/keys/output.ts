import type { CreatedKey, KeyEvent, KeyOverview, MonthlyUsage } from '../../shared/access/keys.ts'
import { number, table } from '../table.ts'

/** What the keys command says: tables and sentences for people, one JSON object a command for programs. */
interface Form {
  json?: boolean
}

export function created(key: CreatedKey, { json }: Form): string {
  if (json) {
    return JSON.stringify(key)
  }
  const origin = key.replaces ? ` It replaces ${key.replaces}.` : ''
  return [
    `Made ${key.id} for ${key.consumer}.${origin} This is the key; it is not shown again:`,
    `  ${key.key}`,
    terms(key),
  ].join('\n\n')
}

export function overview(key: KeyOverview, { json }: Form): string {
  if (json) {
    return JSON.stringify(key)
  }
  return [
    `${key.id} of ${key.consumer} is ${state(key)}.`,
    terms(key),
    `Spent this month: ${number(key.monthUsed)}. Last used: ${key.lastUsedAt ?? 'never'}.`,
    ...(key.replaces ? [`It replaces ${key.replaces}.`] : []),
    ...(key.replacedBy ? [`${key.replacedBy} replaces it.`] : []),
  ].join('\n')
}

/** Keys that a rotation left valid for a while: whoever ends or replaces a key must know of them. */
export const stillValid = (predecessors: KeyOverview[], { json }: Form): string =>
  json ? '' : predecessors.map(({ id, revokedAt }) => `\nStill valid: ${id}, until ${revokedAt}.`).join('')

export function overviewWithTrail(key: KeyOverview, events: KeyEvent[], form: Form): string {
  if (form.json) {
    return JSON.stringify({ ...key, events })
  }
  const rows = events.map(({ at, action, actor, reason, change }) => [
    at,
    action,
    actor,
    reason ?? '',
    JSON.stringify(change),
  ])
  return `${overview(key, form)}\n\n${table(['AT', 'WHAT', 'BY', 'WHY', 'CHANGE'], rows)}`
}

export function list(keys: KeyOverview[], { json }: Form): string {
  if (json) {
    return JSON.stringify({ keys })
  }
  if (keys.length === 0) {
    return 'There are no keys yet; "keys create --help" shows how to make one.'
  }
  const rows = keys.map((key) => [
    key.id,
    key.consumer,
    state(key),
    scopes(key),
    `${number(key.monthUsed)} / ${number(key.monthlyQuota)}`,
    number(key.burstPerMinute),
    key.expires ?? 'never',
    key.lastUsedAt ?? 'never',
  ])
  return table(['ID', 'CONSUMER', 'STATE', 'SCOPES', 'MONTH', 'BURST', 'EXPIRES', 'LAST USED'], rows)
}

export function usage(months: MonthlyUsage[], { json }: Form): string {
  if (json) {
    return JSON.stringify({ usage: months })
  }
  if (months.length === 0) {
    return 'There are no keys yet, so nothing was spent.'
  }
  const rows = months.map(({ id, consumer, month, used, monthlyQuota }) => [
    id,
    consumer,
    month,
    number(used),
    number(monthlyQuota),
  ])
  return table(['ID', 'CONSUMER', 'MONTH', 'SPENT', 'QUOTA'], rows)
}

const NOT_A_KEY = {
  malformed: 'This is not a key: it does not have the form of one, or a character is wrong.',
  unknown: 'It has the form of a key, and was never issued here.',
} as const

export function verdict(found: KeyOverview | keyof typeof NOT_A_KEY, form: Form): string {
  if (typeof found === 'object') {
    return form.json ? JSON.stringify({ valid: found.state === 'active', ...found }) : overview(found, form)
  }
  return form.json ? JSON.stringify({ valid: false, state: found }) : NOT_A_KEY[found]
}

const terms = (key: KeyOverview): string =>
  `Scopes: ${scopes(key)}. Quota: ${number(key.monthlyQuota)} a month. ` +
  `Burst: ${number(key.burstPerMinute)} in 60 s. Last day: ${key.expires ?? 'none'}.`

const scopes = (key: KeyOverview): string => key.scopes.join(',') || 'unrestricted'

const state = (key: KeyOverview): string =>
  key.state === 'active' && key.revokedAt ? `active until ${key.revokedAt}` : key.state
