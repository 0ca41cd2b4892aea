import type { Actor } from '../../../http/actor.ts'
import type { createChannelBody, updateChannelBody } from '@e-events/shared/contract/catalogue/channels.ts'
import { canEditChannel, canRenameChannel } from '@e-events/shared/domain/channels.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { Knex } from 'knex'
import type { z } from 'zod'
import type { Clock } from '../../../adapters/clock.ts'
import { writeAudit } from '../../../db/audit-log.ts'
import type { ChannelRow } from '../../../db/tables/catalogue.ts'
import { assertUsableImages } from '../../media/read/usable-images.ts'
import { assertTranslations, toLanguageChange } from '../read/own-words.ts'
import { insertWithSlug } from '../../../db/slug.ts'
import { createChannelActs, type ActContext, type ChannelWorld } from './acts.ts'
import { toChange } from './change.ts'
import type { ChannelFilters, Position } from './list-query.ts'
import { toAuditable, type FullChannel } from './presenter.ts'
import type { ChannelRepository, ListedChannelRow, ShownChannelRow } from './repository.ts'

export type Channels = ReturnType<typeof createChannels>

const exportBatch = 1_000
/** Requests for publication that a screen shows. */
const revisionsShown = 20

export function createChannels(deps: {
  knex: Knex
  repository: ChannelRepository
  world: ChannelWorld
  /** Whether channels may offer subscriptions now (SHOP-048). */
  mayOfferSubscriptions(): Promise<boolean>
  clock: Clock
}) {
  const { knex, repository, clock } = deps
  const act = createChannelActs(deps)

  /** @throws DomainError NOT_FOUND */
  async function getOwn(id: string, actor: Actor, language: Language): Promise<FullChannel> {
    const [row, revisions] = await Promise.all([repository.findOwn(id, language), repository.revisions(id, revisionsShown)])
    if (!row) throw new DomainError('NOT_FOUND')
    return { row, revisions, caller: { isOwner: row.owner_id === actor.id, isStaff: actor.isAdmin } }
  }

  return {
    getOwn,
    act,
    listPublished: repository.listPublished,

    /** A published channel; its owner and admins see it in every state. @throws DomainError NOT_FOUND */
    async get(slug: string, actor: Actor | null, language: Language): Promise<ShownChannelRow> {
      const row = await repository.findShown(slug, language)
      const isVisible =
        row !== undefined && (row.status === 'published' || (actor !== null && (actor.isAdmin || actor.id === row.owner_id)))
      if (!isVisible) throw new DomainError('NOT_FOUND')
      return row
    },

    /** @throws DomainError NOT_FOUND */
    async idOf(slug: string): Promise<string> {
      const id = await repository.findId(slug)
      if (id === undefined) throw new DomainError('NOT_FOUND')
      return id
    },

    async list(
      filters: ChannelFilters,
      actor: Actor,
      page: { after: Position | undefined; limit: number },
      language: Language,
    ): Promise<{ rows: ListedChannelRow[]; total: number }> {
      const scope = scopeOf(actor)
      const [rows, total] = await Promise.all([repository.listOwn(filters, scope, page, language), repository.countOwn(filters, scope)])
      return { rows, total }
    },

    /** All that the filter leaves, in its order. */
    async *every(filters: ChannelFilters, actor: Actor, language: Language): AsyncGenerator<ListedChannelRow[]> {
      const scope = scopeOf(actor)
      let after: Position | undefined
      for (;;) {
        const rows = await repository.listOwn(filters, scope, { after, limit: exportBatch }, language)
        if (rows.length > 0) yield rows
        const last = rows.at(-1)
        if (!last || rows.length < exportBatch) return
        after = { value: last.sort_text, id: last.id }
      }
    },

    /** @throws DomainError SLUG_TAKEN, VALIDATION_FAILED */
    async create(actor: Actor, body: z.output<typeof createChannelBody>): Promise<string> {
      const { slug, language, ...fields } = body
      assertTranslations(language, body.translations)
      const change = { ...toChange(fields), ...(await classified(fields.classification)) }
      const row = await insertWithSlug({ slug, title: body.title, taken: repository.slugsLike }, (free) =>
        repository.insert({ ...change, owner_id: actor.id, slug: free, language, title: body.title }),
      )
      return row.id
    },

    /** @throws DomainError CHANNEL_STATE, SLUG_TAKEN, SUBSCRIPTIONS_OFF, VALIDATION_FAILED */
    async update(id: string, body: z.output<typeof updateChannelBody>, actor: Actor, by: ActContext): Promise<void> {
      const change = { ...toChange(body), ...(await classified(body.classification)) }
      const { logoImageId, profileImageId, coverImageId } = body
      const offers = body.subscription?.active !== true || (await deps.mayOfferSubscriptions())
      const tell = await knex.transaction(async (trx) => {
        const channel = await repository.lock(trx, id)
        const kept = [channel.logo_file_id, channel.profile_file_id, channel.cover_file_id]
        await assertUsableImages(trx, actor, { logoImageId, profileImageId, coverImageId }, kept)
        const words = toLanguageChange(channel, body)
        const caller = { isOwner: channel.owner_id === actor.id, isStaff: actor.isAdmin }
        const isRenamed = body.slug !== undefined && body.slug !== channel.slug
        const isRefused =
          !canEditChannel(channel.status, caller) ||
          (body.status !== undefined && body.status !== channel.status) ||
          (isRenamed && !canRenameChannel(channel.approved_at !== null))
        if (isRefused) throw new DomainError('CHANNEL_STATE')
        if (!offers && !channel.subscription_active) throw new DomainError('SUBSCRIPTIONS_OFF')
        const isNewAccount = change.iban !== undefined && change.iban !== channel.iban
        const account = isNewAccount ? { iban_changed_at: clock.now() } : {}
        const after = await repository.update(trx, id, { ...change, ...words, ...account })
        if (after === 'taken') throw new DomainError('SLUG_TAKEN')
        await writeAudit(trx, {
          ...by,
          action: 'channel.update',
          subject: { type: 'channel', id },
          before: toAuditable(channel),
          after: toAuditable(after),
        })
        return after.iban === channel.iban ? undefined : notifyOfPayouts(trx, after)
      })
      await tell?.()
    },
  }

  /** Notifies the owner: a stolen session must not redirect payouts unseen. */
  async function notifyOfPayouts(trx: Knex, { id, title, slug, iban }: ChannelRow): Promise<(() => Promise<void>) | undefined> {
    const owner = await repository.findOwner(trx, id)
    const data = owner && { name: owner.name, channel: title, slug, ending: iban?.slice(-4) ?? null }
    return data && deps.world.notifyOwner(trx, owner, { template: 'payout_account_changed', data, payload: { channel: slug } })
  }

  function scopeOf(actor: Actor) {
    return { ownerId: actor.isAdmin ? undefined : actor.id, now: clock.now() }
  }

  /** @throws DomainError VALIDATION_FAILED for a category that does not exist */
  async function classified(slug: string | null | undefined): Promise<{ category_id?: string | null }> {
    if (slug === undefined) return {}
    if (slug === null) return { category_id: null }
    const id = await repository.findCategory(slug)
    if (id === undefined) {
      const issue = { path: 'body.classification', rule: 'unknown_category', message: 'there is no such category' }
      throw new DomainError('VALIDATION_FAILED', { issues: [issue] })
    }
    return { category_id: id }
  }
}
