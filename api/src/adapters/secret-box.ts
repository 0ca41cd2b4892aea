import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

/** Where a sealed value belongs. A value copied into another row, or into another column, does not open there. */
export interface SecretPlace {
  table: string
  column: string
  /** Primary key of the row; a table of one row has `site`. */
  id: string
}

/** Encryption of what the database must not show: keys of payment services, secrets of second factors. */
export interface SecretBox {
  /**
   * Names the key without telling it: stored beside the value, so that one can see what a change of keys has left to
   * do.
   */
  readonly keyId: string
  seal(text: string, place: SecretPlace): Buffer
  /** @throws Error when the value was sealed with a key that is not in the ring, for another place, or was changed */
  open(sealed: Buffer, place: SecretPlace): string
  /** Whether it was sealed with the key of today. */
  isCurrent(sealed: Buffer): boolean
}

const version = 1
const keyIdBytes = 4
const nonceBytes = 12
const tagBytes = 16
const headBytes = 1 + keyIdBytes + nonceBytes + tagBytes

/**
 * AES-256-GCM with a fresh nonce per value. Layout: version, key id, nonce, tag, ciphertext.
 * @param keys 32 bytes each as base64 (or base64url), separated by commas: the first one seals, every one opens
 */
export function createSecretBox(keys: string): SecretBox {
  const ring = keys.split(',').map(readKey)
  const [{ bytes, keyId }] = ring as [Key, ...Key[]]
  return {
    keyId: keyId.toString('hex'),
    seal(text, place) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', bytes, nonce, { authTagLength: tagBytes }).setAAD(bound(place))
      const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.of(version), keyId, nonce, cipher.getAuthTag(), ciphertext])
    },
    open(sealed, place) {
      if (sealed.length < headBytes || sealed[0] !== version) throw new Error('not a sealed value')
      const parts = sealed.subarray(1)
      const sealedWith = parts.subarray(0, keyIdBytes)
      const key = ring.find((one) => one.keyId.equals(sealedWith))
      if (!key) throw new Error(`sealed with the key ${sealedWith.toString('hex')}, not with ${keyId.toString('hex')}`)
      const nonce = parts.subarray(keyIdBytes, keyIdBytes + nonceBytes)
      const tag = parts.subarray(keyIdBytes + nonceBytes, headBytes - 1)
      const decipher = createDecipheriv('aes-256-gcm', key.bytes, nonce, { authTagLength: tagBytes }).setAAD(bound(place)).setAuthTag(tag)
      try {
        return Buffer.concat([decipher.update(sealed.subarray(headBytes)), decipher.final()]).toString('utf8')
      } catch (cause) {
        throw new Error('the sealed value was changed, or belongs elsewhere', { cause })
      }
    },
    isCurrent: (sealed) => sealed[0] === version && sealed.subarray(1, 1 + keyIdBytes).equals(keyId),
  }
}

interface Key {
  bytes: Buffer
  keyId: Buffer
}

function readKey(text: string): Key {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length !== 32) throw new TypeError('the key of the secret box is not 32 bytes')
  return { bytes, keyId: createHash('sha256').update(bytes).digest().subarray(0, keyIdBytes) }
}

function bound({ table, column, id }: SecretPlace): Buffer {
  return Buffer.from(JSON.stringify([table, column, id]))
}
