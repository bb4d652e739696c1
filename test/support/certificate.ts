import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The path of OpenSSL; undefined if it is not installed. */
export const OPENSSL = ['/usr/bin/openssl', '/opt/homebrew/bin/openssl'].find((file) => existsSync(file))

/** Creates a self-signed certificate for a name. */
export function makeCertificate(folder: string, name: string): { certFile: string; keyFile: string } {
  const [certFile, keyFile] = [join(folder, `${name}.pem`), join(folder, `${name}-key.pem`)]
  const form = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-days',
    '2',
  ]
  const args = [...form, '-subj', `/CN=${name}`, '-out', certFile, '-keyout', keyFile]
  execFileSync(OPENSSL ?? '', args, { stdio: 'ignore' })
  return { certFile, keyFile }
}
