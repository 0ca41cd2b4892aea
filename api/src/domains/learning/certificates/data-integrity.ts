import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify, type KeyObject } from 'node:crypto'

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }
export type JsonObject = { readonly [name: string]: Json }

/** JSON Canonicalization Scheme (RFC 8785): one text for everything that is the same. */
export function canonical(value: Json): string {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError('JSON has no such number')
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(canonical).join(',')}]`
  const object = value as JsonObject
  // The order of UTF-16 code units, which is how texts compare.
  const members = Object.keys(object)
    .toSorted((a, b) => (a < b ? -1 : 1))
    .map((name) => `${JSON.stringify(name)}:${canonical(object[name] ?? null)}`)
  return `{${members.join(',')}}`
}

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Multibase, base58btc. */
export function toMultibase(bytes: Uint8Array): string {
  const zeros = bytes.findIndex((byte) => byte !== 0)
  let rest = BigInt(`0x${Buffer.from(bytes).toString('hex') || '0'}`)
  let text = ''
  for (; rest > 0n; rest /= 58n) text = (alphabet[Number(rest % 58n)] ?? '') + text
  return `z${'1'.repeat(zeros === -1 ? bytes.length : zeros)}${text}`
}

/** Undefined for what is no such text. */
export function fromMultibase(text: string): Buffer | undefined {
  if (!/^z[1-9A-HJ-NP-Za-km-z]+$/.test(text) || text.length > 200) return undefined
  const digits = text.slice(1)
  const zeros = /^1*/.exec(digits)?.[0].length ?? 0
  let number = 0n
  for (const digit of digits) number = number * 58n + BigInt(alphabet.indexOf(digit))
  const hex = number === 0n ? '' : number.toString(16)
  return Buffer.concat([Buffer.alloc(zeros), Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex')])
}

/** Prefix of an Ed25519 public key in a multikey. */
const ed25519 = Buffer.from([0xed, 0x01])

/** A new key pair: its id is the public key as a multibase text, `secret` the private one as base64 (PKCS 8). */
export function newKey(): { id: string; secret: string } {
  const { privateKey } = generateKeyPairSync('ed25519')
  return { id: keyIdOf(privateKey), secret: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64') }
}

export const readKey = (secret: string): KeyObject => createPrivateKey({ key: Buffer.from(secret, 'base64'), format: 'der', type: 'pkcs8' })

export function keyIdOf(privateKey: KeyObject): string {
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' })
  return toMultibase(Buffer.concat([ed25519, Buffer.from(x, 'base64url')]))
}

/** The controller and the verification method that a key is (did:key). */
export const didOf = (keyId: string): string => `did:key:${keyId}`
export const methodOf = (keyId: string): string => `${didOf(keyId)}#${keyId}`

/** Adds a Data Integrity proof (eddsa-jcs-2022) to a document. */
export function withProof(document: JsonObject, { privateKey, created }: { privateKey: KeyObject; created: string }): JsonObject {
  const options = {
    '@context': document['@context'] ?? [],
    type: 'DataIntegrityProof',
    cryptosuite: 'eddsa-jcs-2022',
    created,
    verificationMethod: methodOf(keyIdOf(privateKey)),
    proofPurpose: 'assertionMethod',
  }
  const proofValue = toMultibase(sign(null, hashOf(document, options), privateKey))
  return { ...document, proof: { ...options, proofValue } }
}

/** Whether a document is what the holder of the key signed. */
export function isSignedBy(document: JsonObject, privateKey: KeyObject): boolean {
  const { proof, ...unsigned } = document
  if (typeof proof !== 'object' || proof === null || Array.isArray(proof)) return false
  const { proofValue, ...options } = proof as JsonObject
  if (typeof proofValue !== 'string') return false
  const isOurs =
    options['type'] === 'DataIntegrityProof' &&
    options['cryptosuite'] === 'eddsa-jcs-2022' &&
    options['proofPurpose'] === 'assertionMethod' &&
    options['verificationMethod'] === methodOf(keyIdOf(privateKey)) &&
    canonical(options['@context'] ?? null) === canonical(unsigned['@context'] ?? null)
  const signature = fromMultibase(proofValue)
  return isOurs && signature?.length === 64 && verify(null, hashOf(unsigned, options), createPublicKey(privateKey), signature)
}

function hashOf(document: JsonObject, options: JsonObject): Buffer {
  const hash = (value: JsonObject) => createHash('sha256').update(canonical(value)).digest()
  return Buffer.concat([hash(options), hash(document)])
}
