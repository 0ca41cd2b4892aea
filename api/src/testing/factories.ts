import { randomBytes, randomUUID } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import type { Knex } from 'knex'
import type {
  ProductInsert,
  ProductRow,
  ProductSessionInsert,
  ProductSessionRow,
  ChannelInsert,
  ChannelRow,
  SpeakerInsert,
  SpeakerRow,
} from '../db/tables/catalogue.ts'
import type { BroadcastInsert, BroadcastRow, FeedInsert, FeedRow } from '../db/tables/live.ts'
import type { FileInsert, FileRow, MediaAssetInsert, MediaAssetRow } from '../db/tables/media.ts'
import type { UserInsert, UserRow } from '../db/tables/people.ts'
import type { TicketInsert, TicketRow } from '../db/tables/sales.ts'

/** Every factory user logs in with it. */
export const factoryPassword = 'Tablado1$'

/** Overrides of a row by a test: plain values, no SQL. */
export type Fields<Insert> = { [Column in keyof Insert]?: Exclude<Insert[Column], Knex.Raw> }
export type FactoryProduct = ProductRow & { sessions: ProductSessionRow[] }
export type Factories = ReturnType<typeof createFactories>

/**
 * Rows that complete themselves: ask only for the field the test is about, and what it needs around it is made too.
 * A product is a published free broadcast in a published channel, with one session that begins in an hour.
 */
