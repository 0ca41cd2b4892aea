import type { Actor } from '../../http/actor.ts'
import { hasField, plainFieldNames, type PlainField } from '@e-events/shared/contract/catalogue/plain-fields.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { Knex } from 'knex'
import type { ProductInsert, ProductRow } from '../../db/tables/catalogue.ts'
import { columnOf } from '../../domains/catalogue/products/plain-columns.ts'
import type { ProductWrites } from '../../domains/catalogue/products/write-repository.ts'
import { insertWithSlug } from '../../db/slug.ts'
import { copyProductLinks } from '../../domains/catalogue/products/copy-repository.ts'
import { setPublishedProduct } from '../../domains/live/recordings/repository.ts'

/** Plain fields that stay with the live: its dates, its sale, and how it is shown or recorded. */
const left: ReadonlySet<PlainField> = new Set(['saleStartsAt', 'saleEndsAt', 'expiresAt', 'expirationHours', 'url', 'recordsBroadcasts'])

/** Columns that a recording copies from its live: every plain field that a video has, but for `left`. */
const copied: readonly (keyof ProductRow)[] = [
  'channel_id', 'plan', 'title', 'language', 'description', 'short_description', 'net_price_minor', 'tax_basis_points', 'currency',
  'image_file_id', 'secondary_image_file_id', 'hero_file_id', 'ad_banner_file_id', 'art',
  ...plainFieldNames.filter((name) => hasField('vod', name) && !left.has(name)).map(columnOf),
] // prettier-ignore

/**
 * Puts the recording of a live on demand: a draft of its own, which its organizer looks over and publishes. The
 * recording's folder is its source, not a copy of it.
 */
export function createRecordingToVod(deps: { knex: Knex; products: ProductWrites }) {
  const { knex, products } = deps

  /** @throws DomainError NOT_FOUND (absent, or somebody else's), STATE_CONFLICT (not ready, or put on already) */
  return async function recordingToVod(recordingId: string, by: Actor): Promise<string> {
    return knex.transaction(async (trx) => {
      const recording = await trx('recordings').where({ id: recordingId }).forUpdate().first()
      const live = recording && (await products.lock(trx, recording.product_id))
      if (!recording || !live || (live.owner_id !== by.id && !by.isAdmin)) throw new DomainError('NOT_FOUND')
      if (recording.state !== 'ready' || recording.published_product_id !== null) throw new DomainError('STATE_CONFLICT')
      const main = await trx('media_assets')
        .where({ broadcast_id: recording.broadcast_id, state: 'ready' })
        .orderBy([{ column: 'ordinal' }, { column: 'id' }])
        .first('id')
      if (!main) throw new DomainError('STATE_CONFLICT')
      const fields = Object.fromEntries(copied.map((column) => [column, asWritten(live[column])])) as Partial<ProductInsert>
      const wish = { slug: undefined, title: live.title, taken: (base: string) => products.slugsLike(trx, base) }
      const vod = await insertWithSlug<ProductRow>(wish, (slug) =>
        products.insert(trx, {
          ...fields,
          channel_id: live.channel_id,
          title: live.title,
          type: 'vod',
          slug,
          created_by: by.id,
          media_asset_id: main.id,
        }),
      )
      await copyProductLinks(trx, live.id, vod.id)
      await setPublishedProduct(trx, recordingId, vod.id)
      return vod.id
    })
  }
}

/** jsonb comes parsed and is written as text. */
function asWritten(value: ProductRow[keyof ProductRow]): unknown {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? JSON.stringify(value) : value
}
