import { paths } from '@e-events/shared/domain/addresses.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import type { ProductType } from '@e-events/shared/domain/states.ts'
import { z } from 'zod'
import { didOf, type JsonObject } from './data-integrity.ts'
import { certificateWords } from './words.ts'

export interface CertificateFacts {
  id: string
  name: string
  title: string
  product: { slug: string; type: ProductType }
  channel: { slug: string; title: string }
  language: Language
  issuedAt: Date
  lessons: number
  videoMs: number
}

const contexts = ['https://www.w3.org/ns/credentials/v2', 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json']

/** An Open Badges 3.0 credential (W3C Verifiable Credential), not signed yet. */
export function toCredential(facts: CertificateFacts, { keyId, origin }: { keyId: string; origin: string }): JsonObject {
  const { id, product, channel, language } = facts
  const words = certificateWords[language]
  const address = origin + paths.certificate(id)
  const length = `${origin}${paths.product(product.slug)}#video`
  return {
    '@context': contexts,
    id: address,
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: facts.title,
    issuer: { id: didOf(keyId), type: ['Profile'], name: channel.title, url: origin + paths.channel(channel.slug) },
    validFrom: facts.issuedAt.toISOString(),
    credentialSubject: {
      type: ['AchievementSubject'],
      identifier: [{ type: 'IdentityObject', identityType: 'name', identityHash: facts.name, hashed: false }],
      achievement: {
        id: origin + paths.product(product.slug),
        type: ['Achievement'],
        achievementType: product.type === 'master' ? 'CertificateOfCompletion' : 'Course',
        inLanguage: language,
        name: facts.title,
        description: words.narrative[product.type === 'master' ? 'master' : 'course'],
        criteria: { narrative: words.criteria(facts.lessons) },
        resultDescription: [{ id: length, type: ['ResultDescription'], name: words.video, resultType: 'ext:Duration' }],
      },
      result: [{ type: ['Result'], resultDescription: length, value: toDuration(facts.videoMs) }],
    },
    credentialStatus: { id: `${origin}/api/certificates/${id}/status`, type: '1EdTechRevocationList' },
  }
}

/** ISO 8601, to the second. */
export const toDuration = (ms: number): string => `PT${Math.round(ms / 1000)}S`

const one = <T extends z.ZodType>(schema: T) => z.tuple([schema])
const credential = z.object({
  id: z.string(),
  issuer: z.object({ id: z.string(), name: z.string() }),
  validFrom: z.iso.datetime(),
  credentialSubject: z.object({
    identifier: one(z.object({ identityHash: z.string() })),
    achievement: z.object({ name: z.string(), achievementType: z.string(), criteria: z.object({ narrative: z.string() }) }),
    result: one(z.object({ value: z.string().regex(/^PT\d{1,9}S$/) })),
  }),
})

export interface Signed {
  name: string
  title: string
  organizer: string
  issuedAt: string
  videoMs: number
  isMaster: boolean
  criteria: string
}

/** Reads what a credential of this certificate says; null for anything else. Says nothing of its signature. */
export function readCredential(value: unknown, { id, keyId }: { id: string; keyId: string }): Signed | null {
  const { data } = credential.safeParse(value)
  // The platform may have moved to another host since.
  if (!data || !data.id.endsWith(paths.certificate(id)) || data.issuer.id !== didOf(keyId)) return null
  const { identifier, achievement, result } = data.credentialSubject
  return {
    name: identifier[0].identityHash,
    title: achievement.name,
    organizer: data.issuer.name,
    issuedAt: data.validFrom,
    videoMs: Number(result[0].value.slice(2, -1)) * 1000,
    isMaster: achievement.achievementType === 'CertificateOfCompletion',
    criteria: achievement.criteria.narrative,
  }
}
