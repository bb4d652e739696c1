import { BackupError } from '../backup-error.ts'
import type { Target } from '../target.ts'
import { bucketTarget } from './bucket/bucket-target.ts'
import { folderTarget } from './folder/folder-target.ts'
import { sshTarget } from './ssh/ssh-target.ts'
import { readTargetUrl } from './target-url.ts'

export interface TargetOptions {
  /** Given to `ssh` before all others. */
  sshArguments?: readonly string[]
  /** How long the other side of a network may be silent; unset: what is right for its kind. */
  silenceMs?: number
}

/**
 * Opens where backups go; nothing is asked of it yet, so that a target that cannot be reached fails when it is used.
 *
 * @param url as `readTargetUrl` takes it
 * @throws BackupError where it is none
 */
export function openTarget(url: string, { sshArguments, silenceMs }: TargetOptions = {}): Target {
  const address = readTargetUrl(url)
  switch (address.kind) {
    case 'folder':
      return folderTarget(address)
    case 'bucket':
      return bucketTarget(address, silenceMs)
    case 'ssh':
      return sshTarget(address, silenceMs, sshArguments)
  }
}

/** What is wrong with the address of a target, as a sentence that repeats nothing of it; undefined when nothing is. */
export function whyNoTarget(url: string): string | undefined {
  try {
    readTargetUrl(url)
    return undefined
  } catch (error) {
    if (error instanceof BackupError) {
      return error.message
    }
    throw error
  }
}

export const isTarget = (url: string): boolean => whyNoTarget(url) === undefined
