import { type HowLong, PORTAL_MISBEHAVIOURS, type PortalMisbehaviour } from './misbehaviours.ts'
import type { PortalAsked } from './page-methods.ts'
import type { Way } from './ways.ts'

/** What a call has coming to it, if anything; asked for once for each call, as it counts. */
export type Fate = (asked: PortalAsked) => Way | undefined

export function fateOf(how: PortalMisbehaviour | undefined, options: HowLong = {}): Fate {
  let { after = 0, times = Number.POSITIVE_INFINITY } = options
  const way: Way | undefined = how && PORTAL_MISBEHAVIOURS[how]
  return (asked) => {
    if (!way || !isMeant(asked, way, options) || after-- > 0 || times-- <= 0) {
      return undefined
    }
    return way
  }
}

function isMeant({ kind, body }: PortalAsked, { of }: Way, { only, number }: HowLong): boolean {
  const isNumber = number === undefined || [number].flat().includes(String(body?.numeroSolicitud))
  return of.includes(kind) && (only ?? kind) === kind && isNumber
}
