import type { Actor } from '../../../http/actor.ts'
import type { beginProductBody, metadataEntrySchema } from '@e-events/shared/contract/catalogue/product-fields.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { assertMove } from '@e-events/shared/domain/machine.ts'
import { datedTypes, publishChecklist } from '@e-events/shared/domain/product-rules.ts'
import { productTransitions, type ProductStatus, type ProductType } from '@e-events/shared/domain/states.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { Knex } from 'knex'
import type { z } from 'zod'
import type { Clock } from '../../../adapters/clock.ts'
import type { ProductRow, ChannelRow } from '../../../db/tables/catalogue.ts'
import { insertWithSlug, isReservedSlug } from '../../../db/slug.ts'
import { emptyProduct, toColumns, type ProductChange } from './change.ts'
import { auditStaff, type Editor } from './staff-audit.ts'
import { invalid } from './invalid.ts'
import { assertImages, saveLinks } from './links.ts'
import { toPublishFacts } from './publish-facts.ts'
import type { LockedProduct, ProductWrites } from './write-repository.ts'

export type Products = ReturnType<typeof createProducts>
type CreateBody = z.output<typeof beginProductBody>
type Metadata = z.output<typeof metadataEntrySchema>

/** Actions of an organizer upon a product, apart from its dates. */
export function createProducts(deps: {
  knex: Knex
  writes: ProductWrites
  /** Takes away what was uploaded for a draft, or is on its way. */
  dropMedia(product: { id: string; slug: string }): Promise<void>
  /** Whether a product may have a price now (SHOP-049). */
  mayCharge(): Promise<boolean>
  /** Largest price cut of an offer (SHOP-023). */
  promotionMaxPercent(): Promise<number>
  clock: Clock
}) {
  const { knex, writes, clock } = deps

  /** @throws DomainError NOT_FOUND: absent, or somebody else's */
  async function ownChannel(trx: Knex, slug: string, editor: Actor): Promise<ChannelRow> {
    const channel = await writes.findChannel(trx, slug)
    if (!channel || (channel.owner_id !== editor.id && !editor.isAdmin)) throw new DomainError('NOT_FOUND')
    return channel
  }

  /** @throws DomainError TYPE_NOT_AVAILABLE */
  async function assertType(trx: Knex, type: ProductType, editor: Actor): Promise<void> {
    if (!editor.isAdmin && !(await writes.typesOfProducers(trx)).includes(type)) throw new DomainError('TYPE_NOT_AVAILABLE')
  }

  /**
   * Keeps an existing price, and refuses a new one while the site sells nothing.
   * @throws DomainError PAID_CONTENT_OFF
   */
  async function assertMayCharge(plan: ProductRow['plan'] | undefined): Promise<void> {
    if (plan === 'paid' && !(await deps.mayCharge())) throw new DomainError('PAID_CONTENT_OFF')
  }

  const limitsOf = async ({ isAdmin }: Actor) => ({ isAdmin, promotionMaxPercent: await deps.promotionMaxPercent() })

  /** @throws DomainError STATE_CONFLICT, CHANNEL_NOT_APPROVED, SESSION_REQUIRED, VALIDATION_FAILED */
  async function publishLocked(trx: Knex, row: LockedProduct, status: Exclude<ProductStatus, 'draft'>, editor: Editor): Promise<void> {
    assertMove(productTransitions, row.status, status)
    if (row.channel_status !== 'published') throw new DomainError('CHANNEL_NOT_APPROVED')
    // Published products keep the rules of their publication.
    if (row.status === 'draft') {
      if (row.is_lesson_video) await assertType(trx, row.type, editor)
      await assertReady(trx, row)
      await assertMayCharge(row.plan)
    }
    await writes.update(trx, row.id, { status, published_at: row.published_at ?? clock.now() })
    await auditStaff(trx, { product: row, editor, action: 'publish', before: { status: row.status }, after: { status } })
  }

  async function assertReady(trx: Knex, row: LockedProduct): Promise<void> {
    const checklist = publishChecklist(toPublishFacts({ ...row, ...(await writes.publishCounts(trx, row.id)) }, row.channel_status))
    const missing = checklist.filter(({ ok }) => !ok)
    if (missing.length === 0) return
    if (missing.some(({ rule }) => rule === 'session')) throw new DomainError('SESSION_REQUIRED')
    throw new DomainError('VALIDATION_FAILED', {
      issues: missing.map(({ rule }) => ({ path: `product.${rule}`, rule: 'required', message: 'required before publishing' })),
    })
  }

  return {
    /**
     * @throws DomainError CHANNEL_REQUIRED, NOT_FOUND (foreign channel), SLUG_TAKEN, TYPE_NOT_AVAILABLE,
     * FAKE_LIVE_BY_SUPPORT, VALIDATION_FAILED
     */
    async create(body: CreateBody, editor: Actor): Promise<string> {
      return knex.transaction(async (trx) => {
        if (!editor.isAdmin && !(await writes.ownsChannels(trx, editor.id))) throw new DomainError('CHANNEL_REQUIRED')
        const channel = await ownChannel(trx, body.channelSlug, editor)
        const { channelSlug: _channel, slug: wish, language, lessonOf, ...change } = body
        const isOfLesson = lessonOf !== undefined && body.type === 'vod'
        if (isOfLesson && !(await writes.hasCourse(trx, { slug: lessonOf, channelId: channel.id }))) throw new DomainError('NOT_FOUND')
        await assertType(trx, isOfLesson ? 'course' : body.type, editor)
        await assertMayCharge(body.plan)
        const columns = toColumns(change, emptyProduct(body), await limitsOf(editor))
        await assertImages(trx, { body: change, before: null, editor })
        const slugWish = { slug: wish, title: body.title, taken: (base: string) => writes.slugsLike(trx, base) }
        const row = await insertWithSlug<ProductRow>(slugWish, (slug) =>
          writes.insert(trx, {
            ...columns,
            channel_id: channel.id,
            created_by: editor.id,
            slug,
            type: body.type,
            title: body.title,
            language,
            is_lesson_video: isOfLesson,
          }),
        )
        await saveLinks(trx, writes, { productId: row.id, ownerId: channel.owner_id, language, body: change, editor })
        return row.id
      })
    },

    /**
     * @throws DomainError EDIT_CONFLICT, PRODUCT_FROZEN, NOT_FOUND (foreign channel), SLUG_TAKEN, VALIDATION_FAILED,
     * and what publishing throws
     */
    async update(id: string, body: ProductChange, editor: Editor): Promise<void> {
      await knex.transaction(async (trx) => {
        const row = await writes.edit(trx, id, editor.seen)
        const channel = await targetChannel(trx, row, body)
        const typeChanges = body.type !== undefined && body.type !== row.type
        const slugChanges = body.slug !== undefined && body.slug !== row.slug
        const backToDraft = body.status === 'draft' && row.status !== 'draft'
        if (row.status !== 'draft' && (typeChanges || slugChanges || backToDraft || channel.id !== row.channel_id))
          throw new DomainError('PRODUCT_FROZEN')
        if (row.plan === 'free') await assertMayCharge(body.plan)
        if (typeChanges) await assertType(trx, body.type ?? row.type, editor)
        if (body.type !== undefined && !datedTypes.has(body.type) && (await writes.countSessions(trx, id)) > 0)
          throw invalid('body.type', 'has_sessions')
        await assertImages(trx, { body, before: row, editor })
        const slug = slugChanges && body.slug !== undefined ? { slug: body.slug } : {}
        if (slug.slug !== undefined && isReservedSlug(slug.slug)) throw new DomainError('SLUG_TAKEN')
        const columns = { ...toColumns(body, row, await limitsOf(editor)), ...slug, channel_id: channel.id }
        const saved = await writes.update(trx, id, columns)
        if (saved === 'slug taken') throw new DomainError('SLUG_TAKEN')
        await saveLinks(trx, writes, { productId: id, ownerId: channel.owner_id, language: row.language, body, editor })
        await auditStaff(trx, { product: row, editor, action: 'update', before: pick(row, Object.keys(columns)), after: columns })
        if (body.status !== undefined && body.status !== 'draft' && body.status !== row.status)
          await publishLocked(trx, await writes.lock(trx, id), body.status, editor)
      })

      async function targetChannel(trx: Knex, row: LockedProduct, { channelSlug }: ProductChange) {
        const unchanged = { id: row.channel_id, owner_id: row.owner_id }
        return channelSlug === undefined ? unchanged : ownChannel(trx, channelSlug, editor)
      }
    },

    /** @throws DomainError PRODUCT_FROZEN, STATE_CONFLICT (something that stays needs it) */
    async remove(id: string, slug: string, editor: Editor): Promise<void> {
      await assertDraft(knex)
      await deps.dropMedia({ id, slug })
      await knex.transaction(async (trx) => {
        const row = await assertDraft(trx)
        await auditStaff(trx, { product: row, editor, action: 'delete', before: { title: row.title, slug }, after: null })
        if ((await writes.remove(trx, id)) === 'in use') throw new DomainError('STATE_CONFLICT')
      })

      async function assertDraft(trx: Knex): Promise<LockedProduct> {
        const row = await writes.lock(trx, id)
        if (row.status !== 'draft') throw new DomainError('PRODUCT_FROZEN')
        return row
      }
    },

    /** Texts in the product's own language stand on the product itself. @throws DomainError EDIT_CONFLICT */
    async setTranslation(
      id: string,
      text: { language: Language; title: string; shortDescription: string; description: string },
      seen: string | undefined,
    ): Promise<void> {
      await knex.transaction(async (trx) => {
        const row = await writes.edit(trx, id, seen)
        const { language, title, shortDescription, description } = text
        if (row.language === language) await writes.update(trx, id, { title, short_description: shortDescription, description })
        else await writes.saveTranslation(trx, { productId: id, language, title, shortDescription, description })
      })
    },

    /** @throws DomainError EDIT_CONFLICT, STATE_CONFLICT: a product always has the texts that it was written in */
    async removeTranslation(id: string, language: Language, seen: string | undefined): Promise<void> {
      await knex.transaction(async (trx) => {
        const row = await writes.edit(trx, id, seen)
        if (row.language === language) throw new DomainError('STATE_CONFLICT')
        await writes.removeTranslation(trx, id, language)
      })
    },

    /** @throws DomainError EDIT_CONFLICT, VALIDATION_FAILED (the same key twice) */
    async setMetadata(id: string, entries: readonly Metadata[], seen: string | undefined): Promise<void> {
      const double = entries.findIndex(({ key }, index) => entries.slice(0, index).some((other) => other.key === key))
      if (double !== -1) throw invalid(`body.metadata.${double}.key`, 'duplicate')
      await knex.transaction(async (trx) => {
        await writes.edit(trx, id, seen)
        await writes.setMetadata(trx, id, entries)
      })
    },

    /**
     * @throws DomainError EDIT_CONFLICT, STATE_CONFLICT, CHANNEL_NOT_APPROVED, SESSION_REQUIRED, VALIDATION_FAILED
     * (what the checklist still misses)
     */
    async publish(id: string, status: Exclude<ProductStatus, 'draft'>, editor: Editor): Promise<void> {
      await knex.transaction(async (trx) => publishLocked(trx, await writes.edit(trx, id, editor.seen), status, editor))
    },
  }
}

function pick(row: object, keys: readonly string[]): object {
  return Object.fromEntries(Object.entries(row).filter(([key]) => keys.includes(key)))
}
