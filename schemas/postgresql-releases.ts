/** The lowest minor release that is accepted without a warning, for one major version of PostgreSQL. */
interface LowestRelease {
  readonly minor: number
  readonly released: string
  /** The address of the release notes, which list the vulnerabilities that the release fixes. */
  readonly notes: string
  /** The publication that confirms the release. */
  readonly source: string
}

/** The day on which the list below was last compared with its sources. */
export const CHECKED = '2026-11-23'

/**
 * The lowest accepted minor release of each major version. To update the list, take each release from
 * https://www.postgresql.org/support/security/ and from the release notes, and set `CHECKED`. `bash .ci/supply` lists
 * the major versions for which Debian has a newer release.
 *
 * 15.20 and 17.12 were released on 2026-11-12. PostgreSQL 16 and 18 probably had releases on the same day, but no
 * available source confirms this.
 */
export const LOWEST_RELEASES: Readonly<Record<number, LowestRelease>> = {
  15: {
    minor: 20,
    released: '2026-11-12',
    notes: 'https://www.postgresql.org/docs/15/release-15-20.html',
    source:
      'Debian bookworm-security, postgresql-15 15.20-0+deb12u1: its changelog lists 42 CVEs for 15.20 and 30 for 15.19',
  },
  16: {
    minor: 15,
    released: '2026-08-13',
    notes: 'https://www.postgresql.org/docs/16/release-16-15.html',
    source: 'the announcement "PostgreSQL 18.6, 17.11, 16.15, 15.19, 14.24 and 19 Beta 3 Released!"',
  },
  17: {
    minor: 12,
    released: '2026-11-12',
    notes: 'https://www.postgresql.org/docs/17/release-17-12.html',
    source:
      'Debian trixie-security, postgresql-17 17.12-0+deb13u1: its changelog lists 47 CVEs for 17.12 and 30 for 17.11',
  },
  18: {
    minor: 6,
    released: '2026-08-13',
    notes: 'https://www.postgresql.org/docs/18/release-18-6.html',
    source: 'Debian forky, postgresql-18 18.6-3: its changelog lists 30 CVEs for 18.6 and 11 for 18.4',
  },
}
