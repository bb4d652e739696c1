import type { Queryable } from '../../db/database.ts'
import { sqlFile } from '../../db/sql-file.ts'
import type { StagedRun } from '../run.ts'
import { type Finding, fewestSuspects, formatCount, MAX_SUSPECT_SHARE } from './quality-gates.ts'

/** The maximum share of marks whose persons, classes or goods change. It is high: one transfer can change many marks. */
const MAX_SHARE_OF_DETAILS = 0.1
/** The share of dates in the wrong order in a run may be at most this many times the share in the stored records. */
const MAX_GROWTH_OF_REVERSED_DAYS = 2
const MIN_PAIRS = 10
/** The maximum share of filing dates that contradict the order of application numbers. */
const MAX_SHARE_OF_FALLS = 0.05
const MAX_SHARE_ALIKE = 0.5
const MIN_MARKS_WITH_NAMES = { sheets: 100, portal: 30, bulletin: 100 }

// Names look cut off if both following conditions are true.
/** At least this many different names have the maximum length. */
const MIN_LONGEST_NAMES = 8
/** The maximum length is more than this many times as frequent as each of the next three shorter lengths. */
const MIN_GROWTH_OF_LONGEST = 2
const MIN_MARKS_WITH_CLASSES = 20
const MIN_SHIFTED = 10
const MAX_SHARE_OF_SHIFTED = 0.05
/** The minimum number of unknown statuses that are also names of marks or persons. A single one may be chance. */
const MIN_NAMED_STATUSES = 2
/** Matches the legal form of a company, as a regular expression of PostgreSQL. */
const LEGAL_FORM = String.raw`\m(?:ltda|limitada|s\.? ?a|spa|s\. p\. a|e\.? ?i\.? ?r\.? ?l|inc|llc|gmbh)\.?$`
/** Matches `(mixta)` at the end of a name, as a regular expression of PostgreSQL. */
const KIND_IN_BRACKETS = String.raw`[([](?:denominativ|nominativ|verbal|mixt|figurativ|gr[aá]fic|etiquet|tridimensional|sonor|word|combined)\w*[)\]]$`
const MIN_HOLDERS = 30

const COUNT_REVERSED_DAYS = sqlFile(import.meta.url, 'count-reversed-days.sql', 'planned')
const COUNT_CHANGED_IDENTITIES = sqlFile(import.meta.url, 'count-changed-identities.sql', 'planned')
const LONGEST_NAMES = sqlFile(import.meta.url, 'longest-names.sql', 'planned')
const COMMON_REPRESENTATIVES = sqlFile(import.meta.url, 'common-representatives.sql', 'planned')
const NUMBERED_CLASSES = sqlFile(import.meta.url, 'numbered-classes.sql', 'planned')
const ONLY_COUNTRY = sqlFile(import.meta.url, 'only-country.sql', 'planned')
const COUNT_FALLING_DAYS = sqlFile(import.meta.url, 'count-falling-days.sql', 'planned')
const COUNT_DISTANT_DAYS = sqlFile(import.meta.url, 'count-distant-days.sql', 'planned')
const SHIFTED_COLUMNS = sqlFile(import.meta.url, 'shifted-columns.sql', 'planned')
const MOST_FREQUENT_NAME = sqlFile(import.meta.url, 'most-frequent-name.sql', 'planned')

interface Suspects {
  suspects: number
  /** The application number of a suspect record. */
  example: string
  fingerprint: string
}

interface ReversedDays extends Suspects {
  earlier: keyof typeof DAYS
  later: keyof typeof DAYS
  /** The number of new and changed records with both days. */
  records: number
  /** Of the stored records with both days, the share whose days are in the wrong order. */
  storedShare: number
}

interface ChangedIdentity extends Suspects {
  field: keyof typeof CHANGES | keyof typeof CHANGES_OF_DETAILS
  /** The number of marks that were stored before. For a field of `CHANGES_OF_DETAILS`, only marks with a stored value. */
  known: number
}

