import type { Language } from '@e-events/shared/domain/language.ts'
import type { Knex } from 'knex'
import { violatedConstraint } from '../../../db/errors.ts'
import type { ChannelRow, PodcastFeedRow } from '../../../db/tables/catalogue.ts'
import { channelDescription } from '../read/own-words.ts'
import { subscribedUntil } from '../read/product-access.ts'

export type FeedChannel = Pick<
  ChannelRow,
  'id' | 'slug' | 'title' | 'status' | 'logo_file_id' | 'cover_file_id' | 'website_url' | 'updated_at'
>
export type OwnFeedRow = Pick<PodcastFeedRow, 'id' | 'created_at' | 'last_read_at'> & Pick<ChannelRow, 'slug' | 'title' | 'logo_file_id'>

export interface FeedItemRow {
  id: string
  slug: string
  type: 'podcast' | 'post'
  title: string
  text: string
  excerpt: string | null
  image_file_id: string | null
  suggested_age: string
  published_at: Date
  updated_at: Date
  storage_prefix: string | null
  duration_ms: number | null
  has_chapters: boolean
}

const maxItems = 300
const channelColumns = ['id', 'slug', 'title', 'status', 'logo_file_id', 'cover_file_id', 'website_url', 'updated_at'] as const

/** Texts in the language asked for, else in es, else in the one of the product. */
const inLanguage = (column: 'title' | 'short_description') =>
  `case when p.language = :language then p.${column} else coalesce(wanted.${column}, case when p.language = 'es' then p.${column} end, spanish.${column}, p.${column}) end`

const itemsFrom = `
  select p.id, p.slug, p.type, ${inLanguage('title')} as title, ${inLanguage('short_description')} as text, p.image_file_id, p.suggested_age,
    p.published_at, p.updated_at, sound.storage_prefix, sound.duration_ms,
    exists (select 1 from product_chapters h where h.product_id = p.id) as has_chapters,
    (select b.excerpt from product_posts b where b.product_id = p.id
     order by b.language = :language desc, b.language = 'es' desc, b.language = p.language desc, b.language limit 1) as excerpt
  from products p
  left join product_translations wanted on wanted.product_id = p.id and wanted.language = :language
  left join product_translations spanish on spanish.product_id = p.id and spanish.language = 'es'
  left join lateral (
    select a.storage_prefix, a.duration_ms from media_assets a
    where (a.product_id = p.id or a.id = p.media_asset_id) and a.kind = 'audio' and a.state = 'ready'
    order by a.id = p.media_asset_id desc, a.ready_at desc limit 1
  ) sound on true`

/**
 * Whether the account of `:user` may hear it: what is free, what it has a ticket for, and what a running subscription
 * opens.
 */
const mayHear = `(
  case when ${subscribedUntil('p.channel_id', ':user')} > :now and p.subscription_only then true
  when (p.plan = 'paid' or p.subscription_only) and p.status = 'published' and ${subscribedUntil(null, ':user')} > :now
    and exists (select 1 from channels c where c.id = p.channel_id and c.in_platform_subscription) then true
  when p.subscription_only then false
  else (p.plan = 'free' and p.status = 'published' and p.cancelled_at is null) or exists (
    select 1 from tickets k where k.user_id = :user and k.product_id = p.id and k.revoked_at is null and (k.expires_at is null or k.expires_at > :now))
  end)`
const isFreeForAll = `p.status = 'published' and p.cancelled_at is null and p.plan = 'free' and not p.subscription_only`

export type FeedRepository = ReturnType<typeof createFeedRepository>

