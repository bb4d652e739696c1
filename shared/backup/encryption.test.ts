import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { expect, test } from 'vitest'
import { readIdentity } from './encryption.ts'

test('a secret key is read from the output of age-keygen, with any line ends', async () => {
  const identity = await generateX25519Identity()
  const recipient = await identityToRecipient(identity)
  const lines = ['# created: 2026-11-22T05:00:00Z', `# public key: ${recipient}`, identity, '']
  for (const file of [lines.join('\n'), lines.join('\r\n'), `\uFEFF${lines.join('\n')}`, ` ${identity} `]) {
    expect(readIdentity(file)).toBe(identity)
  }
})

test('a secret key with a wrong character is reported as such, not as altered files', async () => {
  const identity = await generateX25519Identity()
  for (const at of [17, 40, identity.length - 1]) {
    const letter = identity[at] === 'Q' ? 'P' : 'Q'
    const mistyped = identity.slice(0, at) + letter + identity.slice(at + 1)
    expect(() => readIdentity(mistyped)).toThrow('This age secret key is not valid: a character is wrong.')
  }
})
