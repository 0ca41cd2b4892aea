import type { UploadInput } from '@e-events/shared/contract/endpoint.ts'
import type { ChannelStatus } from '@e-events/shared/domain/states.ts'
import type { Knex } from 'knex'
import type { UserRow } from '../db/tables/people.ts'
import type { TestApi } from './test-api.ts'

/** Parts of a request besides its caller. */
export interface RequestInput {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
  /** Raw bytes instead of a body. */
  upload?: UploadInput
}

export interface World {
  t: TestApi
  owner: UserRow
  viewer: UserRow
}

export async function channel({ t, owner }: World, status: ChannelStatus = 'published'): Promise<string> {
  return (await t.factories.channel({ owner_id: owner.id, status })).slug
}

export async function speaker({ t, owner }: World): Promise<string> {
  return (await t.factories.speaker({ owner_id: owner.id })).id
}

export async function product(world: World, fields: { status?: 'draft' | 'published' | 'private' } = {}): Promise<string> {
  const { t, owner } = world
  const home = await t.factories.channel({ owner_id: owner.id })
  const made = await t.factories.product({ channel_id: home.id, ...fields }, { sessions: 0 })
  await t.factories.session({ product_id: made.id, starts_at: new Date(t.clock.nowMs() + 10 * 60_000) })
  return made.slug
}

export async function idOf(knex: Knex, slug: string): Promise<string> {
  const row = await knex('products').where({ slug }).first('id')
  if (!row) throw new Error(`no product ${slug}`)
  return row.id
}

export function session({ t }: World, minutes: number) {
  const startsAtMs = t.clock.nowMs() + minutes * 60_000
  return { startsAt: new Date(startsAtMs).toISOString(), endsAt: new Date(startsAtMs + 3_600_000).toISOString() }
}
