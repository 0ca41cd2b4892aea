import type { OwnProductDetail } from '@e-events/shared/contract/catalogue/own-products.ts'
import { frozenOf } from '@e-events/shared/domain/product-rules.ts'
import { limits } from '@e-events/shared/limits.ts'
import { fileUrl } from '../../media/read/file-url.ts'
import { checklistOf } from './policy.ts'
import { toOwnProduct, toSharedFacts } from './presenter.ts'
import { fromColumns } from './plain-columns.ts'
import { formFields, type OwnDetailRow } from './rows.ts'

/** Everything that the form of a product shows. */
export function toOwnProductDetail(row: OwnDetailRow, now: Date): OwnProductDetail {
  return {
    ...toOwnProduct(row, now),
    ...toSharedFacts(row),
    ...fromColumns(row, formFields),
    movesLeft: Math.max(0, limits.movesPerProductDay - row.moves_today),
    revision: row.revision,
    language: row.language,
    text: { title: row.own_title, shortDescription: row.own_short_description, description: row.own_description },
    translations: row.translations.map(({ language, title, short_description, description }) => ({
      language,
      title,
      shortDescription: short_description,
      description,
    })),
    netPrice:
      row.plan === 'free' || row.stored_net_minor === 0
        ? null
        : { netMinor: row.stored_net_minor, currency: row.currency, taxBasisPoints: row.stored_tax_basis_points },
    offer: toOffer(row),
    image: toPicture(row.image_file_id),
    secondaryImage: toPicture(row.secondary_image_file_id),
    heroImage: toPicture(row.hero_file_id),
    adBanner: toPicture(row.ad_banner_file_id),
    sourceVideoUrl: row.source_video_url,
    playbackUrl: row.playback_url,
    etag: row.etag,
    bundleProductIds: row.bundle_products.map(({ id }) => id),
    bundleProducts: row.bundle_products.map(({ id, slug, title }) => ({ id, slug, title })),
    bundleState: row.bundle_state,
    metadata: row.metadata.map(({ key, value, exportable }) => ({ key, value, exportable })),
    shippingNetMinor: row.shipping_net_minor,
    publishChecklist: checklistOf(row),
    frozen: frozenOf(row.status),
  }
}

function toOffer(row: OwnDetailRow): OwnProductDetail['offer'] {
  const { offer_net_minor: netMinor, offer_tax_basis_points: taxBasisPoints, offer_starts_at: startsAt, stored_offer_ends_at: endsAt } = row
  if (netMinor === null || taxBasisPoints === null || startsAt === null || endsAt === null) return null
  return { netMinor, taxBasisPoints, startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() }
}

function toPicture(fileId: string | null): OwnProductDetail['image'] {
  const url = fileUrl(fileId)
  return fileId === null || url === null ? null : { id: fileId, url }
}
