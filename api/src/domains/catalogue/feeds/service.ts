import { paths } from '@e-events/shared/domain/addresses.ts'
import { createHash, randomBytes } from 'node:crypto'
import type { NewPrivateFeed, PrivateFeed } from '@e-events/shared/contract/catalogue/podcasts.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { Storage } from '@e-events/shared/node/storage.ts'
import { anybody } from '@e-events/shared/node/tokens.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../adapters/clock.ts'
import type { MediaAddresses } from '../../../adapters/media-addresses.ts'
import { fileUrl } from '../../media/read/file-url.ts'
import { buildFeed, type FeedEpisode } from './build-feed.ts'
import type { FeedChannel, FeedItemRow, FeedRepository, OwnFeedRow } from './repository.ts'

export type Feeds = ReturnType<typeof createFeeds>

export interface BuiltFeed {
  xml: string
  updatedAt: Date
}

/** The one plain file of a podcast, beside its playlists. */
const audioFile = 'audio.m4a'
const enclosureMs = 60 * 60_000
const readMarkMs = 60_000
const rememberedSizes = 5_000

export function createFeeds(deps: {
  knex: Knex
  repository: FeedRepository
  storage: Storage
  addresses: MediaAddresses
  origin: string
  clock: Clock
}) {
  const { knex, repository, clock, origin } = deps
  const absolute = (address: string) => new URL(address, origin).href
  const sizes = new Map<string, number>()

  /** Files of a ready folder never change, so each is looked at once. */
  async function sizeOf(prefix: string): Promise<number | undefined> {
    const key = `${prefix}/${audioFile}`
    const known = sizes.get(key)
    if (known !== undefined) return known
    const found = await deps.storage.head(key)
    if (!found) return undefined
    if (sizes.size >= rememberedSizes) sizes.clear()
    sizes.set(key, found.sizeBytes)
    return found.sizeBytes
  }

  /**
   * `base` is where enclosures and chapters of this feed are asked for. An episode without its plain file is left out:
   * no app could play it.
   */
  async function toEpisode(row: FeedItemRow, base: string): Promise<FeedEpisode | undefined> {
    const sizeBytes = row.storage_prefix === null ? undefined : await sizeOf(row.storage_prefix)
    if (row.type === 'podcast' && sizeBytes === undefined) return undefined
    const image = fileUrl(row.image_file_id)
    return {
      id: row.id,
      title: row.title,
      description: row.excerpt || row.text,
      link: absolute(paths.product(row.slug)),
      publishedAt: row.published_at,
      imageUrl: image === null ? null : absolute(image),
      explicit: row.suggested_age === '18+',
      audio: sizeBytes === undefined ? null : { url: absolute(`${base}/${row.slug}/${audioFile}`), sizeBytes, durationMs: row.duration_ms },
      chaptersUrl: row.has_chapters ? absolute(`${base}/${row.slug}/chapters.json`) : null,
    }
  }

  async function build(
    channel: FeedChannel,
    rows: readonly FeedItemRow[],
    at: { url: string; base: string; language: Language; isPrivate: boolean },
  ): Promise<BuiltFeed> {
    const items = (await Promise.all(rows.map((row) => toEpisode(row, at.base)))).filter((item) => item !== undefined)
    const { description, changedAt: updatedAt } = await repository.findHead(channel.id, at.language)
    const image = fileUrl(channel.logo_file_id ?? channel.cover_file_id)
    const link = absolute(paths.channel(channel.slug))
    const xml = buildFeed({
      id: link,
      title: channel.title,
      description: description || channel.title,
      link,
      url: absolute(at.url),
      language: at.language,
      imageUrl: image === null ? null : absolute(image),
      websiteUrl: channel.website_url,
      isPrivate: at.isPrivate,
      updatedAt,
      items,
    })
    return { xml, updatedAt }
  }

  /** The feed of this secret. @throws DomainError NOT_FOUND for an unknown one, FEED_REVOKED for one that was ended */
  async function open(token: string) {
    const feed = await repository.findByToken(hashOf(token))
    if (!feed) throw new DomainError('NOT_FOUND')
    if (feed.revoked_at !== null || !feed.isOpen) throw new DomainError('FEED_REVOKED')
    return feed
  }

  async function sound(row: FeedItemRow | undefined, userId: string): Promise<string> {
    if (!row?.storage_prefix || (await sizeOf(row.storage_prefix)) === undefined) throw new DomainError('NOT_FOUND')
    const sign = deps.addresses.sign({ userId, productId: row.id, prefix: row.storage_prefix, expiresAtMs: clock.nowMs() + enclosureMs })
    return absolute(sign(`${row.storage_prefix}/${audioFile}`))
  }

  async function make(trx: Knex, userId: string, channelId: string): Promise<{ id: string; token: string }> {
    const token = randomBytes(32).toString('base64url')
    const id = await repository.insert(trx, { userId, channelId, tokenHash: hashOf(token) })
    if (id === undefined) throw new DomainError('STATE_CONFLICT', { detail: 'this channel has a private feed already' })
    return { id, token }
  }

  async function toNew(userId: string, { id, token }: { id: string; token: string }): Promise<NewPrivateFeed> {
    const row = await repository.getOwn(userId, id)
    if (!row) throw new DomainError('NOT_FOUND')
    return { ...toPrivateFeed(row), url: absolute(`/api/feeds/${token}/feed.xml`) }
  }

  return {
    /** @throws DomainError NOT_FOUND */
    async getPublic(slug: string, language: Language, query: string): Promise<BuiltFeed> {
      const channel = await repository.findChannel(slug)
      if (!channel) throw new DomainError('NOT_FOUND')
      const base = `/api/channels/${slug}/feed`
      return build(channel, await repository.listPublic(channel.id, language), {
        url: `${base}.xml${query}`,
        base,
        language,
        isPrivate: false,
      })
    },

    /** A signed address of a free podcast's file. @throws DomainError NOT_FOUND */
    async locatePublic(slug: string, productSlug: string): Promise<string> {
      const channel = await repository.findChannel(slug)
      if (!channel) throw new DomainError('NOT_FOUND')
      const row = await repository.findSound({ channelId: channel.id, slug: productSlug, userId: null, now: clock.now() })
      return sound(row, anybody)
    },

    /** @throws DomainError NOT_FOUND, FEED_REVOKED */
    async getPrivate(token: string, language: Language): Promise<BuiltFeed> {
      const feed = await open(token)
      const now = clock.now()
      if (feed.last_read_at === null || now.getTime() - feed.last_read_at.getTime() > readMarkMs) await repository.markRead(feed.id, now)
      const rows = await repository.listPrivate({ userId: feed.user_id, channelId: feed.channel.id, language, now })
      const base = `/api/feeds/${token}`
      return build(feed.channel, rows, { url: `${base}/feed.xml`, base, language, isPrivate: true })
    },

    /** @throws DomainError NOT_FOUND, FEED_REVOKED */
    async locatePrivate(token: string, productSlug: string): Promise<string> {
      const feed = await open(token)
      const wanted = { channelId: feed.channel.id, slug: productSlug, userId: feed.user_id, now: clock.now() }
      return sound(await repository.findSound(wanted), feed.user_id)
    },

    /** Chapters of what a feed lists. @throws DomainError NOT_FOUND, FEED_REVOKED */
    async listChapters(
      from: { token: string } | { channelSlug: string },
      productSlug: string,
    ): Promise<{ title: string; start_ms: number }[]> {
      const feed = 'token' in from ? await open(from.token) : undefined
      const channel = 'token' in from ? feed?.channel : await repository.findChannel(from.channelSlug)
      if (!channel) throw new DomainError('NOT_FOUND')
      const row = await repository.findSound({ channelId: channel.id, slug: productSlug, userId: feed?.user_id ?? null, now: clock.now() })
      if (!row) throw new DomainError('NOT_FOUND')
      return repository.listChapters(row.id)
    },

    async listOwn(userId: string): Promise<PrivateFeed[]> {
      return (await repository.listOwn(userId)).map(toPrivateFeed)
    },

    /** @throws DomainError NOT_FOUND, STATE_CONFLICT where there is one already: its address can be changed */
    async create(userId: string, channelSlug: string): Promise<NewPrivateFeed> {
      const channel = await repository.findChannel(channelSlug)
      if (!channel) throw new DomainError('NOT_FOUND')
      return toNew(userId, await make(knex, userId, channel.id))
    },

    /** @throws DomainError NOT_FOUND */
    async rotate(userId: string, id: string): Promise<NewPrivateFeed> {
      const made = await knex.transaction(async (trx) => {
        const old = await repository.revoke(trx, userId, id, clock.now())
        if (!old) throw new DomainError('NOT_FOUND')
        return make(trx, userId, old.channel_id)
      })
      return toNew(userId, made)
    },

    /** @throws DomainError NOT_FOUND */
    async revoke(userId: string, id: string): Promise<void> {
      if (!(await repository.revoke(knex, userId, id, clock.now()))) throw new DomainError('NOT_FOUND')
    },
  }
}

function toPrivateFeed(row: OwnFeedRow): PrivateFeed {
  return {
    id: row.id,
    channel: { slug: row.slug, title: row.title, logoUrl: fileUrl(row.logo_file_id) },
    createdAt: row.created_at.toISOString(),
    lastReadAt: row.last_read_at?.toISOString() ?? null,
  }
}

/** The database keeps the hash alone: reading it opens nobody's feed. */
function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
