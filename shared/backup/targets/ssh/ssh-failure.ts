import type { BackupError } from '../../backup-error.ts'
import { type TargetOperation, targetError } from '../target-error.ts'

/** The end of a command on the remote machine. */
export interface Ending {
  /** The exit code. 255: `ssh` itself failed. Null: `ssh` was not started, or a signal ended it. */
  code: number | null
  /** The standard error of `ssh` and the command. */
  stderr: string
  /** Set if `ssh` was not started, or was stopped after a timeout. */
  failed?: 'not installed' | 'not started' | 'timeout'
}

/**
 * Reasons by patterns of standard error. The first match counts. In a reason, `it` is the remote machine, as in
 * `Cannot write to the folder /backups at HOST: there is no route to it.` Only `its path` is the path of the folder.
 */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [/HOST IDENTIFICATION HAS CHANGED/, 'its host key has changed: find out why before you accept the new key'],
  [
    /Host key verification failed|No \S+ host key is known/,
    'its host key is unknown: connect once manually as this user, and compare the fingerprint',
  ],
  [/Permission denied \(|Too many authentication failures/, 'it refuses the SSH key of this user'],
  [/Connection refused/, 'nothing listens at that port'],
  [/Could not resolve hostname/, 'its host name has no address'],
  [/timed out|Timeout, server|not responding/i, 'it does not answer in time'],
  [/No route to host|Network is unreachable/, 'there is no route to it'],
  [
    /Bad (?:configuration|owner)|bad ownership|terminating, \d+ bad/i,
    'the ssh configuration of this user is not valid',
  ],
  [/Connection (?:closed|reset)|Broken pipe|closed by remote|lost connection/i, 'it ended the connection'],
  [
    /sftp connections only|account is currently not available|not found/i,
    'this user may not run commands there',
  ],
  [/No space left/, 'no space is left there'],
  [/quota exceeded/i, 'the quota of this user is used up there'],
  [/Read-only file system/, 'the folder is on a read-only file system'],
  [/Permission denied|Operation not permitted/i, 'this user lacks the permission'],
  [/Not a directory|File exists/, 'a part of its path is a file and not a folder'],
  [/partial file/, 'the file arrived incomplete'],
]

const FAILED: Readonly<Record<NonNullable<Ending['failed']>, string>> = {
  'not installed': 'ssh is not installed on this machine',
  'not started': 'ssh cannot be started on this machine',
  timeout: 'it stopped responding',
}

const LONGEST_QUOTE = 120

/** Returns the reason of a failure, or undefined if it is unknown. */
const knownReason = ({ code, stderr }: Ending): string | undefined =>
  code === 255 && stderr.trim() === ''
    ? 'it ended the connection' // when a connection breaks, `ssh` often prints nothing
    : REASONS.find(([pattern]) => pattern.test(stderr))?.[1]

export function sshFailure(
  operation: TargetOperation,
  place: string,
  ending: Ending,
  cause?: unknown,
): BackupError {
  const { failed, stderr, code } = ending
  const known = failed ? FAILED[failed] : knownReason(ending)
  const reason = known ?? (code === 255 ? 'the connection failed' : 'the command failed there')
  return targetError(
    operation,
    place,
    known ? reason : reason + quote(stderr),
    cause ?? new Error(stderr.trim()),
  )
}

/** Returns the last line of standard error in brackets, shortened and without control characters. */
function quote(stderr: string): string {
  const line = stderr.trim().split('\n').at(-1)?.replaceAll(/\p{C}/gu, '').trim() ?? ''
  return line === '' ? '' : ` (${line.slice(0, LONGEST_QUOTE).toWellFormed().replace(/\.$/, '')})`
}

/** Returns whether a command failed only because a file or folder is missing. */
export const isMissingFile = ({ code, stderr, failed }: Ending): boolean =>
  failed === undefined &&
  code !== 255 &&
  stderr.trim() !== '' &&
  stderr
    .trim()
    .split('\n')
    .every((line) => line.includes('No such file or directory'))
