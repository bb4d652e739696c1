import type { BackupError } from '../../backup-error.ts'
import { type Doing, failure } from '../failure.ts'

/** How a command on the other machine ended. */
export interface Ending {
  /** The exit code; 255 is the one of `ssh` itself, null that of a signal. */
  code: number | null
  /** What `ssh` and the command said on standard error. */
  said: string
  /** Why `ssh` could not be started, or that our patience was over. */
  failed?: 'not installed' | 'not started' | 'silent'
}

/** What words of `ssh` and of the other machine mean to an operator; the first that fits is told. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [/HOST IDENTIFICATION HAS CHANGED/, 'its host key is another one than this user knows: find out why'],
  [
    /Host key verification failed|No \S+ host key is known/,
    'its host key is not known: connect once by hand as this user, and compare the fingerprint',
  ],
  [/Permission denied \(|Too many authentication failures/, 'it does not let this user in by a key'],
  [/Connection refused/, 'nothing listens at that port'],
  [/Could not resolve hostname/, 'its host has no address'],
  [/timed out|Timeout, server|not responding/i, 'it does not answer in time'],
  [/No route to host|Network is unreachable/, 'no way leads to it'],
  [
    /Bad (?:configuration|owner)|bad ownership|terminating, \d+ bad/i,
    'the ssh configuration of this user is not valid',
  ],
  [/Connection (?:closed|reset)|Broken pipe|closed by remote|lost connection/i, 'it ended the connection'],
  [
    /sftp connections only|account is currently not available|not found/i,
    'this user may not run commands there',
  ],
  [/No space left/, 'no room is left there'],
  [/quota exceeded/i, 'the quota of this user is spent there'],
  [/Read-only file system/, 'it is on a file system that is read-only'],
  [/Permission denied|Operation not permitted/i, 'this user has no permission to'],
  [/Not a directory|File exists/, 'something on its path is a file and no folder'],
  [/partial file/, 'not all of the file arrived there'],
]

const FAILED: Readonly<Record<NonNullable<Ending['failed']>, string>> = {
  'not installed': 'ssh is not installed on this machine',
  'not started': 'ssh cannot be started on this machine',
  silent: 'it does not go on',
}

const LONGEST_QUOTE = 120

/** Of a connection that broke, `ssh` says now this, now that, and often nothing. */
const knownReason = ({ code, said }: Ending): string | undefined =>
  code === 255 && said.trim() === ''
    ? 'it ended the connection'
    : REASONS.find(([words]) => words.test(said))?.[1]

export function sshFailure(doing: Doing, place: string, ending: Ending, cause?: unknown): BackupError {
  const { failed, said, code } = ending
  const known = failed ? FAILED[failed] : knownReason(ending)
  const reason = known ?? (code === 255 ? 'the connection failed' : 'the command failed there')
  return failure(doing, place, known ? reason : reason + quote(said), cause ?? new Error(said.trim()))
}

/** The last line that was said, which is another machine's: shortened, and without what a terminal would obey. */
function quote(said: string): string {
  const line = said.trim().split('\n').at(-1)?.replaceAll(/\p{C}/gu, '').trim() ?? ''
  return line === '' ? '' : ` (${line.slice(0, LONGEST_QUOTE).toWellFormed().replace(/\.$/, '')})`
}

/** Whether all that failed is that a file or folder is not there (any more). */
export const isGone = ({ code, said, failed }: Ending): boolean =>
  failed === undefined &&
  code !== 255 &&
  said.trim() !== '' &&
  said
    .trim()
    .split('\n')
    .every((line) => line.includes('No such file or directory'))
