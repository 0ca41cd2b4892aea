import type { IssuerCheck, IssuerFault } from '@e-events/shared/contract/people/login-config.ts'
import * as client from 'openid-client'
import { z } from 'zod'
import type { Clock } from '../../../adapters/clock.ts'
import { createOutgoingFetch, timeoutSec } from './outgoing.ts'
import { belongsToIssuer, isIssuerAllowed, SingleSignOnError } from './policy.ts'
import type { Provider } from './repository.ts'

const claimsSchema = z.object({
  sub: z.string().min(1).max(255),
  azp: z.string().optional(),
  email: z.string().optional(),
  // Some providers write it as a word.
  email_verified: z.union([z.boolean(), z.enum(['true', 'false']).transform((word) => word === 'true')]).optional(),
  given_name: z.string().optional(),
  family_name: z.string().optional(),
  name: z.string().optional(),
})
export type Claims = z.output<typeof claimsSchema>

/** Life of a discovery document; the library keeps the keys of the provider for five minutes. */
const keepMs = 60 * 60_000
/** Clocks of two machines differ. */
const toleranceSec = 60

export type OpenId = ReturnType<typeof createOpenId>

/** OpenID Connect as a relying party: authorization code with PKCE (decision openid-client). */
export function createOpenId({ clock, production }: { clock: Clock; production: boolean }) {
  const kept = new Map<string, { configuration: client.Configuration; atMs: number }>()
  const outgoing = createOutgoingFetch({ production })

  return {
    /** Address at which the browser logs in. @throws SingleSignOnError unavailable */
    async authorizationUrl(
      provider: Provider,
      ask: { redirectUri: string; state: string; nonce: string; verifier: string; language: string },
    ): Promise<string> {
      const configuration = await configure(provider)
      return client.buildAuthorizationUrl(configuration, {
        redirect_uri: ask.redirectUri,
        scope: 'openid email profile',
        state: ask.state,
        nonce: ask.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(ask.verifier),
        code_challenge_method: 'S256',
        ui_locales: ask.language,
      }).href
    },

    /** Reads the issuer's document anew, under the same rules as a log-in does, and says what is wrong with it. */
    async check(issuer: string): Promise<IssuerCheck> {
      for (const [key, { configuration }] of kept) if (configuration.serverMetadata().issuer === issuer) kept.delete(key)
      try {
        const found = (await discover({ issuer, clientId: 'check', clientSecret: undefined })).serverMetadata()
        return { fault: null, authorizationEndpoint: found.authorization_endpoint ?? null, tokenEndpoint: found.token_endpoint ?? null }
      } catch (error) {
        if (!(error instanceof SingleSignOnError) || error.fault === undefined) throw error
        return { fault: error.fault, authorizationEndpoint: null, tokenEndpoint: null }
      }
    },

    /**
     * Turns the code of a callback address into claims that the provider signed.
     * @throws SingleSignOnError unavailable, unproven
     */
    async redeem(provider: Provider, given: { callback: URL; state: string; verifier: string; nonce: string }): Promise<Claims> {
      const configuration = await configure(provider)
      const tokens = await client
        .authorizationCodeGrant(configuration, given.callback, {
          pkceCodeVerifier: given.verifier,
          expectedState: given.state,
          expectedNonce: given.nonce,
          idTokenExpected: true,
        })
        .catch((error: unknown) => {
          throw refusal(error, { reason: codeOf(error) === 'OAUTH_RESPONSE_IS_NOT_CONFORM' ? 'unavailable' : 'unproven' })
        })
      const claims = claimsSchema.safeParse(tokens.claims())
      if (!claims.success) throw new SingleSignOnError('unproven', { detail: 'the identity token lacks claims' })
      // The library asks this of tokens for several audiences only.
      if (claims.data.azp !== undefined && claims.data.azp !== provider.clientId)
        throw new SingleSignOnError('unproven', { detail: 'the identity token was made for somebody else' })
      return claims.data
    },
  }

  async function configure(provider: Provider): Promise<client.Configuration> {
    const key = JSON.stringify([provider.issuer, provider.clientId, provider.clientSecret])
    const known = kept.get(key)
    if (known && clock.nowMs() - known.atMs < keepMs) return known.configuration
    const configuration = await discover(provider)
    kept.set(key, { configuration, atMs: clock.nowMs() })
    return configuration
  }

  async function discover({ issuer, clientId, clientSecret }: Pick<Provider, 'issuer' | 'clientId' | 'clientSecret'>) {
    if (!isIssuerAllowed(issuer, { production })) throw unusable('address', 'the issuer is no https address')
    const isPlain = issuer.startsWith('http:')
    const found = await client
      .discovery(new URL(issuer), clientId, undefined, undefined, {
        [client.customFetch]: outgoing,
        timeout: timeoutSec,
        execute: isPlain ? [client.allowInsecureRequests] : [],
      })
      .catch((error: unknown) => {
        throw refusal(error, { reason: 'unavailable', fault: codeOf(error) === mismatch ? 'other-issuer' : 'no-document' })
      })
    const metadata = found.serverMetadata()
    // The library lets some providers answer for a family of issuers.
    if (metadata.issuer !== issuer) throw unusable('other-issuer', 'the discovery document is of another issuer')
    const { authorization_endpoint: authorize, token_endpoint: token, jwks_uri: keys } = metadata
    if (!authorize || !token || !keys) throw unusable('no-document', 'the discovery document lacks endpoints')
    if (![authorize, token, keys].every((address) => belongsToIssuer(address, issuer)))
      throw unusable('foreign-endpoint', 'the discovery document leads to other hosts than the issuer')
    const configuration = new client.Configuration(metadata, clientId, skewed(), authentication(clientSecret, metadata))
    configuration[client.customFetch] = outgoing
    configuration.timeout = timeoutSec
    if (isPlain) client.allowInsecureRequests(configuration)
    // Signatures are checked by the provider's keys, although the token comes over TLS.
    client.enableNonRepudiationChecks(configuration)
    return configuration
  }

  function skewed() {
    return { [client.clockTolerance]: toleranceSec, [client.clockSkew]: Math.round((clock.nowMs() - Date.now()) / 1000) }
  }
}

const mismatch = 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED'

function authentication(secret: string | undefined, { token_endpoint_auth_methods_supported: methods }: client.ServerMetadata) {
  if (secret === undefined) return client.None()
  const isPost = methods !== undefined && !methods.includes('client_secret_basic') && methods.includes('client_secret_post')
  return isPost ? client.ClientSecretPost(secret) : client.ClientSecretBasic(secret)
}

const unusable = (fault: IssuerFault, detail: string) => new SingleSignOnError('unavailable', { detail, fault })

function codeOf(error: unknown): string | undefined {
  return (error as { code?: string } | undefined)?.code
}

/** Errors of the library may carry a payload: only their code is told. */
function refusal(error: unknown, { reason, fault }: { reason: 'unavailable' | 'unproven'; fault?: IssuerFault }): SingleSignOnError {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause instanceof SingleSignOnError) return cause
  return new SingleSignOnError(reason, { detail: codeOf(error) ?? 'the provider’s answer is unreadable', ...(fault ? { fault } : {}) })
}
