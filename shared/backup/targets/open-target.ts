import { BackupError } from '../backup-error.ts'
import type { Target } from '../target.ts'
import { bucketTarget } from './bucket/bucket-target.ts'
import { folderTarget } from './folder/folder-target.ts'
import { readTargetUrl } from './target-url.ts'

interface TargetOptions {
  /** The idle timeout of a bucket. */
  silenceMs?: number
}

/**
 * Opens a target without connecting to it. If the target is unreachable, its first operation fails.
 *
 * @param url in the form of `readTargetUrl`
 * @throws BackupError if the URL is not valid
 */
export function openTarget(url: string, { silenceMs }: TargetOptions = {}): Target {
  const address = readTargetUrl(url)
  switch (address.kind) {
    case 'folder':
      return folderTarget(address)
    case 'bucket':
      return bucketTarget(address, silenceMs)
  }
}

/** Returns why the URL of a target is not valid, without quoting the URL. Returns undefined for a valid URL. */
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
