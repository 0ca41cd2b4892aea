import { contractByDomain, type ContractDomain } from '@e-events/shared/contract/contract.ts'
import type { Endpoint, EndpointGroup } from '@e-events/shared/contract/endpoint.ts'
import { errorBodySchema, errorStatus, type ErrorCode } from '@e-events/shared/errors.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { arbitraryOf, corruptions, type Corruption } from './arbitrary.ts'
import { createTestApi, type TestApi } from './test-api.ts'
import { validRequests } from './valid-requests.ts'
import { type RequestInput, type World } from './world.ts'

/**
 * Schema-driven fuzz (F15). FUZZ_RUNS sets the requests per endpoint and kind: 1750 for the full 100,000 requests.
 * FUZZ_SEED repeats a run. Without it each endpoint gets 4 corrupted requests, one per caller, and 12 of the other
 * kinds; FUZZ_RUNS=12 gives it 12 of each.
 */
// oxlint-disable-next-line node/no-process-env -- tests have no composition root that could hand it in
const { FUZZ_RUNS, FUZZ_SEED } = process.env
const runs = Number(FUZZ_RUNS ?? 12)
const corruptRuns = Number(FUZZ_RUNS ?? 4)
const seed = Number(FUZZ_SEED ?? Date.now() % 2 ** 31)
const nameOf = (endpoint: Endpoint) => `${endpoint.method} ${endpoint.path}`

/** Refusals that every endpoint may answer besides its own. */
const common: readonly ErrorCode[] = [
  'BAD_REQUEST', 'VALIDATION_FAILED', 'UNAUTHENTICATED', 'FORBIDDEN_ROLE', 'NOT_FOUND', 'METHOD_NOT_ALLOWED', 'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE', 'RATE_LIMITED',
] // prettier-ignore

/** Keys that mean something that must exist: left as the valid request has them. */
// prettier-ignore
const references = new Set(['of', 'liveMs', 'behindMs', 'videoMs', 'rebufferedMs', 'startupMs', 'hasStarted', 'places', 'rungs', 'lesson', 'filename', 'crop', 'student', 'promotional', 'items', 'hours', 'basket', 'couponCode', 'cardId', 'itemId', 'channelSlug', 'productSlug', 'supportMinor', 'expectedTotalMinor', 'user', 'password', 'refreshToken', 'sessionId', 'cursor', 'nextToken', 'startsAt', 'endsAt', 'timezone', 'type', 'plan', 'price', 'client', 'channel', 'product', 'status', 'roles', 'ids', 'audience', 'email', 'emailConfirm', 'passwordConfirm', 'currentPassword', 'role', 'privacyAccepted', 'privacyVersion', 'code', 'imageId', 'secondaryImageId', 'heroImageId', 'adBannerImageId', 'speakerIds', 'categories', 'bundleProductIds', 'offer', 'saleStartsAt', 'saleEndsAt', 'stock', 'shippingNetMinor', 'seoTitle', 'seoDescription', 'fakeLive', 'classification', 'logoImageId', 'profileImageId', 'coverImageId', 'billing', 'publishAt', 'memberIds', 'slugs', 'month', 'expected', 'payoutIds', 'slug', 'url', 'issuer', 'translations', 'validFrom', 'version', 'kind', 'source', 'modules', 'courses', 'lessons', 'webvtt', 'answers', 'lessonOf'])