export function createFactories(knex: Knex) {
  const user = async (fields: Fields<UserInsert> = {}): Promise<UserRow> => {
    const name = unique('user')
    const [row] = await knex('users')
      .insert({
        email: `${name}@example.test`,
        email_verified_at: new Date(),
        password_hash: await passwordHash(),
        name: 'Ana',
        surname: 'García',
        country: 'ES',
        ...fields,
      })
      .returning('*')
    return made(row)
  }

  const producer = (fields: Fields<UserInsert> = {}): Promise<UserRow> => user({ roles: ['VIEWER', 'PRODUCER'], ...fields })
  const admin = (fields: Fields<UserInsert> = {}): Promise<UserRow> => user({ roles: ['VIEWER', 'ADMIN'], ...fields })

  const channel = async (fields: Fields<ChannelInsert> = {}): Promise<ChannelRow> => {
    const status = fields.status ?? 'published'
    const [row] = await knex('channels')
      .insert({
        owner_id: fields.owner_id ?? (await producer()).id,
        title: 'Sala Apolo',
        slug: unique('channel'),
        approved_at: status === 'published' ? new Date() : null,
        ...fields,
        status,
      })
      .returning('*')
    return made(row)
  }

  const speaker = async (fields: Fields<SpeakerInsert> = {}): Promise<SpeakerRow> => {
    const [row] = await knex('speakers')
      .insert({ owner_id: fields.owner_id ?? (await producer()).id, name: 'Rita Relámpago', slug: unique('speaker'), ...fields })
      .returning('*')
    return made(row)
  }

  /** A picture as somebody uploaded it; its bytes do not exist. */
  const picture = async (fields: Fields<FileInsert> = {}): Promise<FileRow> => {
    const [row] = await knex('files')
      .insert({
        owner_id: fields.owner_id ?? (await producer()).id,
        purpose: 'image',
        storage_key: `images/${unique('picture')}.jpg`,
        original_name: 'cartel.jpg',
        mime_type: 'image/jpeg',
        size_bytes: 120_000,
        width: 1_100,
        height: 650,
        is_public: true,
        ...fields,
      })
      .returning('*')
    return made(row)
  }

  const session = async (fields: Fields<ProductSessionInsert> = {}): Promise<ProductSessionRow> => {
    const startsAt = fields.starts_at instanceof Date ? fields.starts_at : inMinutes(60)
    const [row] = await knex('product_sessions')
      .insert({
        product_id: fields.product_id ?? (await product({}, { sessions: 0 })).id,
        starts_at: startsAt,
        ends_at: new Date(startsAt.getTime() + 90 * 60_000),
        ...fields,
      })
      .returning('*')
    return made(row)
  }

  const product = async (fields: Fields<ProductInsert> = {}, options: { sessions?: number } = {}): Promise<FactoryProduct> => {
    const type = fields.type ?? 'broadcast'
    const status = fields.status ?? 'published'
    const plan = fields.plan ?? 'free'
    const [row] = await knex('products')
      .insert({
        channel_id: fields.channel_id ?? (await channel()).id,
        title: 'Rita y los Relámpagos',
        slug: unique('product'),
        net_price_minor: plan === 'paid' ? 1_000 : 0,
        published_at: status === 'draft' ? null : new Date(),
        ...fields,
        type,
        status,
        plan,
      })
      .returning('*')
    const saved = made(row)
    const count = options.sessions ?? (['broadcast', 'live', 'meet'].includes(saved.type) ? 1 : 0)
    const sessions: ProductSessionRow[] = []
    for (let day = 0; day < count; day++) {
      sessions.push(await session({ product_id: saved.id, starts_at: inMinutes(60 + day * 24 * 60) }))
    }
    return { ...saved, sessions }
  }

  const ticket = async (fields: Fields<TicketInsert> = {}): Promise<TicketRow> => {
    const [row] = await knex('tickets')
      .insert({
        user_id: fields.user_id ?? (await user()).id,
        product_id: fields.product_id ?? (await product()).id,
        source: 'free',
        ...fields,
      })
      .returning('*')
    return made(row)
  }

  const broadcast = async (fields: Fields<BroadcastInsert> = {}): Promise<BroadcastRow> => {
    const productId = fields.product_id ?? (await product()).id
    const ended = fields.state === 'ended'
    const [row] = await knex('broadcasts')
      .insert({
        session_id: fields.session_id ?? (await firstSession(productId)).id,
        started_at: inMinutes(-10),
        first_media_at: inMinutes(-10),
        ended_at: ended ? new Date() : null,
        end_reason: ended ? 'organizer' : null,
        ...fields,
        product_id: productId,
      })
      .returning('*')
    return made(row)
  }

  const feed = async (fields: Fields<FeedInsert> = {}): Promise<FeedRow> => {
    const broadcastId = fields.broadcast_id ?? (await broadcast()).id
    const [{ count } = { count: 0 }] = await knex('feeds').where({ broadcast_id: broadcastId }).count<{ count: number }[]>('* as count')
    const [row] = await knex('feeds')
      .insert({
        key: `camera-${count}`,
        kind: 'camera',
        label: 'Cámara',
        ordinal: count,
        state: 'live',
        has_video: true,
        has_audio: true,
        ended_at: fields.state === 'ended' ? new Date() : null,
        ...fields,
        broadcast_id: broadcastId,
      })
      .returning('*')
    return made(row)
  }

  /** A playable VOD folder of a product, or with feed_id the growing folder of that feed. */
  const asset = async (fields: Fields<MediaAssetInsert> = {}): Promise<MediaAssetRow> => {
    const live = fields.feed_id ? await knex('feeds').where({ id: fields.feed_id }).first() : undefined
    const kind = fields.kind ?? (live ? 'live' : 'vod')
    const [row] = await knex('media_assets')
      .insert({
        product_id: live ? null : (fields.product_id ?? (await product({ type: 'vod' })).id),
        broadcast_id: live?.broadcast_id ?? null,
        storage_prefix: live ? `live/${live.broadcast_id}/${live.id}` : `vod/${randomUUID()}`,
        state: live ? 'recording' : 'ready',
        duration_ms: live ? null : 60_000,
        rungs: ['720p', '360p'],
        ...fields,
        kind,
      })
      .returning('*')
    return made(row)
  }

  const firstSession = async (productId: string): Promise<ProductSessionRow> =>
    (await knex('product_sessions').where({ product_id: productId }).orderBy('starts_at').first()) ?? session({ product_id: productId })

  return { user, producer, admin, channel, speaker, picture, product, session, ticket, broadcast, feed, asset }
}

let cachedHash: Promise<string> | undefined

/**
 * Cheap parameters: the hash carries them, so that verifying works the same and a test file with 50 users stays fast.
 */
function passwordHash(): Promise<string> {
  cachedHash ??= hash(factoryPassword, { memoryCost: 1024, timeCost: 1, parallelism: 1 })
  return cachedHash
}

function unique(word: string): string {
  return `${word}-${randomBytes(5).toString('hex')}`
}

function inMinutes(minutes: number): Date {
  return new Date(Date.now() + minutes * 60_000)
}

function made<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new Error('the database answered no row')
  return row
}
