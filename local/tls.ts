import { readFileSync, unwatchFile, watchFile } from 'node:fs'
import type { Server } from 'node:https'
import { createSecureContext } from 'node:tls'
import { OperatorError } from '../shared/platform/operator-error.ts'

interface CertificateFiles {
  certFile: string
  keyFile: string
}

/** A certificate and its key, from files that may be renewed while the service runs. */
export interface Certificate {
  current(): { cert: Buffer; key: Buffer }
  /** Updates the certificate of `server` when the files change, until the server closes. */
  watch(server: Server): Server
}

/** The error for an unusable certificate or key. Its message names the setting. */
class CertificateError extends OperatorError {
  override name = 'CertificateError'
}

const CHECK_INTERVAL_MS = 30_000

/**
 * Reads a certificate and its key.
 *
 * After a failed renewal, the old certificate stays in use, and `onFailure` receives the error.
 *
 * @throws CertificateError if a file cannot be read, or the key does not match the certificate
 */
export function readCertificate(
  files: CertificateFiles,
  onFailure: (error: unknown) => void,
  checkIntervalMs = CHECK_INTERVAL_MS,
): Certificate {
  const current = () => {
    const pair = { cert: read('TLS_CERT_FILE', files.certFile), key: read('TLS_KEY_FILE', files.keyFile) }
    assertPair(pair)
    return pair
  }
  current()

  const watch = (server: Server): Server => {
    const renew = () => {
      try {
        server.setSecureContext(current())
      } catch (error) {
        // A file is invalid, or only one of the two files has been replaced so far. The next change triggers another attempt.
        onFailure(error)
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
  return { current, watch }
}

function read(setting: string, file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new CertificateError(`${setting} names a file that cannot be read: ${file} (${code}).`, {
      cause: error,
    })
  }
}

function assertPair(pair: { cert: Buffer; key: Buffer }): void {
  try {
    createSecureContext(pair)
  } catch (error) {
    throw new CertificateError(
      `TLS_CERT_FILE and TLS_KEY_FILE must be PEM files, and the key must belong to the certificate: ${(error as Error).message}.`,
      { cause: error },
    )
  }
}
