import { EXIT } from './exit-codes.ts'

/** What the help of a command tells besides its options. */
export interface Guide {
  /** What is typed behind the name of the command, and what it is for. All of them are tested to be understood. */
  readonly examples: readonly (readonly [typed: string, meaning: string])[]
  /** Exit codes that say more here than everywhere. */
  readonly exits?: Readonly<Record<number, string>>
}

const RUN_FAILED = 'not done: a mistake in what was typed, or a run that failed, was held, or could not begin'

/** The guides by the name of the program, and behind a space that of its command. */
export const GUIDES: Readonly<Record<string, Guide>> = {
  keys: {
    examples: [
      ['create --consumer acme --scopes brands:read', 'make a key; it is shown once'],
      ['list', 'every key, newest first'],
      ['rotate key_4xNf7Qm2Lr9T --overlap 24h', 'replace a key without an interruption'],
    ],
  },
  'keys create': {
    examples: [
      ['--consumer acme --scopes brands:read --quota 50000 --burst 200', 'for a consumer, with its limits'],
      ['--consumer acme --scopes brands:read,insights:read --expires 2099-03-31', 'valid to that day'],
      ['--consumer us --unrestricted --reason "our own monitoring"', 'for everything; the trail says why'],
    ],
  },
  'keys list': {
    examples: [
      ['', 'every key, with what it has spent this month'],
      ['--json', 'the same for a program'],
    ],
  },
  'keys show': {
    examples: [
      ['key_4xNf7Qm2Lr9T', 'what the key may do, and its trail'],
      ['key_4xNf7Qm2Lr9T --json', 'the same for a program'],
    ],
  },
  'keys rotate': {
    examples: [
      ['key_4xNf7Qm2Lr9T', 'the old key ends at once'],
      ['key_4xNf7Qm2Lr9T --overlap 24h --reason "yearly"', 'both are valid for a day'],
    ],
  },
  'keys revoke': {
    examples: [['key_4xNf7Qm2Lr9T --reason "leaked"', 'from the next request on it is refused']],
  },
  'keys expire': {
    examples: [
      ['key_4xNf7Qm2Lr9T --on 2099-06-30', 'that day is its last one'],
      ['key_4xNf7Qm2Lr9T --never', 'it goes on without an end'],
    ],
  },
  'keys update': {
    examples: [
      ['key_4xNf7Qm2Lr9T --quota 100000', 'more requests a month; all else stays'],
      ['key_4xNf7Qm2Lr9T --scopes brands:read --reason "asked for"', 'it opens less, or something else'],
    ],
  },
  'keys usage': {
    examples: [
      ['', 'this month, by all keys'],
      ['key_4xNf7Qm2Lr9T --month 2026-11', 'that month, by one key and those that it replaced'],
    ],
  },
  'keys verify': {
    examples: [
      ['< file-with-the-key', 'what the key in a file is'],
      ['--json < file-with-the-key', 'the same for a program'],
    ],
    exits: {
      [EXIT.done]: 'the key is active',
      [EXIT.refused]: 'it is no key, or one that has ended; or a mistake in what was typed',
    },
  },
  sync: {
    examples: [
      ['status', 'how fresh each source is, and the newest runs'],
      ['sheets --file solicitudes-2026-11-02.xlsx', 'load a sheet'],
      ['bulletin', 'take the editions that are missing, from BULLETIN_URL'],
    ],
  },
  'sync sheets': {
    examples: [
      ['', 'from SHEETS_URL'],
      ['--file solicitudes-2026-11-02.xlsx --file solicitudes-2025.csv', 'two sheets in one run'],
      ['--accept 12', 'let through what run 12 was held for'],
    ],
    exits: { [EXIT.refused]: RUN_FAILED },
  },
  'sync bulletin': {
    examples: [
      ['', 'the editions that are missing, from BULLETIN_URL'],
      ['--date 2026-09-04', 'that edition alone, again if need be'],
      ['--file estado_diario_2026-09-04.tsv', 'an edition from a file'],
    ],
    exits: { [EXIT.refused]: RUN_FAILED },
  },
  'sync portal': {
    examples: [
      ['', 'what is new on PORTAL_URL, slowly'],
      ['--file answers.json --date 2026-11-20', 'answers that somebody saved on that day'],
    ],
    exits: { [EXIT.refused]: RUN_FAILED },
  },
  'sync status': {
    examples: [
      ['', 'for a person'],
      ['--json', 'for a program, such as a check that asks whether a source is stale'],
    ],
  },
  'sync rejected': {
    examples: [
      ['12', 'what run 12 could not use, and why'],
      ['12 --json', 'all of it, for a program'],
    ],
  },
  backup: {
    examples: [
      ['', 'both kinds, now'],
      ['keys', 'the keys alone'],
      ['verify --identity trademark-backup.key', 'open the newest ones and read them to their end'],
    ],
  },
  'backup list': {
    examples: [
      ['', 'those in BACKUP_TARGET'],
      ['--from file:///mnt/backups --json', 'those of another place, for a program'],
    ],
  },
  'backup verify': {
    examples: [
      ['', 'that the newest ones are what was written'],
      ['--identity trademark-backup.key', 'that they can be opened, and every row is there'],
      ['--all --from file:///mnt/backups', 'every backup of another place'],
    ],
    exits: {
      [EXIT.done]: 'every backup that was read is whole',
      [EXIT.refused]: 'one is not, or there is none; or a mistake in what was typed',
    },
  },
  restore: {
    examples: [
      ['--identity trademark-backup.key', 'the newest backups of BACKUP_TARGET'],
      ['--identity trademark-backup.key --at 2026-11-22T05:00Z', 'as it was at that time'],
      ['--identity - --from file:///mnt/backups < key', 'from another place, the key from standard input'],
    ],
  },
  migrate: {
    examples: [
      ['', 'before a service of this version starts'],
      ['--json', 'the same, told to a program'],
    ],
  },
  reindex: {
    examples: [
      ['', 'while the service goes on searching the present index'],
      ['--json', 'the same, told to a program'],
    ],
  },
  openapi: {
    examples: [
      [
        '> openapi.json',
        'the document in a file; use npm run --silent, which keeps the lines of npm out of it',
      ],
      ['--release', 'write down what is promised from now on'],
    ],
  },
  'client-types': {
    examples: [['', 'after each change of the OpenAPI document; the generator is fetched by npm']],
  },
  bundle: {
    examples: [
      ['', 'for the service as this machine has it configured'],
      ['--url https://marks.example --out marks.mcpb', 'for another one, into a file of that name'],
    ],
  },
  build: {
    examples: [
      ['', 'before "sam deploy", which uploads what is there'],
      ['--json', 'the same, told to a program'],
    ],
  },
  invoke: {
    examples: [
      ['-l functions/api/get-brand.ts -e local/events/get-brand.json', 'one mark'],
      ['-l functions/public/health.ts -e local/events/health.json', 'whether all is well'],
    ],
  },
  bench: {
    examples: [
      ['', 'every part, one after the other'],
      ['detail listing --marks 200000', 'two parts, on a corpus of that size'],
      ['search --json figures.json', 'the search, with its figures in a file'],
    ],
    exits: { [EXIT.done]: 'measured; whether the goals are met is told in the report' },
  },
}
