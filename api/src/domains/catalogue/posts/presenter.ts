import type { OwnPost, PostTeaser } from '@e-events/shared/contract/catalogue/posts.ts'
import { postDocumentSchema } from '@e-events/shared/domain/post-document.ts'
import type { ProductPostRow } from '../../../db/tables/catalogue.ts'
import { fileUrl } from '../../media/read/file-url.ts'
import { toListedProduct, toProductCard, type ListedProductRow } from '../read/product-card.ts'
import type { PostTeaserRow } from './repository.ts'

export function toTeaser(row: PostTeaserRow, related: readonly ListedProductRow[]): PostTeaser {
  const card = toProductCard(row)
  return {
    id: card.id,
    slug: card.slug,
    title: card.title,
    excerpt: row.excerpt || card.shortDescription,
    channel: card.channel,
    authors: row.speakers.map(({ id, slug, name, title, image_file_id }) => ({ id, slug, name, title, imageUrl: fileUrl(image_file_id) })),
    posterUrl: card.posterUrl,
    heroUrl: card.heroUrl,
    category: card.category,
    status: row.status,
    plan: card.plan,
    subscriptionOnly: row.subscription_only,
    price: card.price,
    publishedAt: row.published_at?.toISOString() ?? null,
    updatedAt: row.body_updated_at?.toISOString() ?? null,
    readingMinutes: row.reading_minutes,
    words: row.words,
    language: row.body_language,
    languages: row.body_languages,
    seo: { title: row.seo_title, description: row.seo_description },
    related: related.map(toListedProduct),
  }
}

export function toOwnPost(slug: string, rows: readonly ProductPostRow[]): OwnPost {
  return {
    slug,
    bodies: rows.map((row) => ({
      language: row.language,
      document: postDocumentSchema.parse(row.document),
      excerpt: row.excerpt,
      words: row.words,
      readingMinutes: row.reading_minutes,
      updatedAt: row.updated_at.toISOString(),
    })),
  }
}
