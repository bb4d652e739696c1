import { admissions } from './admissions.ts'
import { backup } from './backup.ts'
import { bulletin } from './bulletin.ts'
import { detail } from './detail.ts'
import { docs } from './docs.ts'
import { explore } from './explore.ts'
import { lambda } from './lambda.ts'
import { listing } from './listing.ts'
import { mcp } from './mcp.ts'
import { metrics } from './metrics.ts'
import type { Part } from './part.ts'
import { portal } from './portal.ts'
import { scale } from './scale/scale.ts'
import { search } from './search/search.ts'
import { several } from './several.ts'
import { sheets } from './sheets.ts'

/** What can be measured, in the order in which it is. */
export const parts: Readonly<Record<string, Part>> = {
  admissions,
  detail,
  docs,
  explore,
  mcp,
  metrics,
  lambda,
  processes: several,
  sheets,
  bulletin,
  portal,
  listing,
  backup,
  search,
  scale,
}
