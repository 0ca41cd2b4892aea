import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { languageSchema, type Language } from '@e-events/shared/domain/language.ts'
import { privacyVersion } from '@e-events/shared/domain/legal.ts'
import type { SingleSignOnReason } from '@e-events/shared/domain/single-sign-on.ts'
import { z } from 'zod'
import type { Clock } from '../../../adapters/clock.ts'
import type { SecretBox } from '../../../adapters/secret-box.ts'
import type { OpenId } from './openid.ts'
import { safeNext, SingleSignOnError } from './policy.ts'
import type { ProviderRepository } from './repository.ts'

/** Claims that a provider vouches for. */
export interface ExternalProof {
  provider: string
  subject: string
  email: string | undefined
  emailVerified: boolean
  /** E-mail domains that this provider may vouch for; empty: all. */
  emailDomains: readonly string[]
  name: string
  surname: string
  language: Language
  /** Version of the privacy policy that the button named; undefined without the button. */
  privacyVersion: string | undefined
}
export interface Visitor {
  address: string
  userAgent: string
  requestId: string
}
/** Opens a session for the person behind a proof, or says why not. */
export type Enter = (proof: ExternalProof, visitor: Visitor) => Promise<{ refreshToken: string } | { refused: SingleSignOnReason }>

const attemptSchema = z.object({
  provider: z.string(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  next: z.string(),
  language: languageSchema,
  privacyVersion: z.string().optional(),
  expiresAtMs: z.number(),
})
type Attempt = z.output<typeof attemptSchema>

const linkSchema = z.object({ provider: z.string(), subject: z.string(), email: z.string(), expiresAtMs: z.number() })
type PendingLink = z.output<typeof linkSchema>
const linkPlace = { table: 'cookie', column: 'single-sign-on', id: 'link' }

/** Long enough for a password and a second factor over there. */
export const attemptMs = 10 * 60_000
const place = { table: 'cookie', column: 'single-sign-on', id: 'attempt' }

export type SingleSignOn = ReturnType<typeof createSingleSignOn>

/**
 * Log-in at an OpenID provider: out with a state that only this browser holds, back with a code that only this server
 * can use.
 */
export function createSingleSignOn(deps: {
  providers: Pick<ProviderRepository, 'findEnabled'>
  openId: OpenId
  secretBox: SecretBox
  enter: Enter
  clock: Clock
  origin: string
}) {
  const { clock, origin } = deps
  const redirectUri = (provider: string) => `${origin}/api/auth/social/${provider}/callback`

  return {
    redirectUri,
    safeNext: (next: unknown) => safeNext(next, origin),

    /** @throws SingleSignOnError unavailable */
    async start(
      slug: string,
      wish: { next: unknown; privacyVersion: unknown; language: Language },
    ): Promise<{ location: string; attempt: string }> {
      const provider = await findProvider(slug)
      const attempt: Attempt = {
        provider: provider.provider,
        state: randomBytes(32).toString('base64url'),
        nonce: randomBytes(32).toString('base64url'),
        verifier: randomBytes(32).toString('base64url'),
        next: safeNext(wish.next, origin),
        language: wish.language,
        // An older wording counts as none: the one in force is asked for.
        privacyVersion: wish.privacyVersion === privacyVersion ? privacyVersion : undefined,
        expiresAtMs: clock.nowMs() + attemptMs,
      }
      const location = await deps.openId.authorizationUrl(provider, { ...attempt, redirectUri: redirectUri(provider.provider) })
      return { location, attempt: deps.secretBox.seal(JSON.stringify(attempt), place).toString('base64url') }
    },

    /** Where somebody wanted to go, as far as their cookie tells it. */
    nextOf(sealed: string | undefined): string {
      return open(sealed)?.next ?? '/'
    },

    /** Whom the provider vouched for some minutes ago in this browser. */
    openLink,

    /** @throws SingleSignOnError */
    async finish(
      slug: string,
      given: { attempt: string | undefined; query: Record<string, unknown>; visitor: Visitor },
    ): Promise<{ next: string; refreshToken: string }> {
      const attempt = open(given.attempt)
      const { state, code, error, iss } = given.query
      if (!attempt || attempt.provider !== slug || attempt.expiresAtMs <= clock.nowMs()) throw new SingleSignOnError('expired')
      if (typeof state !== 'string' || !isSame(state, attempt.state)) throw new SingleSignOnError('expired', { detail: 'another state' })
      if (error === 'access_denied') throw new SingleSignOnError('cancelled')
      if (typeof code !== 'string' || code === '') throw new SingleSignOnError('unavailable', { detail: 'the provider gave no code' })
      const provider = await findProvider(slug)
      // Said by providers of which several share one client (RFC 9207).
      if (iss !== undefined && iss !== provider.issuer) throw new SingleSignOnError('unproven', { detail: 'answered by another issuer' })
      const callback = new URL(redirectUri(slug))
      callback.search = new URLSearchParams({ code, state, ...(typeof iss === 'string' ? { iss } : {}) }).toString()
      const claims = await deps.openId.redeem(provider, { ...attempt, callback })
      const entered = await deps.enter(
        {
          provider: slug,
          subject: claims.sub,
          email: claims.email,
          emailVerified: claims.email_verified === true,
          emailDomains: provider.emailDomains,
          name: claims.given_name ?? claims.name ?? '',
          surname: claims.family_name ?? '',
          language: attempt.language,
          privacyVersion: attempt.privacyVersion,
        },
        given.visitor,
      )
      if ('refused' in entered) {
        if (entered.refused !== 'link') throw new SingleSignOnError(entered.refused)
        const link: PendingLink = {
          provider: slug,
          subject: claims.sub,
          email: claims.email ?? '',
          expiresAtMs: clock.nowMs() + attemptMs,
        }
        throw new SingleSignOnError('link', { pendingLink: deps.secretBox.seal(JSON.stringify(link), linkPlace).toString('base64url') })
      }
      return { next: attempt.next, refreshToken: entered.refreshToken }
    },
  }

  function openLink(sealed: string): PendingLink | undefined {
    try {
      const link = linkSchema.parse(JSON.parse(deps.secretBox.open(Buffer.from(sealed, 'base64url'), linkPlace)))
      return link.expiresAtMs > clock.nowMs() ? link : undefined
    } catch {
      return undefined
    }
  }

  async function findProvider(slug: string) {
    const provider = await deps.providers.findEnabled(slug)
    if (!provider) throw new SingleSignOnError('unavailable', { detail: 'no such provider' })
    return provider
  }

  function open(sealed: string | undefined): Attempt | undefined {
    if (sealed === undefined) return undefined
    try {
      return attemptSchema.parse(JSON.parse(deps.secretBox.open(Buffer.from(sealed, 'base64url'), place)))
    } catch {
      return undefined
    }
  }
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest())
  return a !== undefined && b !== undefined && timingSafeEqual(a, b)
}
