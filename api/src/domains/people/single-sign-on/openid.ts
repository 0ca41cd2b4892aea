import { createHash } from 'node:crypto'
import type { IssuerCheck } from '@e-events/shared/contract/people/login-config.ts'
import { createLocalJWKSet, errors, jwtVerify, type JWTPayload } from 'jose'
import { z } from 'zod'
import type { Clock } from '../../../adapters/clock.ts'
import { fetchJson } from './outgoing.ts'
import { belongsToIssuer, isIssuerAllowed, SingleSignOnError } from './policy.ts'
import type { Provider } from './repository.ts'

const documentSchema = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
  token_endpoint_auth_methods_supported: z.array(z.string()).default(['client_secret_basic']),
})
type ProviderDocument = z.output<typeof documentSchema>
const keysSchema = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).max(100) })
const tokensSchema = z.object({ id_token: z.string() })
const claimsSchema = z.object({
  sub: z.string().min(1).max(255),
  nonce: z.string(),
  email: z.string().optional(),
  // Some providers write it as a word.
  email_verified: z.union([z.boolean(), z.enum(['true', 'false']).transform((word) => word === 'true')]).optional(),
  given_name: z.string().optional(),
  family_name: z.string().optional(),
  name: z.string().optional(),
})
export type Claims = z.output<typeof claimsSchema>

