import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

/** Claims of the provider about the person, and its lies. */
export interface Behaviour {
  claims: Record<string, unknown>
  /** Beside `claims`: what identity tokens are made of otherwise. */
  issuer?: string
  audience?: string | string[]
  authorizedParty?: string
  nonce?: string
  issuedAtSec?: number
  expiresAtSec?: number
  /** Signed by a key that the key set does not have, under the name of one that it has. */
  forged?: boolean
  unsigned?: boolean
  /** Fields of the discovery document that are not as they should be. */
  document?: Record<string, unknown>
  /** Instead of every answer. */
  broken?: { status: number; body: string } | 'silent' | 'redirect'
}

export interface TestProvider {
  issuer: string
  clientId: string
  clientSecret: string
  behaviour: Behaviour
  /** Requests as they came, the secret's way of travelling among them. */
  requests: { path: string; body: string; authorization: string | undefined }[]
  /**
   * Acts as a browser: follows the link, is asked nothing, comes back with a code. Answers the address it is sent back
   * to.
   */
  authorize(location: string): Promise<URL>
  /** A new signing key takes the place of the present one. */
  rotateKeys(): Promise<void>
  stop(): Promise<void>
}

/** An OpenID provider with discovery, keys, authorization and token endpoint, over real HTTP. */
export async function startTestProvider(now: () => number): Promise<TestProvider> {
  const clientId = 'e-events & friends'
  const clientSecret = 'hush: +/%&='
  const codes = new Map<string, { challenge: string; nonce: string; redirectUri: string }>()
  let keys = await newKeys()
  const impostor = await newKeys()
  const requests: TestProvider['requests'] = []

  const server = createServer((request, reply) => {
    answer(request, reply).catch(() => reply.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider: TestProvider = {
    issuer,
    clientId,
    clientSecret,
    behaviour: { claims: {} },
    requests,
    async authorize(location) {
      const reply = await fetch(location, { redirect: 'manual' })
      if (reply.status !== 302) throw new Error(`the provider answered ${reply.status} ${await reply.text()}`)
      return new URL(reply.headers.get('location') ?? '')
    },
    async rotateKeys() {
      keys = await newKeys()
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return provider

  async function answer(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', issuer)
    const body = await textOf(request)
    requests.push({ path: url.pathname, body, authorization: request.headers.authorization })
    const { broken, document } = provider.behaviour
    if (broken === 'silent') return
    if (broken === 'redirect' && url.pathname !== '/elsewhere') return void reply.writeHead(302, { location: `${issuer}/elsewhere` }).end()
    if (broken && broken !== 'redirect') return void reply.writeHead(broken.status).end(broken.body)
    switch (url.pathname) {
      case '/.well-known/openid-configuration':
      case '/elsewhere':
        return json(reply, 200, {
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/keys`,
          id_token_signing_alg_values_supported: ['ES256'],
          ...document,
        })
      case '/keys':
        return json(reply, 200, { keys: [{ ...(await exportJWK(keys.publicKey)), kid: keys.id, alg: 'ES256', use: 'sig' }] })
      case '/authorize':
        return authorize(url.searchParams, reply)
      case '/token':
        return token(request, new URLSearchParams(body), reply)
      default:
        return json(reply, 404, {})
    }
  }

  function authorize(query: URLSearchParams, reply: ServerResponse): void {
    const isFine =
      query.get('response_type') === 'code' &&
      query.get('client_id') === clientId &&
      query.get('code_challenge_method') === 'S256' &&
      query.get('scope')?.split(' ').includes('openid')
    if (!isFine) return json(reply, 400, { error: 'invalid_request' })
    const code = randomBytes(16).toString('base64url')
    const redirectUri = query.get('redirect_uri') ?? ''
    codes.set(code, { challenge: query.get('code_challenge') ?? '', nonce: query.get('nonce') ?? '', redirectUri })
    const back = new URL(redirectUri)
    back.searchParams.set('code', code)
    back.searchParams.set('state', query.get('state') ?? '')
    reply.writeHead(302, { location: back.href }).end()
  }

  async function token(request: IncomingMessage, form: URLSearchParams, reply: ServerResponse): Promise<void> {
    if (!knowsClient(request, form)) return json(reply, 401, { error: 'invalid_client' })
    const code = form.get('code') ?? ''
    const granted = codes.get(code)
    // A code works once.
    codes.delete(code)
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (!granted || granted.challenge !== challenge || granted.redirectUri !== form.get('redirect_uri')) {
      return json(reply, 400, { error: 'invalid_grant' })
    }
    json(reply, 200, { access_token: 'unused', token_type: 'Bearer', id_token: await identityToken(granted.nonce) })
  }

  function knowsClient(request: IncomingMessage, form: URLSearchParams): boolean {
    const basic = /^Basic (.+)$/.exec(request.headers.authorization ?? '')?.[1]
    if (basic === undefined) return form.get('client_id') === clientId && form.get('client_secret') === clientSecret
    const [id = '', secret = ''] = Buffer.from(basic, 'base64').toString().split(':')
    const decode = (text: string) => new URLSearchParams(`x=${text}`).get('x')
    return decode(id) === clientId && decode(secret) === clientSecret
  }

  async function identityToken(nonce: string): Promise<string> {
    const { behaviour } = provider
    const nowSec = Math.floor(now() / 1000)
    const claims = { nonce: behaviour.nonce ?? nonce, azp: behaviour.authorizedParty, ...behaviour.claims }
    const times = { iat: behaviour.issuedAtSec ?? nowSec, exp: behaviour.expiresAtSec ?? nowSec + 300 }
    if (behaviour.unsigned) {
      const parts = [{ alg: 'none' }, { iss: issuer, aud: clientId, ...times, ...claims }]
      return `${parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`
    }
    return new SignJWT({ ...claims, ...times })
      .setProtectedHeader({ alg: 'ES256', kid: keys.id })
      .setIssuer(behaviour.issuer ?? issuer)
      .setAudience(behaviour.audience ?? clientId)
      .sign(behaviour.forged ? impostor.privateKey : keys.privateKey)
  }
}

async function newKeys() {
  return { ...(await generateKeyPair('ES256', { extractable: true })), id: randomBytes(4).toString('hex') }
}

function json(reply: ServerResponse, status: number, body: unknown): void {
  reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request) text += String(part)
  return text
}
