import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createSecretBox } from './secret-box.ts'

const key = randomBytes(32).toString('base64')
const place = { table: 'payment_config', column: 'provider_secret_key_encrypted', id: 'site' }

describe('the secret box', () => {
  const box = createSecretBox(key)

  it('refuses a key that is not 32 bytes', () => {
    for (const wrong of ['', 'short', randomBytes(16).toString('base64'), randomBytes(64).toString('base64')])
      expect(() => createSecretBox(wrong)).toThrow('32 bytes')
  })

  it('does not open in another row, column or table, with another key, or after any change of a byte', () => {
    const sealed = box.seal('sk_live_1', place)
    for (const wrong of [{ id: 'other' }, { column: 'pos_key_encrypted' }, { table: 'users' }])
      expect(() => box.open(sealed, { ...place, ...wrong })).toThrow('belongs elsewhere')
    expect(() => createSecretBox(randomBytes(32).toString('base64')).open(sealed, place)).toThrow(`sealed with the key ${box.keyId}`)
    for (let index = 0; index < sealed.length; index++) {
      const changed = Buffer.from(sealed)
      changed[index] = (changed[index] ?? 0) ^ 1
      expect(() => box.open(changed, place)).toThrow(/sealed/)
    }
    expect(() => box.open(sealed.subarray(0, 20), place)).toThrow('not a sealed value')
  })

  it('opens with every key of its ring, and seals with the first', () => {
    const next = randomBytes(32).toString('base64')
    const [ring, onlyNext] = [createSecretBox(`${next},${key}`), createSecretBox(next)]
    const before = box.seal('sk_live_1', place)
    expect([ring.open(before, place), ring.isCurrent(before)]).toEqual(['sk_live_1', false])
    const after = ring.seal('sk_live_1', place)
    expect([ring.isCurrent(after), onlyNext.open(after, place), ring.keyId]).toEqual([true, 'sk_live_1', onlyNext.keyId])
    expect(() => onlyNext.open(before, place)).toThrow(`sealed with the key ${box.keyId}`)
    expect(() => createSecretBox(`${next},short`)).toThrow('32 bytes')
  })

  it('gives back what was sealed, never shows it, and never seals twice alike', () => {
    for (const text of ['', 'sk_live_1', '秘密 🔑', 'x'.repeat(10_000)]) {
      const [first, second] = [box.seal(text, place), box.seal(text, place)]
      expect(box.open(first, place)).toBe(text)
      expect(first.equals(second)).toBe(false)
      if (text !== '') expect(first.includes(text)).toBe(false)
    }
    expect(createSecretBox(key).open(box.seal('x', place), place)).toBe('x')
  })
})
