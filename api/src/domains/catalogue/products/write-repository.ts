import type { Language } from '@e-events/shared/domain/language.ts'
import { moduleOfType } from '@e-events/shared/domain/product-rules.ts'
import type { ProductType } from '@e-events/shared/domain/states.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { Knex } from 'knex'
import { violatedConstraint } from '../../../db/errors.ts'
import type { ProductInsert, ProductRow, ProductUpdate, ChannelRow } from '../../../db/tables/catalogue.ts'
import { toSlug } from '../../../db/slug.ts'
import { publishCountColumns, type PublishCounts } from './publish-facts.ts'

export type ProductWrites = ReturnType<typeof createProductWrites>
export type LockedProduct = ProductRow & { channel_status: ChannelRow['status']; owner_id: string }

/** Writes of a product. Everything runs in the given transaction. */
export function createProductWrites() {
  return {
    async findChannel(trx: Knex, slug: string): Promise<ChannelRow | undefined> {
      return trx('channels').where({ slug }).first()
    },
    async ownsChannels(trx: Knex, userId: string): Promise<boolean> {
      return (await trx('channels').where({ owner_id: userId }).first('id')) !== undefined
    },
    async producerTypes(trx: Knex): Promise<readonly ProductType[]> {
      const config = await trx('site_config').first('producer_product_types')
      return config?.producer_product_types ?? []
    },
    /** The same without types whose module is off. */
    async typesOfProducers(trx: Knex): Promise<ProductType[]> {
      const [allowed, off] = [await this.producerTypes(trx), await trx('site_modules').where({ is_active: false }).pluck('name')]
      return allowed.filter((type) => !off.some((name) => name === moduleOfType[type]))
    },
    async hasCourse(trx: Knex, { slug, channelId }: { slug: string; channelId: string }): Promise<boolean> {
      return (await trx('products').where({ slug, channel_id: channelId, type: 'course' }).first('id')) !== undefined
    },
    async slugsLike(trx: Knex, base: string): Promise<string[]> {
      return trx('products').where({ slug: base }).orWhereLike('slug', `${base}-%`).pluck('slug')
    },

    async insert(trx: Knex, product: ProductInsert): Promise<ProductRow | 'taken'> {
      const [row] = await trx('products').insert(product).onConflict('slug').ignore().returning('*')
      return row ?? 'taken'
    },
    async lock(trx: Knex, id: string): Promise<LockedProduct> {
      const row = await trx('products').where({ id }).forUpdate().first()
      const channel = row && (await trx('channels').where({ id: row.channel_id }).first('status', 'owner_id'))
      if (!row || !channel) throw new Error('the product is gone')
      return { ...row, channel_status: channel.status, owner_id: channel.owner_id }
    },
    /**
     * Locked for a change by its organizer or staff, which counts as a new revision.
     * @throws DomainError EDIT_CONFLICT: `seen` (If-Match) is an older revision than the one that is stored
     */
    async edit(trx: Knex, id: string, seen?: string): Promise<LockedProduct> {
      const row = await this.lock(trx, id)
      if (seen !== undefined && seen !== String(row.revision)) throw new DomainError('EDIT_CONFLICT')
      await trx('products').where({ id }).increment('revision')
      return row
    },
    async update(trx: Knex, id: string, change: ProductUpdate): Promise<'saved' | 'slug taken'> {
      if (Object.keys(change).length === 0) return 'saved'
      try {
        await trx('products').where({ id }).update(change)
        return 'saved'
      } catch (error) {
        if (violatedConstraint(error) === 'products_slug_key') return 'slug taken'
        throw error
      }
    },
    /**
     * Its own rows go with it; a draft has no tickets, orders or codes. Folders of its media wait to be swept; a
     * recording may be put on again.
     */
    async remove(trx: Knex, id: string): Promise<'removed' | 'in use'> {
      await trx('media_assets')
        .where({ product_id: id })
        .whereIn('kind', ['vod', 'trailer', 'audio'])
        .whereNot('state', 'deleted')
        .update({ state: 'deleted', deleted_at: trx.fn.now() })
      await trx('media_assets').where({ product_id: id, state: 'deleted' }).update({ product_id: null })
      await trx('recordings').where({ published_product_id: id }).update({ published_product_id: null })
      await trx('bundle_items').where({ product_id: id }).delete()
      try {
        await trx('products').where({ id }).delete()
        return 'removed'
      } catch (error) {
        if (violatedConstraint(error)?.endsWith('_fkey') === true) return 'in use'
        throw error
      }
    },

    /**
     * Which of these speakers the product may name: those of its organizer and those that it names already; of
     * everybody where `isAdmin`.
     */
    async usableSpeakers(
      trx: Knex,
      ids: readonly string[],
      who: { productId: string; ownerId: string; isAdmin: boolean },
    ): Promise<Set<string>> {
      const query = trx('speakers').whereIn('id', [...ids]) // prettier-ignore
      const named = trx('product_speakers').where({ product_id: who.productId }).select('speaker_id')
      if (!who.isAdmin) void query.where((own) => void own.where({ owner_id: who.ownerId }).orWhereIn('id', named))
      return new Set(await query.pluck<string[]>('id'))
    },
    async setSpeakers(trx: Knex, productId: string, speakerIds: readonly string[]): Promise<void> {
      await trx('product_speakers').where({ product_id: productId }).delete()
      if (speakerIds.length > 0)
        await trx('product_speakers').insert(
          speakerIds.map((speakerId, position) => ({ product_id: productId, speaker_id: speakerId, position })),
        )
    },

    async categoryIds(trx: Knex, slugs: readonly string[]): Promise<Map<string, string>> {
      const rows = await trx('categories').whereIn('slug', [...slugs]).select('id', 'slug') // prettier-ignore
      return new Map(rows.map(({ id, slug }) => [slug, id]))
    },
    async setCategories(trx: Knex, productId: string, categoryIds: readonly string[]): Promise<void> {
      await trx('product_categories').where({ product_id: productId }).delete()
      if (categoryIds.length > 0)
        await trx('product_categories').insert(
          categoryIds.map((categoryId, position) => ({ product_id: productId, category_id: categoryId, position })),
        )
    },
    /**
     * The category of this name in any language, else a new one. Two names that make the same slug are the same
     * category.
     */
    async nameCategory(trx: Knex, category: { title: string; language: Language; hidden: boolean }): Promise<string> {
      const known = await trx('category_translations').whereRaw('plain_text(title) = plain_text(?)', [category.title]).first('category_id')
      if (known) return known.category_id
      const slug = toSlug(category.title)
      await trx('categories').insert({ slug, is_hidden: category.hidden }).onConflict('slug').ignore()
      const row = await trx('categories').where({ slug }).first('id')
      if (!row) throw new Error('no category row')
      await trx('category_translations')
        .insert({ category_id: row.id, language: category.language, title: category.title })
        .onConflict(['category_id', 'language'])
        .ignore()
      return row.id
    },

    /** Which of these products belong to this organizer. */
    async productsOf(trx: Knex, ids: readonly string[], ownerId: string): Promise<Set<string>> {
      const rows = await trx('products as p')
        .join('channels as c', 'c.id', 'p.channel_id')
        .whereIn('p.id', [...ids])
        .where('c.owner_id', ownerId)
        .pluck<string[]>('p.id')
      return new Set(rows)
    },
    /**
     * 'nested' when one of them is a bundle itself, or this product is part of one. A product becomes a bundle with its
     * first item, inactive.
     */
    async setBundle(
      trx: Knex,
      bundleId: string,
      productIds: readonly string[],
    ): Promise<Pick<ProductRow, 'bundle_state' | 'type' | 'currency'> | 'nested'> {
      await trx('bundle_items').where({ bundle_id: bundleId }).delete()
      try {
        if (productIds.length > 0)
          await trx('bundle_items').insert(
            productIds.map((productId, position) => ({ bundle_id: bundleId, product_id: productId, position })),
          )
        const keeps = trx.raw(productIds.length === 0 ? "nullif(bundle_state, 'inactive')" : "coalesce(bundle_state, 'inactive')")
        const [row] = await trx('products')
          .where({ id: bundleId })
          .update({ bundle_state: keeps })
          .returning(['bundle_state', 'type', 'currency'])
        if (!row) throw new Error('the product is gone')
        return row
      } catch (error) {
        const constraint = violatedConstraint(error)
        if (constraint === 'bundle_items_nesting' || constraint === 'bundle_items_not_itself') return 'nested'
        throw error
      }
    },

    async setMetadata(
      trx: Knex,
      productId: string,
      entries: readonly { key: string; value: string; exportable: boolean }[],
    ): Promise<void> {
      await trx('product_metadata').where({ product_id: productId }).delete()
      if (entries.length > 0)
        await trx('product_metadata').insert(
          entries.map(({ key, value, exportable }, position) => ({ product_id: productId, key, value, exportable, position })),
        )
    },
    async saveTranslation(
      trx: Knex,
      text: { productId: string; language: Language; title: string; shortDescription: string; description: string },
    ): Promise<void> {
      await trx('product_translations')
        .insert({
          product_id: text.productId,
          language: text.language,
          title: text.title,
          short_description: text.shortDescription,
          description: text.description,
        })
        .onConflict(['product_id', 'language'])
        .merge(['title', 'short_description', 'description'])
    },
    async removeTranslation(trx: Knex, productId: string, language: Language): Promise<void> {
      await trx('product_translations').where({ product_id: productId, language }).delete()
    },

    async countSessions(trx: Knex, productId: string): Promise<number> {
      const row = await trx('product_sessions')
        .where({ product_id: productId, state: 'scheduled' })
        .count<{ count: number }>('* as count')
        .first()
      return row?.count ?? 0
    },
    async publishCounts(trx: Knex, productId: string): Promise<PublishCounts> {
      const [row] = (await trx.raw<{ rows: PublishCounts[] }>(`select ${publishCountColumns} from products p where p.id = ?`, [productId]))
        .rows
      if (!row) throw new Error('the product is gone')
      return row
    },
  }
}
