import { createPrivateKey } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { toCredential, type CertificateFacts } from './credential.ts'
import { didOf, fromMultibase, isSignedBy, keyIdOf, newKey, readKey, withProof } from './data-integrity.ts'

const facts: CertificateFacts = {
  id: '0b2f8f9e-1111-4222-8333-444455556666',
  name: 'Ada Núñez-O’Hara de la Peña',
  title: 'Diseño de la emoción',
  product: { slug: 'diseno', type: 'course' },
  channel: { slug: 'nandu', title: 'Escuela Ñandú' },
  language: 'es',
  issuedAt: new Date('2026-11-26T10:00:00Z'),
  lessons: 2,
  videoMs: 100_000,
}

/** A set of types that has to hold these. */
const types = (...wanted: string[]) => z.array(z.string()).refine((given) => wanted.every((one) => given.includes(one)))

/** AchievementCredential of Open Badges 3.0, as far as a certificate uses it: what it asks for, and nothing unknown. */
const achievementCredential = z.strictObject({
  '@context': z.tuple([
    z.literal('https://www.w3.org/ns/credentials/v2'),
    z.string().regex(/^https:\/\/purl\.imsglobal\.org\/spec\/ob\/v3p0\/context(-3\.\d\.\d)*\.json$/),
  ]),
  id: z.url(),
  type: types('VerifiableCredential', 'OpenBadgeCredential'),
  name: z.string(),
  issuer: z.strictObject({ id: z.string().regex(/^did:key:z6Mk/), type: types('Profile'), name: z.string(), url: z.url() }),
  validFrom: z.iso.datetime(),
  credentialSubject: z.strictObject({
    type: types('AchievementSubject'),
    identifier: z
      .array(
        z.strictObject({
          type: z.literal('IdentityObject'),
          hashed: z.boolean(),
          identityHash: z.string(),
          identityType: z.literal('name'),
        }),
      )
      .min(1),
    achievement: z.strictObject({
      id: z.url(),
      type: types('Achievement'),
      achievementType: z.enum(['Course', 'CertificateOfCompletion']),
      inLanguage: z.string().regex(/^[a-z]{2}(-[A-Z]{2})?$/),
      name: z.string(),
      description: z.string(),
      criteria: z.strictObject({ narrative: z.string() }),
      resultDescription: z.array(
        z.strictObject({
          id: z.url(),
          type: types('ResultDescription'),
          name: z.string(),
          resultType: z.string().regex(/^ext:[a-zA-Z0-9._-]+$/),
        }),
      ),
    }),
    result: z.array(z.strictObject({ type: types('Result'), resultDescription: z.url(), value: z.string() })),
  }),
  credentialStatus: z.strictObject({ id: z.url(), type: z.literal('1EdTechRevocationList') }),
  proof: z.strictObject({
    '@context': z.array(z.url()),
    type: z.literal('DataIntegrityProof'),
    cryptosuite: z.literal('eddsa-jcs-2022'),
    created: z.iso.datetime(),
    verificationMethod: z.string(),
    proofPurpose: z.literal('assertionMethod'),
    proofValue: z.string().regex(/^z[1-9A-HJ-NP-Za-km-z]{80,90}$/),
  }),
})

describe('the credential of a certificate', () => {
  it.each(['course', 'master'] as const)('of a %s is an AchievementCredential with all that Open Badges 3.0 asks for', (type) => {
    const { id: keyId, secret } = newKey()
    const credential = toCredential({ ...facts, product: { slug: 'diseno', type } }, { keyId, origin: 'https://events.example.org' })
    const signed = withProof(credential, { privateKey: readKey(secret), created: '2026-11-26T10:00:00Z' })
    const { issuer, credentialSubject, proof, '@context': context } = achievementCredential.parse(JSON.parse(JSON.stringify(signed)))
    expect(proof.verificationMethod).toBe(`${issuer.id}#${keyId}`)
    expect(issuer.id).toBe(didOf(keyId))
    expect(proof['@context']).toEqual(context)
    // A result names the description that it is the value of.
    expect(credentialSubject.result[0]?.resultDescription).toBe(credentialSubject.achievement.resultDescription[0]?.id)
  })
})

describe('a proof', () => {
  it('is, byte for byte, that of the test vector in the W3C recommendation', () => {
    // A multikey of an Ed25519 secret: two bytes of prefix, then the seed.
    const seed = fromMultibase('z3u2en7t5LR2WtQH5PfFqMqwVHBeXouLzo6haApm8XHqvjxq')?.subarray(2) ?? Buffer.alloc(0)
    const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed])
    const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
    expect(keyIdOf(privateKey)).toBe('z6MkrJVnaZkeFzdQyMZu1cgjg7k1pZZ6pvBQ7XJPt4swbTQ2')
    const document = {
      '@context': ['https://www.w3.org/ns/credentials/v2', 'https://www.w3.org/ns/credentials/examples/v2'],
      id: 'urn:uuid:58172aac-d8ba-11ed-83dd-0b3aef56cc33',
      type: ['VerifiableCredential', 'AlumniCredential'],
      name: 'Alumni Credential',
      description: 'A minimum viable example of an Alumni Credential.',
      issuer: 'https://vc.example/issuers/5678',
      validFrom: '2023-01-01T00:00:00Z',
      credentialSubject: { id: 'did:example:abcdefgh', alumniOf: 'The School of Examples' },
    }
    const signed = withProof(document, { privateKey, created: '2023-02-24T23:36:38Z' })
    expect(signed['proof']).toMatchObject({
      proofValue: 'z2HnFSSPPBzR36zdDgK8PbEHeXbR56YF24jwMpt3R1eHXQzJDMWS93FCzpvJpwTWd3GAVFuUfjoJdcnTMuVor51aX',
    })
    expect(isSignedBy(signed, privateKey)).toBe(true)
    expect(isSignedBy({ ...signed, name: 'Alumna Credential' }, privateKey)).toBe(false)
  })
})
