import { createRequire } from 'node:module'
import type { Plugin } from 'esbuild'

const load = createRequire(import.meta.url)

const COUNTRY = 'CL'
/** The time zone of its holidays. */
const ZONE = 'America/Santiago'

interface Calendars {
  holidays: Record<string, unknown>
}

interface Zones {
  zones: string[]
  links: string[]
  countries: string[]
}

/**
 * Reduces the data of the calendar of publication days to one country and one time zone; the data of all others would be
 * two thirds of a bundle.
 */
export const onlyChile: Plugin = {
  name: 'only-chile',
  setup({ onLoad }) {
    onLoad({ filter: /date-holidays\/src\/data\.js$/ }, () => {
      const { data: all } = load('date-holidays/data') as { data: Calendars }
      const own = { ...all, holidays: { [COUNTRY]: all.holidays[COUNTRY] } }
      return { contents: `export const data = ${JSON.stringify(own)}`, loader: 'js' }
    })
    onLoad({ filter: /moment-timezone\/data\/packed\/latest\.json$/ }, ({ path }) => {
      const all = load(path) as Zones
      const zones = all.zones.filter((zone) => zone.startsWith(`${ZONE}|`))
      return { contents: JSON.stringify({ ...all, zones, links: [], countries: [] }), loader: 'json' }
    })
  },
}
