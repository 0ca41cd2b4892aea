import type { Language } from '@e-events/shared/domain/language.ts'
import type { Knex } from 'knex'
import type { ProductRow } from '../../../db/tables/catalogue.ts'
import type { ProductChange } from './change.ts'
import { invalid } from './invalid.ts'
import type { ProductViewer } from './policy.ts'
import type { ProductWrites } from './writes.ts'

const pictureFields = [
  ['imageId', 'image_file_id'],
  ['secondaryImageId', 'secondary_image_file_id'],
  ['heroImageId', 'hero_file_id'],
  ['adBannerImageId', 'ad_banner_file_id'],
] as const
type Pictures = Pick<ProductRow, (typeof pictureFields)[number][1]>

/**
 * Pictures have to be the caller's own; one that the product has already stays, whoever uploaded it.
 * @throws DomainError VALIDATION_FAILED
 */
export async function assertPictures(
  trx: Knex,
  writes: ProductWrites,
  change: { body: ProductChange; before: Pictures | null; editor: ProductViewer },
): Promise<void> {
  const { body, before, editor } = change
  const chosen = pictureFields.flatMap(([field, column]) => {
    const id = body[field]
    return typeof id === 'string' && id !== before?.[column] ? [{ field, id }] : []
  })
  if (chosen.length === 0) return
  const ids = chosen.map(({ id }) => id)
  const usable = await writes.usablePictures(trx, ids, editor)
  const missing = chosen.find(({ id }) => !usable.has(id))
  if (missing) throw invalid(`body.${missing.field}`, 'unknown_picture')
}

/** Join rows of a product: speakers, categories, bundle items. @throws DomainError VALIDATION_FAILED */
export async function saveLinks(
  trx: Knex,
  writes: ProductWrites,
  change: { productId: string; ownerId: string; language: Language; body: ProductChange; editor: ProductViewer },
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
    if ((await writes.setBundle(trx, productId, ids)) === 'nested') throw invalid('body.bundleProductIds', 'bundle_in_bundle')
  }
}

async function saveCategories(
  trx: Knex,
  writes: ProductWrites,
  change: { productId: string; language: Language; body: ProductChange; editor: ProductViewer },
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