/** Kept for as long as keys may be; a key that is not among them is asked for once more. */
const keepMs = 60 * 60_000
/** A stranger's token with an unknown key must not make us ask for keys all the time. */
const askAgainMs = 60_000
/** Clocks of two machines differ. */
const toleranceSec = 60
/** Signed by a key of the provider: neither 'none' nor anything made with the client's secret. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']

export type OpenId = ReturnType<typeof createOpenId>

/** OpenID Connect as a relying party: authorization code with PKCE. */
export function createOpenId(deps: { clock: Clock; production: boolean }) {
  const { clock } = deps
  const documents = new Map<string, { document: ProviderDocument; atMs: number }>()
  const keySets = new Map<string, { find: ReturnType<typeof createLocalJWKSet>; atMs: number }>()

  return {
    /** Where the browser goes to log in. @throws SingleSignOnError unavailable */
    async authorizationUrl(
      provider: Provider,
      ask: { redirectUri: string; state: string; nonce: string; verifier: string; language: string },
    ): Promise<string> {
      const document = await discover(provider.issuer)
      const url = new URL(document.authorization_endpoint)
      const fields = {
        response_type: 'code',
        client_id: provider.clientId,
        redirect_uri: ask.redirectUri,
        scope: 'openid email profile',
        state: ask.state,
        nonce: ask.nonce,
        code_challenge: createHash('sha256').update(ask.verifier).digest('base64url'),
        code_challenge_method: 'S256',
        ui_locales: ask.language,
      }
      for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value)
      return url.href
    },

    /** Reads the issuer's document anew, under the same rules as a log-in does, and says what is wrong with it. */
    async check(issuer: string): Promise<IssuerCheck> {
      documents.delete(issuer)
      try {
        const document = await discover(issuer)
        return { fault: null, authorizationEndpoint: document.authorization_endpoint, tokenEndpoint: document.token_endpoint }
      } catch (error) {
        if (!(error instanceof SingleSignOnError) || error.fault === undefined) throw error
        return { fault: error.fault, authorizationEndpoint: null, tokenEndpoint: null }
      }
    },

    /** Turns the code into what the provider vouches for. @throws SingleSignOnError unavailable, unproven */
    async redeem(provider: Provider, given: { code: string; redirectUri: string; verifier: string; nonce: string }): Promise<Claims> {
      const document = await discover(provider.issuer)
      const idToken = await exchange(provider, document, given)
      const payload = await verify(idToken, provider, document)
      const claims = claimsSchema.safeParse(payload)
      if (!claims.success) throw new SingleSignOnError('unproven', { detail: 'the identity token lacks claims' })
      if (claims.data.nonce !== given.nonce) throw new SingleSignOnError('unproven', { detail: 'the nonce is not ours' })
      return claims.data
    },
  }

  async function discover(issuer: string): Promise<ProviderDocument> {
    const known = documents.get(issuer)
    if (known && clock.nowMs() - known.atMs < keepMs) return known.document
    if (!isIssuerAllowed(issuer, deps))
      throw new SingleSignOnError('unavailable', { detail: 'the issuer is no https address', fault: 'address' })
    const { status, body } = await fetchJson(`${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`, deps)
    const parsed = documentSchema.safeParse(body)
    if (status !== 200 || !parsed.success)
      throw new SingleSignOnError('unavailable', { detail: 'no discovery document', fault: 'no-document' })
    const document = parsed.data
    if (document.issuer !== issuer) {
      throw new SingleSignOnError('unavailable', { detail: 'the discovery document is of another issuer', fault: 'other-issuer' })
    }
    const addresses = [document.authorization_endpoint, document.token_endpoint, document.jwks_uri]
    if (!addresses.every((address) => belongsToIssuer(address, issuer))) {
      const detail = 'the discovery document leads to other hosts than the issuer'
      throw new SingleSignOnError('unavailable', { detail, fault: 'foreign-endpoint' })
    }
    documents.set(issuer, { document, atMs: clock.nowMs() })
    return document
  }

  async function exchange(
    provider: Provider,
    document: ProviderDocument,
    given: { code: string; redirectUri: string; verifier: string },
  ): Promise<string> {
    const form = new URLSearchParams({
      grant_type: 'authorization_code',
      code: given.code,
      redirect_uri: given.redirectUri,
      code_verifier: given.verifier,
    })
    const headers: Record<string, string> = { 'content-type': 'application/x-www-form-urlencoded' }
    const { clientId, clientSecret } = provider
    const methods = document.token_endpoint_auth_methods_supported
    if (clientSecret !== undefined && (methods.includes('client_secret_basic') || !methods.includes('client_secret_post'))) {
      const pair = [clientId, clientSecret].map((part) => new URLSearchParams([['', part]]).toString().slice(1)).join(':')
      headers['authorization'] = `Basic ${Buffer.from(pair).toString('base64')}`
    } else {
      form.set('client_id', clientId)
      if (clientSecret !== undefined) form.set('client_secret', clientSecret)
    }
    const { status, body } = await fetchJson(document.token_endpoint, {
      production: deps.production,
      method: 'POST',
      headers,
      body: form.toString(),
    })
    const tokens = tokensSchema.safeParse(body)
    if (status >= 500) throw new SingleSignOnError('unavailable', { detail: `the token endpoint answered ${status}` })
    if (status !== 200 || !tokens.success) throw new SingleSignOnError('unproven', { detail: `the token endpoint answered ${status}` })
    return tokens.data.id_token
  }

  async function verify(idToken: string, provider: Provider, document: ProviderDocument): Promise<JWTPayload> {
    const check = async (fresh: boolean) =>
      jwtVerify(idToken, await keysOf(document.jwks_uri, fresh), {
        issuer: provider.issuer,
        audience: provider.clientId,
        algorithms,
        requiredClaims: ['sub', 'iat', 'exp', 'nonce'],
        clockTolerance: toleranceSec,
        currentDate: clock.now(),
      })
    try {
      const { payload } = await check(false).catch((error: unknown) => {
        // The provider changed its keys since they were read.
        if (error instanceof errors.JWKSNoMatchingKey) return check(true)
        throw error
      })
      const isForUs =
        payload['azp'] === undefined ? typeof payload.aud === 'string' || payload.aud?.length === 1 : payload['azp'] === provider.clientId
      if (!isForUs) throw new SingleSignOnError('unproven', { detail: 'the identity token was made for somebody else' })
      return payload
    } catch (error) {
      if (error instanceof SingleSignOnError) throw error
      // jose's own errors carry the payload: only their code is told.
      throw new SingleSignOnError('unproven', {
        detail: error instanceof errors.JOSEError ? error.code : 'the identity token is unreadable',
      })
    }
  }

  async function keysOf(address: string, fresh: boolean): Promise<ReturnType<typeof createLocalJWKSet>> {
    const known = keySets.get(address)
    if (known && clock.nowMs() - known.atMs < (fresh ? askAgainMs : keepMs)) return known.find
    const { status, body } = await fetchJson(address, deps)
    const parsed = keysSchema.safeParse(body)
    if (status !== 200 || !parsed.success) throw new SingleSignOnError('unavailable', { detail: 'no keys' })
    const find = createLocalJWKSet(parsed.data)
    keySets.set(address, { find, atMs: clock.nowMs() })
    return find
  }
}
