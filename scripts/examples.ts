import { EXIT } from './exit-codes.ts'

/** The examples and exit codes in the help of a command. */
interface Guide {
  /** The arguments and the purpose of each example. A test parses the arguments. */
  readonly examples: readonly (readonly [typed: string, meaning: string])[]
  /** Exit codes with a more specific meaning for this command. */
  readonly exits?: Readonly<Record<number, string>>
}

const RUN_FAILED = 'not done: wrong arguments, or the run failed, was held, or could not start'

/** The guides by program name, or by program and command name. */
export const GUIDES: Readonly<Record<string, Guide>> = {
  keys: {
    examples: [
      ['create --consumer acme --scopes brands:read', 'create a key; it is shown once'],
      ['list', 'every key, newest first'],
      ['rotate key_4xNf7Qm2Lr9T --overlap 24h', 'replace a key without an interruption'],
    ],
  },
  'keys create': {
    examples: [
      ['--consumer acme --scopes brands:read --quota 50000 --burst 200', 'for a consumer, with its limits'],
      ['--consumer acme --scopes brands:read,insights:read --expires 2099-03-31', 'valid through that day'],
      [
        '--consumer us --unrestricted --reason "our own monitoring"',
        'with all scopes; the audit log has the reason',
      ],
    ],
  },
  'keys list': {
    examples: [
      ['', 'all keys, with their usage of this month'],
      ['--json', 'the same for a program'],
    ],
  },
  'keys show': {
    examples: [
      ['key_4xNf7Qm2Lr9T', 'the permissions of the key, and its audit log'],
      ['key_4xNf7Qm2Lr9T --json', 'the same for a program'],
    ],
  },
  'keys rotate': {
    examples: [
      ['key_4xNf7Qm2Lr9T', 'the old key ends at once; on a terminal, the command asks first'],
      ['key_4xNf7Qm2Lr9T --now', 'the old key ends at once, without a confirmation'],
      ['key_4xNf7Qm2Lr9T --overlap 24h --reason "yearly"', 'the old and the new key are valid for a day'],
    ],
  },
  'keys revoke': {
    examples: [['key_4xNf7Qm2Lr9T --reason "leaked"', 'the next request with the key is refused']],
  },
  'keys expire': {
    examples: [
      ['key_4xNf7Qm2Lr9T --on 2099-06-30', 'valid through that day'],
      ['key_4xNf7Qm2Lr9T --never', 'without an expiry date'],
    ],
  },
  'keys update': {
    examples: [
      ['key_4xNf7Qm2Lr9T --quota 100000', 'more requests a month; everything else is unchanged'],
      ['key_4xNf7Qm2Lr9T --scopes brands:read --reason "asked for"', 'with other scopes'],
    ],
  },
  'keys usage': {
    examples: [
      ['', 'this month, for all keys'],
      ['key_4xNf7Qm2Lr9T --month 2026-11', 'that month, for one key and the keys that it replaced'],
    ],
  },
  'keys verify': {
    examples: [
      ['< file-with-the-key', 'the state of the key in a file'],
      ['--json < file-with-the-key', 'the same for a program'],
    ],
    exits: {
      [EXIT.done]: 'the key is active',
      [EXIT.refused]: 'the key is invalid or has ended; or wrong arguments',
    },
  },
  sync: {
    examples: [
      ['status', 'the lag of each source, and the newest runs'],
      ['sheets --file solicitudes-2026-11-02.xlsx', 'load a sheet'],
      ['bulletin', 'load the missing editions from BULLETIN_URL'],
    ],
  },
  'sync sheets': {
    examples: [
      ['', 'from SHEETS_URL'],
      ['--file solicitudes-2026-11-02.xlsx --file solicitudes-2025-12-30.csv', 'two sheets in one run'],
      ['--accept 12', 'accept the data of the held run 12'],
    ],
    exits: { [EXIT.refused]: RUN_FAILED },
  },
  'sync bulletin': {
    examples: [
      ['', 'the missing editions from BULLETIN_URL'],
      ['--date 2026-09-04', 'only that edition, even if it is loaded already'],
      ['--file estado_diario_2026-09-04.tsv', 'an edition from a file'],
    ],
    exits: { [EXIT.refused]: RUN_FAILED },
  },
  'sync portal': {
    examples: [
      ['', 'new data from PORTAL_URL, with a pause between requests'],
      ['--file answers.json --date 2026-11-20', 'responses that were saved on that day'],
    ],
    exits: { [EXIT.refused]: RUN_FAILED },
  },
  'sync status': {
    examples: [
      ['', 'for a person'],
      ['--json', 'for a program, such as a check for stale sources'],
    ],
  },
  'sync rejected': {
    examples: [
      ['12', 'the rejected rows of run 12, and the reasons'],
      ['12 --json', 'the same for a program'],
    ],
  },
  backup: {
    examples: [
      ['', 'the keys and the corpus, now'],
      ['keys', 'only the keys'],
      ['verify --identity trademark-backup.key', 'decrypt the newest backups and read them completely'],
    ],
  },
  'backup init': {
    examples: [
      ['', 'create trademark-backup.key (preferably on another machine), and print the settings'],
      [
        '--identity trademark-backup.key',
        'the settings of an existing secret key, such as one from age-keygen',
      ],
    ],
  },
  'backup list': {
    examples: [
      ['', 'the backups in BACKUP_TARGET'],
      ['--from file:///mnt/backups --json', 'the backups of another target, for a program'],
      ['--from file:///mnt/backups --identity trademark-backup.key', 'on a machine without settings'],
    ],
  },
  'backup verify': {
    examples: [
      ['', 'check the signatures and files of the newest backups'],
      ['--identity trademark-backup.key', 'also decrypt the newest backups, and count their rows'],
      ['--all --from file:///mnt/backups', 'every signed backup of another target'],
    ],
    exits: {
      [EXIT.done]: 'every verified backup is signed and complete',
      [EXIT.refused]: 'a backup is missing, incomplete or not signed; or wrong arguments',
    },
  },
  restore: {
    examples: [
      ['--identity trademark-backup.key', 'the newest backups of BACKUP_TARGET'],
      [
        '--identity trademark-backup.key --at 2026-11-22T05:00Z',
        'the newest backups taken at that time or before',
      ],
      [
        '--identity - --from file:///mnt/backups < key',
        'from another target, with the secret key from standard input',
      ],
    ],
  },
  migrate: {
    examples: [
      ['', 'update the schema before a service of this version starts'],
      ['--json', 'the same for a program'],
    ],
  },
  reindex: {
    examples: [
      ['', 'searches use the current index until the new index is ready'],
      ['--json', 'the same for a program'],
    ],
  },
  openapi: {
    examples: [
      ['> openapi.json', 'the document in a file; "npm run --silent" keeps the lines of npm out of the file'],
    ],
  },
  'client-types': {
    examples: [['', 'after each change of the OpenAPI document; npm downloads the generator']],
  },
  build: {
    examples: [
      ['', 'before "sam deploy", which uploads the result'],
      ['--json', 'the same for a program'],
    ],
  },
  invoke: {
    examples: [
      ['-l functions/api/get-brand.ts -e local/events/get-brand.json', 'one mark'],
      ['-l functions/public/health.ts -e local/events/health.json', 'the health of the service'],
    ],
  },
  bench: {
    examples: [
      ['', 'every benchmark'],
      ['detail listing --marks 200000', 'two benchmarks, on a corpus of that size'],
      ['search --names FILE', 'the search, in a corpus with the names of this sheet'],
    ],
    exits: { [EXIT.done]: 'measured; the report says whether the goals are met' },
  },
}