const DAYS = {
  fechaPresentacion: 'filing date',
  fechaPublicacion: 'publication date',
  fechaRegistro: 'registration date',
  fechaVencimiento: 'expiry date',
} as const

const CHANGES = {
  denominacion: 'The name changes',
  tipoSigno: 'The kind of sign changes',
  fechaPresentacion: 'The filing date changes',
  fechaPublicacion: 'The publication date changes',
  fechaRegistro: 'The registration date changes',
  fechaVencimiento: 'The expiry date changes, and not by whole years,',
  nroRegistro: 'The registration number changes',
  personas: 'A representative becomes applicant or holder, or the reverse,',
  clases: 'No earlier class remains',
  menosClases: 'Some classes are missing, and no class is new,',
  varios: 'A name, kind of sign, day, registration number, role or class changes',
} as const

const CHANGES_OF_DETAILS = {
  titulares: 'Applicants or holders change',
  representantes: 'Representatives change',
  paises: 'The country of a person changes',
  otrasClases: 'The classes change',
  coberturas: 'The goods and services of a class change',
} as const

/**
 * Checks the staged records of sheets and portal for implausible dates, changes and repeated values.
 *
 * @param marks the number of marks of the run, including unchanged marks
 */
export async function checkValues(database: Queryable, run: StagedRun, marks: number): Promise<Finding[]> {
  if (run.snapshot.source === 'bulletin') {
    return []
  }
  return [
    ...(await daysOutOfOrder(database, run)),
    ...(await daysFalling(database, run)),
    ...(await daysDistant(database, run)),
    ...(await valuesChanged(database, run, marks)),
    ...(await namesAlike(database, run, marks)),
    ...(await namesCut(database, run)),
    ...(await representativesAlike(database, run, marks)),
    ...(await classesNumbered(database, run)),
    ...(await columnsShifted(database, run)),
    ...(await countriesAlike(database, run)),
  ]
}

async function daysOutOfOrder(database: Queryable, run: StagedRun): Promise<Finding[]> {
  const pairs = await database.query<ReversedDays>(COUNT_REVERSED_DAYS, {
    run_id: run.id,
    source: run.snapshot.source,
    fewest: fewestSuspects(run.snapshot),
  })
  return pairs
    .filter(
      ({ suspects, records, storedShare }) =>
        suspects > records * Math.max(MAX_SUSPECT_SHARE, storedShare * MAX_GROWTH_OF_REVERSED_DAYS),
    )
    .map(({ earlier, later, suspects, records, example, fingerprint }) => ({
      code: 'days_out_of_order',
      message:
        `The ${DAYS[later]} is ${later === 'fechaVencimiento' ? 'not after' : 'before'} the ${DAYS[earlier]} in ${formatCount(suspects)} of the ` +
        `${formatCount(records)} records that have both dates, such as application ${example}.`,
      fingerprint: `${later} ${earlier} ${fingerprint}`,
    }))
}

/** Finds filing dates that do not increase with the application numbers. Swapped days and months break this order. */
async function daysFalling(database: Queryable, run: StagedRun): Promise<Finding[]> {
  const [found] = await database.query<{ pairs: number; falls: number; example: string }>(
    COUNT_FALLING_DAYS,
    {
      run_id: run.id,
    },
  )
  return found && found.pairs >= MIN_PAIRS && found.falls > Math.max(2, found.pairs * MAX_SHARE_OF_FALLS)
    ? [
        {
          code: 'days_out_of_order',
          message:
            `The filing date is more than a month before the filing date of the previous application number in ${formatCount(found.falls)} of ` +
            `${formatCount(found.pairs)} records, such as application ${found.example}: days and months may be swapped.`,
          fingerprint: `falling ${found.falls}`,
        },
      ]
    : []
}

