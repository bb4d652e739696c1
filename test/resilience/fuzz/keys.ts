import fc from 'fast-check'
import type { Scope } from '../../../schemas/catalogs.ts'
import { generateKey } from '../../../shared/keys/key-format.ts'
import { expireKey, revokeKey } from '../../../shared/keys/keys.ts'
import type { TestService } from '../../support/service.ts'
import { AUTHOR, makeKey } from '../../support/test-keys.ts'

/** Returns the status that the key of a request causes, or undefined if the key admits it. */
export type Admits = (scope: Scope) => 401 | 403 | 429 | 'passed or 429' | undefined

/** A way to send a key or none: the values of `X-API-Key` in order, and their effect. */
export interface SentKey {
  readonly values: readonly string[]
  readonly admits: Admits
}

const ROOMY = { monthlyQuota: 1_000_000_000, burstPerMinute: 1_000_000 }

/** Draws keys of every state and form: mostly a valid key with all scopes. */
export async function drawKeys(service: TestService): Promise<fc.Arbitrary<SentKey>> {
  const good = await service.key(ROOMY)
  const narrow = (scope: Scope) => service.key({ ...ROOMY, scopes: [scope] })
  const only =
    (scope: Scope): Admits =>
    (wanted) =>
      wanted === scope ? undefined : 403
  const [brands, insights] = [await narrow('brands:read'), await narrow('insights:read')]
  const spent = await service.key({ ...ROOMY, monthlyQuota: 0 })
  const slow = await service.key({ ...ROOMY, burstPerMinute: 1 })
  const [revoked, expired] = [await makeKey(service.owner), await makeKey(service.owner)]
  await revokeKey(service.owner, revoked.id, AUTHOR)
  await expireKey(service.owner, expired.id, '2020-01-01', AUTHOR)

  const passes = (...values: string[]): SentKey => ({ values, admits: () => undefined })
  const sent = (values: string[], admits: Admits): SentKey => ({ values, admits })
  const refused = (...values: string[]): SentKey => sent(values, () => 401)
  const unusual: SentKey[] = [
    sent([brands], only('brands:read')),
    sent([insights], only('insights:read')),
    sent([spent], () => 429),
    sent([slow], () => 'passed or 429'),
    passes(`  ${good}\t`), // blanks around a value are not part of it (RFC 9110, 5.5)
    ...[revoked.key, expired.key, generateKey(), good.slice(0, -1), `${good}x`].map((key) => refused(key)),
    ...[good.toUpperCase(), good.slice(4), `"${good}"`, `Bearer ${good}`, '', ' ', 'tmk_', '\x80\xff'].map(
      (key) => refused(key),
    ),
    ...[refused(), refused(good, good), refused('', good), refused('x'.repeat(5_000))],
  ]
  return fc.oneof({ weight: 3, arbitrary: fc.constant(passes(good)) }, fc.constantFrom(...unusual))
}
