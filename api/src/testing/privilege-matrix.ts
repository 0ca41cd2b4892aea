import { randomUUID } from 'node:crypto'
import { contractByDomain, type ContractDomain } from '@e-events/shared/contract/contract.ts'
import type { Endpoint, EndpointGroup } from '@e-events/shared/contract/endpoint.ts'
import { errorBodySchema } from '@e-events/shared/errors.ts'
import { limits } from '@e-events/shared/limits.ts'
import { jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callers, rolesTable, type Caller, type Cell } from './roles-table.ts'
import { createTestApi, type TestApi } from './test-api.ts'
import { validRequests } from './valid-requests.ts'
import { type RequestInput, type World } from './world.ts'
import { createAccessTokens } from '../http/access-token.ts'

export const nameOf = (endpoint: Endpoint) => `${endpoint.method} ${endpoint.path}`

/** The same account and device as a working token, signed by us, only too long ago. */
async function expiredTokenOf(t: TestApi, token: string): Promise<string> {
  const { payload } = await jwtVerify(token, new TextEncoder().encode(t.env.ACCESS_TOKEN_SECRET))
  const past = createAccessTokens({ secret: t.env.ACCESS_TOKEN_SECRET, ttlMs: limits.accessTokenMs })
  const claims = { userId: payload.sub as never, sessionId: String(payload['sid']) }
  return (await past.sign(claims, Date.now() - limits.accessTokenMs - 5_000)).token
}

const refusals: Record<Exclude<Cell, 'ok'>, [status: number, code: string]> = {
  login: [401, 'UNAUTHENTICATED'],
  role: [403, 'FORBIDDEN_ROLE'],
  absent: [404, 'NOT_FOUND'],
  ticket: [402, 'TICKET_REQUIRED'],
  organizer: [409, 'UPGRADE_STATE'],
}

/**
 * Tries every endpoint of a domain as everybody, against the table that was written by hand (F20). Call it in a test
 * file of the domain.
 */
export function describePrivileges(domain: ContractDomain): void {
  const endpoints = Object.values<EndpointGroup>(contractByDomain[domain]).flatMap((group) => Object.values<Endpoint>(group))
  let t: TestApi
  let world: World
  const tokens: Partial<Record<Caller, string>> = {}

  beforeAll(async () => {
    t = await createTestApi()
    const { factories } = t
    const [owner, viewer] = [await factories.producer(), await factories.user()]
    world = { t, owner, viewer }
    const otherProducer = await factories.producer()
    await factories.channel({ owner_id: otherProducer.id })
    // Each of these could do everything, had its session been valid.
    const [unapproved, blocked, admin] = [await factories.admin(), await factories.admin(), await factories.admin()]
    // Somebody stays when the administrator asks to be deleted.
    await factories.admin()
    for (const [caller, user] of Object.entries({ viewer, owner, otherProducer, admin, unapproved, blocked }))
      tokens[caller as Caller] = await t.tokenOf(user)
    tokens.expired = await expiredTokenOf(t, tokens.admin ?? '')
    await t.database.knex('users').where({ id: unapproved.id }).update({ approval_state: 'pending' })
    await t.database.knex('users').where({ id: blocked.id }).update({ blocked_at: new Date() })
    await t.database.knex('site_config').update({ approve_users: true })
  })
  afterAll(() => t.stop())

  describe(`the privilege matrix of ${domain} [ID-048]`, () => {
    it.each(endpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s', async (name, endpoint) => {
      const row = rolesTable[name]
      const request = validRequests[name]
      if (!row || !request) throw new Error(`${name} stands in no table: decide who may call it`)
      // A refusal changes nothing: all refusals and the first who may meet the same objects.
      let untouched: RequestInput | undefined = await request(world)
      for (const caller of callers.toSorted((a, b) => Number(row[a] === 'ok') - Number(row[b] === 'ok'))) {
        const input = untouched ?? (await request(world))
        const reply = await t.call(endpoint, { ...input, as: tokens[caller] })
        const cell = row[caller]
        if (cell === 'ok') {
          untouched = undefined
          expect([caller, reply.status, reply.text]).toEqual([caller, endpoint.status, reply.text])
          continue
        }
        const [status, code] = refusals[cell]
        expect([caller, reply.status, (reply.body as { code?: string }).code, reply.text]).toEqual([caller, status, code, reply.text])
        // A refusal of the session or the role says nothing else: the same body everywhere.
        const { requestId: _, ...body } = errorBodySchema.strict().parse(reply.body)
        expect(Object.keys(body)).toEqual(['code', 'message'])
      }
    })

    it("answers a stranger's object like an absent one, word for word", async () => {
      for (const endpoint of endpoints.filter(({ access }) => access.kind === 'role' && access.owner)) {
        const input = (await validRequests[nameOf(endpoint)]?.(world)) ?? {}
        const absent = {
          ...input,
          params: Object.fromEntries(
            Object.entries(input.params ?? {}).map(([key, value]) => [key, key === ownerParam(endpoint) ? absentLike(value) : value]),
          ),
        }
        const [foreign, missing] = [
          await t.call(endpoint, { ...input, as: tokens.otherProducer }),
          await t.call(endpoint, { ...absent, as: tokens.otherProducer }),
        ]
        const strip = ({ requestId: _, ...body }: Record<string, unknown>) => body
        expect([nameOf(endpoint), foreign.status, strip(foreign.body as object as never)]).toEqual([
          nameOf(endpoint),
          missing.status,
          strip(missing.body as object as never),
        ])
      }
    })
  })
}

function ownerParam({ access }: Endpoint): string | undefined {
  return access.kind === 'role' ? access.owner?.param : undefined
}

/** A name of nothing, of the same form. */
function absentLike(name: string): string {
  return /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(name) ? randomUUID() : 'not-there'
}