/**
 * Finds filing dates that are far from the filing dates of neighbouring applications. For example, a wrong date system (1904)
 * shifts all dates.
 */
async function daysDistant(database: Queryable, run: StagedRun): Promise<Finding[]> {
  const [found] = await database.query<{ records: number; distant: number; example: string }>(
    COUNT_DISTANT_DAYS,
    { run_id: run.id },
  )
  return found &&
    found.distant >= fewestSuspects(run.snapshot) &&
    found.distant > found.records * MAX_SHARE_OF_FALLS
    ? [
        {
          code: 'days_out_of_order',
          message:
            `The filing date is more than a year before the filing date of the next lower known application number, or more ` +
            `than a year after the filing date of the next higher number, in ${formatCount(found.distant)} of ` +
            `${formatCount(found.records)} new records, such as application ${found.example}.`,
          fingerprint: `distant ${found.distant} ${found.example}`,
        },
      ]
    : []
}

async function valuesChanged(database: Queryable, run: StagedRun, marks: number): Promise<Finding[]> {
  const fields = await database.query<ChangedIdentity>(COUNT_CHANGED_IDENTITIES, {
    run_id: run.id,
    source: run.snapshot.source,
    fewest: fewestSuspects(run.snapshot),
    marks,
    details: Object.keys(CHANGES_OF_DETAILS),
    share: MAX_SHARE_OF_DETAILS,
  })
  const findings = fields.flatMap(({ field, suspects, known, example, fingerprint }) => {
    const [change, most, whose] =
      field in CHANGES_OF_DETAILS
        ? [
            CHANGES_OF_DETAILS[field as keyof typeof CHANGES_OF_DETAILS],
            MAX_SHARE_OF_DETAILS,
            ' that had a value',
          ]
        : [CHANGES[field as keyof typeof CHANGES], MAX_SUSPECT_SHARE, '']
    const marksOf = `${formatCount(suspects)} of the ${formatCount(known)} known marks${whose}`
    return suspects > known * most
      ? [
          {
            code: 'values_changed' as const,
            message: `${change} in ${marksOf}, such as application ${example}.`,
            fingerprint: `${field} ${fingerprint}`,
            field,
          },
        ]
      : []
  })
  const isOnly = findings.every(({ field }) => field === 'varios' || field in CHANGES_OF_DETAILS)
  return findings
    .filter(({ field }) => isOnly || field !== 'varios')
    .map(({ field: _, ...finding }) => finding)
}

async function namesAlike(database: Queryable, run: StagedRun, marks: number): Promise<Finding[]> {
  if (marks < MIN_MARKS_WITH_NAMES[run.snapshot.source]) {
    return []
  }
  const [frequent] = await database.query<{ name: string; suspects: number }>(MOST_FREQUENT_NAME, {
    run_id: run.id,
    fewest: Math.floor(marks * MAX_SHARE_ALIKE) + 1,
  })
  return frequent === undefined
    ? []
    : [
        {
          code: 'names_alike',
          message: `${formatCount(frequent.suspects)} of the ${formatCount(marks)} marks have the same name, "${frequent.name}".`,
          fingerprint: frequent.name,
        },
      ]
}

const alike = (message: string, fingerprint: string): Finding[] => [
  { code: 'values_alike', message, fingerprint },
]

async function namesCut(database: Queryable, run: StagedRun): Promise<Finding[]> {
  const [longest] = await database.query<{ letters: number; names: number; example: string }>(LONGEST_NAMES, {
    run_id: run.id,
    fewest: MIN_LONGEST_NAMES,
    growth: MIN_GROWTH_OF_LONGEST,
  })
  return longest === undefined
    ? []
    : alike(
        `${formatCount(longest.names)} names have ${longest.letters} characters, such as "${longest.example}", and no name has more: longer names may be cut off.`,
        `names ${longest.letters}`,
      )
}

