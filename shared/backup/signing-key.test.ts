import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { expect, test } from 'vitest'
import { deriveSigningKey, formatSigningKey, readSigningKey, sign } from './signing-key.ts'

test('a signing key can be derived again from its secret key, and reads from its text', async () => {
  const identity = await generateX25519Identity()
  const recipient = await identityToRecipient(identity)
  const text = formatSigningKey(deriveSigningKey(identity), recipient)
  expect(text).toMatch(/^tms_[\w-]{52}$/)
  expect(readSigningKey(text, recipient)).toEqual(deriveSigningKey(identity))
})

test('a signing key never changes for a secret key: backups of earlier versions stay valid', () => {
  const key = deriveSigningKey(`AGE-SECRET-KEY-1${'Q'.repeat(58)}`)
  expect(Buffer.from(key).toString('hex')).toBe(
    'f6dd320f7977968c786d48f59e873eba760abf11121505d214a0be560efae7a8', // HKDF-SHA256, computed by another program
  )
})

test('a signing key with a wrong character, or of another secret key than the recipient, is refused', async () => {
  const [identity, other] = [await generateX25519Identity(), await generateX25519Identity()]
  const recipient = await identityToRecipient(identity)
  const text = formatSigningKey(deriveSigningKey(identity), recipient)
  for (const at of [4, 20, 46, text.length - 1]) {
    const mistyped = text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1)
    expect(() => readSigningKey(mistyped, recipient)).toThrow('does not belong to BACKUP_RECIPIENT')
  }
  const recipientOfOther = await identityToRecipient(other)
  expect(() => readSigningKey(text, recipientOfOther)).toThrow('does not belong to BACKUP_RECIPIENT')
})

test('a signature of a name is not valid for a manifest', async () => {
  const key = deriveSigningKey(await generateX25519Identity())
  expect(sign(key, 'name', 'text')).not.toBe(sign(key, 'manifest', 'text'))
})
