import { readFileSync, unwatchFile, watchFile } from 'node:fs'
import type { Server } from 'node:https'
import { createSecureContext } from 'node:tls'

interface CertificateFiles {
  certFile: string
  keyFile: string
}

/** A certificate and its key, from files that may be renewed while the service runs. */
export interface Certificate {
  current(): { cert: Buffer; key: Buffer }
  /** Gives `server` the new certificate whenever the files change, for as long as it listens. */
  renewing(server: Server): Server
}

const CHECK_INTERVAL_MS = 30_000

/**
 * Reads a certificate and its key.
 *
 * `onFailure` hears why a renewal was not taken over; the old certificate then stays.
 *
 * @throws when the files cannot be read, or do not belong together
 */
export function readCertificate(
  files: CertificateFiles,
  onFailure: (error: unknown) => void,
  checkIntervalMs = CHECK_INTERVAL_MS,
): Certificate {
  const current = () => {
    const pair = { cert: readFileSync(files.certFile), key: readFileSync(files.keyFile) }
    createSecureContext(pair)
    return pair
  }
  current()

  const renewing = (server: Server): Server => {
    const renew = () => {
      try {
        server.setSecureContext(current())
      } catch (error) {
        onFailure(error) // half of a pair that is being replaced, or a bad one: the next change is looked at again
      }
    }
    const watched = [files.certFile, files.keyFile]
    for (const file of watched) {
      watchFile(file, { interval: checkIntervalMs, persistent: false }, renew)
    }
    return server.once('close', () => {
      for (const file of watched) {
        unwatchFile(file, renew)
      }
    })
  }
  return { current, renewing }
}