/** Fuzzes every endpoint of a domain. Call it in a test file of the domain. */
export function describeFuzz(domain: ContractDomain): void {
  const endpoints = Object.values<EndpointGroup>(contractByDomain[domain]).flatMap((group) => Object.values<Endpoint>(group))
  let t: TestApi
  let world: World
  /** Tokens of an account with every role, and of two with fewer. */
  let tokens: { all: string; viewer: string; organizer: string }
  let colleague: { id: string }
  let nodes: NodeJS.Timeout

  beforeAll(async () => {
    t = await createTestApi()
    const owner = await t.factories.admin({ roles: ['VIEWER', 'PRODUCER', 'ADMIN'] })
    world = { t, owner, viewer: owner }
    // Somebody stays when the first one asks to be deleted.
    colleague = await t.factories.admin()
    tokens = {
      all: await t.tokenOf(owner),
      viewer: await t.tokenOf(await t.factories.user()),
      organizer: await t.tokenOf(await t.factories.producer()),
    }
    const node = await t.mediaNode()
    nodes = setInterval(() => void t.mediaNode(node), 3_000)
  })
  afterAll(async () => {
    clearInterval(nodes)
    await t.stop()
  })

  async function validRequest(name: string): Promise<RequestInput> {
    const make = validRequests[name]
    if (!make) throw new Error(`${name} has no valid request`)
    return make(world)
  }

  async function send(
    endpoint: Endpoint,
    input: RequestInput,
    { wrong = { kind: 'none' }, token = tokens.all }: { wrong?: Corruption; token?: string | null } = {},
  ): Promise<{ status: number; text: string }> {
    const path = endpoint.path.replaceAll(
      /:([A-Za-z]+)/g,
      (_, name: string) => wrong.param ?? encodeURIComponent(input.params?.[name] ?? ''),
    )
    const query =
      wrong.query ??
      new URLSearchParams(Object.entries(input.query ?? {}).map(([key, value]): [string, string] => [key, String(value)])).toString()
    const body = wrong.body ?? (input.body === undefined ? undefined : JSON.stringify(input.body))
    if (input.upload)
      return sendBytes(
        endpoint,
        { path: `${path}${query === '' ? '' : `?${query}`}`, token },
        { ...input.upload, ...(wrong.contentType === undefined ? {} : { contentType: wrong.contentType }) },
      )
    const sends = body !== undefined && endpoint.method !== 'GET'
    const reply = await fetch(`${t.url}/api${path}${query === '' ? '' : `?${query}`}`, {
      method: endpoint.method,
      headers: {
        ...keys(endpoint, token),
        ...(sends ? { 'content-type': wrong.contentType ?? 'application/json' } : {}),
      },
      ...(sends ? { body } : {}),
    })
    return { status: reply.status, text: await reply.text() }
  }

  const keys = ({ apiKey }: Endpoint, token: string | null) => ({
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    ...(apiKey ? { 'x-api-key': t.env.NOTIFICATIONS_API_KEY } : {}),
  })

  async function sendBytes(
    endpoint: Endpoint,
    { path, token }: { path: string; token: string | null },
    upload: { contentType: string; bytes: Uint8Array },
  ) {
    const headers = { ...keys(endpoint, token), 'content-type': upload.contentType }
    const reply = await fetch(`${t.url}/api${path}`, { method: endpoint.method, headers, body: Buffer.from(upload.bytes) })
    return { status: reply.status, text: await reply.text() }
  }

  function check(endpoint: Endpoint, sent: unknown, reply: { status: number; text: string }): void {
    const story = `${nameOf(endpoint)} seed ${seed}: ${JSON.stringify(sent).slice(0, 600)} → ${reply.status} ${reply.text.slice(0, 600)}`
    expect(reply.status, story).toBeLessThan(500)
    if (reply.status < 400) return
    const error = errorBodySchema.strict().safeParse(JSON.parse(reply.text))
    expect(error.success, story).toBe(true)
    if (!error.success) return
    expect([...common, ...endpoint.errors], story).toContain(error.data.code)
    expect(reply.status, story).toBe(errorStatus[error.data.code])
    expect(reply.text, story).not.toMatch(/node_modules|\.ts:\d+|\bat (async )?\w+ \(/)
    expect(reply.text.length, story).toBeLessThan(64 * 1024)
  }

  describe('valid requests', () => {
    it.each(endpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
      '%s',
      async (name, endpoint) => {
        const least = runs * 0.2
        let done = 0
        let refused = ''
        // A dozen unlucky samples are no failure: an endpoint that refuses half of them gets more, up to four batches.
        for (let batch = 0; batch < 4 && (batch === 0 || done < least); batch++) {
          const sampled = { numRuns: runs, seed: seed + batch }
          const bodies = endpoint.body ? fc.sample(arbitraryOf(endpoint.body), sampled) : Array.from({ length: runs }, () => undefined)
          const queries = endpoint.query ? fc.sample(arbitraryOf(endpoint.query), sampled) : Array.from({ length: runs }, () => ({}))
          for (const [index, body] of bodies.entries()) {
            const base = await validRequest(name)
            const input: RequestInput = {
              ...base,
              query: { ...free(queries[index]), ...fixed(base.query) },
              ...(endpoint.body ? { body: { ...free(body), ...fixed(base.body) } } : {}),
            }
            const reply = await send(endpoint, input)
            check(endpoint, input, reply)
            if (reply.status < 300) done++
            else refused = `${reply.status} ${reply.text.slice(0, 300)}`
          }
        }
        expect(done, `${name}: 2xx of ${runs}, seed ${seed}; at last ${refused}`).toBeGreaterThanOrEqual(least)
      },
      60_000 + runs * 2_000,
    )
  })

  describe('corrupted requests', () => {
    it.each(endpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
      '%s',
      async (name, endpoint) => {
        const base = await validRequest(name)
        const wrongs = corruptions({ body: base.body, query: base.query ?? {}, hasParams: endpoint.params !== undefined })
        const callers = [tokens.all, tokens.viewer, tokens.organizer, null]
        for (const [index, wrong] of fc.sample(wrongs, { numRuns: corruptRuns, seed }).entries())
          check(endpoint, wrong, await send(endpoint, base, { wrong, token: callers[index % callers.length] ?? null }))
      },
      60_000 + corruptRuns * 2_000,
    )

    it('left no trace: no account gained a role, and the api is well', async () => {
      const admins = await t.database.knex('users').whereRaw(`'ADMIN' = any(roles)`)
      expect(new Set(admins.map((user) => user.id))).toEqual(new Set([world.owner.id, colleague.id]))
      expect((await fetch(`${t.url}/readyz`)).status).toBe(200)
      expect(({} as { admin?: unknown }).admin).toBeUndefined()
    })
  })

  // Above, references stay valid, so that most requests succeed. Here they vary, too: most are refused, and none breaks
  // anything.
  // A second factor that staff must have would shut the caller out of all the others.
  const apart = 'PUT /config/two-factor'
  const bodied = endpoints.filter(
    (one) => one.body && nameOf(one) !== apart && Object.keys(one.body.shape).some((key) => references.has(key)),
  )
  describe.runIf(bodied.length > 0)('requests whose every field varies', () => {
    it.each(bodied.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
      '%s',
      async (name, endpoint) => {
        if (!endpoint.body) return
        const base = await validRequest(name)
        for (const body of fc.sample(arbitraryOf(endpoint.body), { numRuns: runs, seed: seed + 1 })) {
          const input: RequestInput = { ...base, body }
          check(endpoint, input, await send(endpoint, input))
        }
      },
      60_000 + runs * 2_000,
    )
  })
}

function free(value: unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value ?? {}).filter(([key]) => !references.has(key)))
}
/** Fields of the valid body: references, and those that the generated one may lack. */
function fixed(body: unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body ?? {}).filter(([key]) => references.has(key)))
}