export function createFeedRepository(knex: Knex) {
  return {
    async findChannel(slug: string): Promise<FeedChannel | undefined> {
      return knex('channels')
        .where({ slug, status: 'published' })
        .first(...channelColumns)
    },

    /** Head of a channel's feed, and the last change of anything that it shows or stopped showing. */
    async findHead(channelId: string, language: Language): Promise<{ description: string; changedAt: Date }> {
      const { rows } = await knex.raw<{ rows: { description: string; changed_at: Date }[] }>(
        `select ${channelDescription('c', '?')} as description, greatest(c.updated_at, (select max(p.updated_at) from products p where p.channel_id = c.id),
           (select max(b.updated_at) from product_posts b join products p on p.id = b.product_id where p.channel_id = c.id)) as changed_at
         from channels c where c.id = ?`,
        [language, channelId],
      )
      return { description: rows[0]?.description ?? '', changedAt: rows[0]?.changed_at ?? new Date(0) }
    },

    /** Free podcasts to hear, and posts of every price, whose excerpts are for everybody. */
    async listPublic(channelId: string, language: Language): Promise<FeedItemRow[]> {
      const { rows } = await knex.raw<{ rows: FeedItemRow[] }>(
        `${itemsFrom} where p.channel_id = :channelId and p.status = 'published' and p.cancelled_at is null
           and (p.type = 'post' or (p.type = 'podcast' and ${isFreeForAll} and sound.storage_prefix is not null))
         order by p.published_at desc, p.id limit ${maxItems}`,
        { channelId, language },
      )
      return rows
    },

    async listPrivate(feed: { userId: string; channelId: string; language: Language; now: Date }): Promise<FeedItemRow[]> {
      const { rows } = await knex.raw<{ rows: FeedItemRow[] }>(
        `${itemsFrom} where p.channel_id = :channelId and p.type = 'podcast' and p.status <> 'draft' and sound.storage_prefix is not null and ${mayHear}
         order by p.published_at desc, p.id limit ${maxItems}`,
        { channelId: feed.channelId, language: feed.language, user: feed.userId, now: feed.now },
      )
      return rows
    },

    /** The product and where its sound lies, if everybody (or this account) may hear it. */
    async findSound(wanted: { channelId: string; slug: string; userId: string | null; now: Date }): Promise<FeedItemRow | undefined> {
      const { rows } = await knex.raw<{ rows: FeedItemRow[] }>(
        `${itemsFrom} where p.channel_id = :channelId and p.slug = :slug and p.type = 'podcast' and p.status <> 'draft' and sound.storage_prefix is not null
           and ${wanted.userId === null ? isFreeForAll : mayHear}`,
        {
          channelId: wanted.channelId,
          slug: wanted.slug,
          language: 'es',
          ...(wanted.userId === null ? {} : { user: wanted.userId, now: wanted.now }),
        },
      )
      return rows[0]
    },

    async listChapters(productId: string): Promise<{ title: string; start_ms: number }[]> {
      return knex('product_chapters').where({ product_id: productId }).orderBy('start_ms').select('title', 'start_ms')
    },

    async listOwn(userId: string): Promise<OwnFeedRow[]> {
      return ownFeeds(knex, userId)
    },

    async getOwn(userId: string, id: string): Promise<OwnFeedRow | undefined> {
      return (await ownFeeds(knex, userId)).find((feed) => feed.id === id)
    },

    /** Its id; undefined where the account has a working one of this channel. */
    async insert(trx: Knex, feed: { userId: string; channelId: string; tokenHash: Buffer }): Promise<string | undefined> {
      try {
        const [row] = await trx('podcast_feeds')
          .insert({ user_id: feed.userId, channel_id: feed.channelId, token_hash: feed.tokenHash })
          .returning('id')
        if (!row) throw new Error('no feed row')
        return row.id
      } catch (error) {
        if (violatedConstraint(error) === 'podcast_feeds_one_working') return undefined
        throw error
      }
    },

    async revoke(trx: Knex, userId: string, id: string, now: Date): Promise<PodcastFeedRow | undefined> {
      const [row] = await trx('podcast_feeds')
        .where({ id, user_id: userId })
        .whereNull('revoked_at')
        .update({ revoked_at: now })
        .returning('*')
      return row
    },

    /** With the channel and whether its account may still come in. */
    async findByToken(
      tokenHash: Buffer,
    ): Promise<
      (Pick<PodcastFeedRow, 'id' | 'user_id' | 'revoked_at' | 'last_read_at'> & { isOpen: boolean; channel: FeedChannel }) | undefined
    > {
      const feed = await knex('podcast_feeds').where({ token_hash: tokenHash }).first()
      if (!feed) return undefined
      const [user, channel] = await Promise.all([
        knex('users').where({ id: feed.user_id }).first('deleted_at', 'blocked_at'),
        knex('channels')
          .where({ id: feed.channel_id })
          .first(...channelColumns),
      ])
      if (!channel) return undefined
      return { ...feed, isOpen: user !== undefined && user.deleted_at === null && user.blocked_at === null, channel }
    },

    async markRead(id: string, now: Date): Promise<void> {
      await knex('podcast_feeds').where({ id }).update({ last_read_at: now })
    },
  }
}

function ownFeeds(knex: Knex, userId: string): Promise<OwnFeedRow[]> {
  return knex('podcast_feeds')
    .join('channels', 'channels.id', 'podcast_feeds.channel_id')
    .where({ user_id: userId })
    .whereNull('revoked_at')
    .orderBy('podcast_feeds.created_at', 'desc')
    .select(
      'podcast_feeds.id',
      'podcast_feeds.created_at',
      'podcast_feeds.last_read_at',
      'channels.slug',
      'channels.title',
      'channels.logo_file_id',
    )
}
