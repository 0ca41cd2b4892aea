import type { Actor } from '../../../http/actor.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import type { Knex } from 'knex'
import type { ProductRow } from '../../../db/tables/catalogue.ts'
import type { ProductChange } from './change.ts'
import { assertUsableImages } from '../../media/read/usable-images.ts'
import { invalid } from './invalid.ts'
import { isComplete } from './bundles/policy.ts'
import { lockBundleItems } from './bundles/repository.ts'
import type { ProductWrites } from './write-repository.ts'

type Pictures = Pick<ProductRow, 'image_file_id' | 'secondary_image_file_id' | 'hero_file_id' | 'ad_banner_file_id'>

/**
 * Images are the editor's own; those that the product has already stay, whoever uploaded them.
 * @throws DomainError VALIDATION_FAILED
 */
export async function assertImages(trx: Knex, change: { body: ProductChange; before: Pictures | null; editor: Actor }): Promise<void> {
  const { body, before, editor } = change
  const { imageId, secondaryImageId, heroImageId, adBannerImageId } = body
  const kept = before ? [before.image_file_id, before.secondary_image_file_id, before.hero_file_id, before.ad_banner_file_id] : []
  await assertUsableImages(trx, editor, { imageId, secondaryImageId, heroImageId, adBannerImageId }, kept)
}

/** Join rows of a product: speakers, categories, bundle items. @throws DomainError VALIDATION_FAILED */
export async function saveLinks(
  trx: Knex,
  writes: ProductWrites,
  change: { productId: string; ownerId: string; language: Language; body: ProductChange; editor: Actor },
): Promise<void> {
  const { productId, body } = change
  if (body.speakerIds !== undefined) {
    const ids = [...new Set(body.speakerIds)]
    const known = await writes.usableSpeakers(trx, ids, { productId, ownerId: change.ownerId, isAdmin: change.editor.isAdmin })
    if (known.size < ids.length) throw invalid('body.speakerIds', 'unknown_speaker')
    await writes.setSpeakers(trx, productId, ids)
  }
  await saveCategories(trx, writes, change)
  if (body.bundleProductIds !== undefined) {
    const ids = [...new Set(body.bundleProductIds)]
    const own = await writes.productsOf(trx, ids, change.ownerId)
    if (own.size < ids.length) throw invalid('body.bundleProductIds', 'unknown_product')
    const saved = await writes.setBundle(trx, productId, ids)
    if (saved === 'nested') throw invalid('body.bundleProductIds', 'bundle_in_bundle')
    // A bundle on sale stays whole; it is emptied after it was deactivated.
    if (saved.bundle_state === 'active' && !isComplete(saved, await lockBundleItems(trx, productId)))
      throw invalid('body.bundleProductIds', 'bundle_incomplete')
  }
}

async function saveCategories(
  trx: Knex,
  writes: ProductWrites,
  change: { productId: string; language: Language; body: ProductChange; editor: Actor },
): Promise<void> {
  const { productId, language, body, editor } = change
  const { categories: slugs, newCategory: title } = body
  if (slugs === undefined && (title === undefined || title === null)) return
  const wanted = [...new Set(slugs)]
  const known = await writes.categoryIds(trx, wanted)
  if (known.size < wanted.length) throw invalid('body.categories', 'unknown_category')
  const named = title ? [await writes.nameCategory(trx, { title, language, hidden: !editor.isAdmin })] : []
  const kept = wanted.flatMap((slug) => known.get(slug) ?? [])
  await writes.setCategories(trx, productId, [...new Set([...kept, ...named])])
}