async function representativesAlike(database: Queryable, run: StagedRun, marks: number): Promise<Finding[]> {
  if (marks < MIN_MARKS_WITH_NAMES[run.snapshot.source]) {
    return []
  }
  const [common] = await database.query<{ representatives: number; suspects: number; fingerprint: string }>(
    COMMON_REPRESENTATIVES,
    { run_id: run.id, fewest: Math.floor(marks * MAX_SHARE_ALIKE) + 1 },
  )
  return common === undefined
    ? []
    : alike(
        `${formatCount(common.suspects)} of the ${formatCount(marks)} marks have the same ${common.representatives} representatives.`,
        `representatives ${common.fingerprint}`,
      )
}

async function classesNumbered(database: Queryable, run: StagedRun): Promise<Finding[]> {
  const [found] = await database.query<{ records: number; suspects: number }>(NUMBERED_CLASSES, {
    run_id: run.id,
  })
  const { records = 0, suspects = 0 } = found ?? {}
  return records >= MIN_MARKS_WITH_CLASSES && suspects > records * MAX_SHARE_ALIKE
    ? alike(
        `The classes of ${formatCount(suspects)} of the ${formatCount(records)} marks with several classes are 1, 2 and so on, like positions in a list.`,
        'classes',
      )
    : []
}

interface ShiftedColumns {
  records: number
  numbersAlone: number
  daysAlone: number
  repeatedNumbers: number
  endedNumbers: number
  lateDays: number
  namedStatuses: number
  kindNames: number
  companyNames: number
}

async function columnsShifted(database: Queryable, run: StagedRun): Promise<Finding[]> {
  if (run.snapshot.source !== 'sheets') {
    return []
  }
  const [counts] = await database.query<ShiftedColumns>(SHIFTED_COLUMNS, {
    run_id: run.id,
    legal_form: LEGAL_FORM,
    kind: KIND_IN_BRACKETS,
  })
  if (counts === undefined) {
    return []
  }
  const {
    records,
    numbersAlone,
    daysAlone,
    repeatedNumbers,
    endedNumbers,
    lateDays,
    namedStatuses,
    kindNames,
    companyNames,
  } = counts
  const isMany = (count: number): boolean => count >= MIN_SHIFTED && count > records * MAX_SHARE_OF_SHIFTED
  const find = (count: number, what: string): Finding[] =>
    isMany(count)
      ? alike(`${what} in ${formatCount(count)} of ${formatCount(records)} records.`, `${what} ${count}`)
      : []
  return [
    ...find(
      numbersAlone > 0 && daysAlone > 0 ? numbersAlone + daysAlone : 0,
      'There is a registration number without a registration date, or the reverse,',
    ),
    ...find(repeatedNumbers, 'Another application has the same registration number'),
    ...find(endedNumbers, 'There is a registration number, but the application ended without registration,'),
    ...find(lateDays, 'The publication or registration is more than 40 years after the filing'),
    ...(namedStatuses >= MIN_NAMED_STATUSES
      ? alike(
          `The status is not known, and is also the name of a mark or person, in ${formatCount(namedStatuses)} of ${formatCount(records)} records.`,
          `named statuses ${namedStatuses}`,
        )
      : []),
    ...find(kindNames, 'The name ends with a kind of sign in brackets, and the kind of sign is not known,'),
    ...find(companyNames, 'The name is a company name, and no applicant or holder is a company,'),
  ]
}

async function countriesAlike(database: Queryable, run: StagedRun): Promise<Finding[]> {
  if (run.snapshot.source !== 'portal') {
    return []
  }
  const [only] = await database.query<{ country: string; holders: number }>(ONLY_COUNTRY, {
    run_id: run.id,
    fewest: MIN_HOLDERS,
  })
  return only === undefined
    ? []
    : alike(
        `All ${formatCount(only.holders)} applicants and holders are of one country, ${only.country}.`,
        `country ${only.country}`,
      )
}
