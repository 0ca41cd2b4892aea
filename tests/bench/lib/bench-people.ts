import type { Knex } from 'knex'
import { createAccessTokens } from '../../../api/src/http/access-token.ts'
import { accessTokenSecret } from './api-lab.ts'

/** A statement has a time limit. */
const batch = 10_000
const tokens = createAccessTokens({ secret: accessTokenSecret, ttlMs: 6 * 3_600_000 })

export interface BenchPerson {
  userId: string
  /** Signs its bearer token. */
  token(): Promise<string>
}

/** Adds that many accounts, each logged in. `ticketOf`: a product that all of them have. */
export async function addPeople(knex: Knex, count: number, { ticketOf }: { ticketOf?: string } = {}): Promise<BenchPerson[]> {
  for (let from = 0; from < count; from += batch)
    await knex.raw(
      `with people as (
         insert into users (email, email_verified_at, name, surname, country, roles)
         select 'person-' || n || '@example.test', now(), 'Persona ' || n, 'Apellido', 'ES', array['VIEWER'] from generate_series(?::int, ?::int) n
         returning id), tickets as (
         insert into tickets (user_id, product_id, source) select id, ?::uuid, 'free' from people where ?::uuid is not null)
       insert into user_sessions (user_id, client, user_agent, expires_at, last_used_at)
       select id, 'web', 'bench', now() + interval '30 days', now() from people`,
      [from, Math.min(count, from + batch) - 1, ticketOf ?? null, ticketOf ?? null],
    )
  const sessions = await knex('user_sessions').where({ user_agent: 'bench' }).select('id', 'user_id')
  return sessions.map((session) => {
    const claims = { userId: session.user_id, sessionId: session.id } as Parameters<typeof tokens.sign>[0]
    return { userId: session.user_id, token: async () => (await tokens.sign(claims, Date.now())).token }
  })
}
