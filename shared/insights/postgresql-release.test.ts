import { expect, test } from 'vitest'
import { LOWEST_RELEASES } from '../../schemas/postgresql-releases.ts'
import { compareRelease, releaseWarning } from './postgresql-release.ts'

const majors = Object.entries(LOWEST_RELEASES).map(([major, { minor }]) => ({ major: Number(major), minor }))
const numberOf = ({ major, minor }: { major: number; minor: number }): number => major * 10_000 + minor

test.each(majors)('the listed minor release $minor of $major and newer ones are accepted', (listed) => {
  const version = `${listed.major}.${listed.minor}`
  expect(compareRelease(numberOf(listed))).toEqual({ version, lowest: version, state: 'ok' })
  const newer = compareRelease(numberOf(listed) + 1)
  expect(newer.state).toBe('ok')
  expect(releaseWarning(newer)).toBeUndefined()
})

test.each(majors)(
  'a minor release of $major before $minor is outdated, and the warning names both releases',
  (listed) => {
    const older = compareRelease(numberOf(listed) - 1)
    expect(older).toEqual({
      version: `${listed.major}.${listed.minor - 1}`,
      lowest: `${listed.major}.${listed.minor}`,
      state: 'outdated',
    })
    expect(releaseWarning(older)).toContain(
      `PostgreSQL ${older.version} lacks security fixes: the lowest accepted release is ${older.lowest} (list of 20`,
    )
  },
)

test('a major version that the list lacks is unlisted, and neither accepted nor outdated', () => {
  const release = compareRelease(190_001)
  expect(release).toEqual({ version: '19.1', lowest: undefined, state: 'unlisted' })
  expect(releaseWarning(release)).toContain('It is unknown whether PostgreSQL 19.1 has all security fixes')
})

test('every major version that the service supports is listed, from 15 to the newest', () => {
  expect(majors.map(({ major }) => major)).toEqual([15, 16, 17, 18])
})
