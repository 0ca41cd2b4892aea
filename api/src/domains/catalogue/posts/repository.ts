import type { PostDocument } from '@e-events/shared/domain/post-document.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import type { ProductStatus } from '@e-events/shared/domain/states.ts'
import type { Knex } from 'knex'
import { prepared } from '../../../db/knex.ts'
import { toJson } from '../../../db/row.ts'
import type { ProductPostRow } from '../../../db/tables/catalogue.ts'
import {
  listedProductColumns,
  productCardColumns,
  productCardJoins,
  productIsListed,
  type ListedProductRow,
  type ProductCardRow,
} from '../read/product-card.ts'
import { speakerText } from '../read/own-words.ts'

/** Public columns of a post; the text is not among them. */
export interface PostTeaserRow extends ProductCardRow {
  channel_id: string
  status: ProductStatus
  subscription_only: boolean
  published_at: Date | null
  seo_title: string | null
  seo_description: string | null
  speakers: { id: string; slug: string; name: string; title: string; image_file_id: string | null }[]
  body_language: Language | null
  body_languages: Language[]
  excerpt: string | null
  words: number | null
  reading_minutes: number | null
  body_updated_at: Date | null
}

export interface NewBody {
  productId: string
  language: Language
  document: PostDocument
  html: string
  excerpt: string
  words: number
  readingMinutes: number
  imageIds: readonly string[]
}

/** In the language asked for, else in es, else in the one of the product, else in any. $1 is the language. */
const bestBody = "b.language = $1 desc, b.language = 'es' desc, b.language = p.language desc, b.language"

export type PostRepository = ReturnType<typeof createPostRepository>

export function createPostRepository(knex: Knex) {
  return {
    async findTeaser(slug: string, language: Language, now: Date): Promise<PostTeaserRow | undefined> {
      const [row] = await prepared<PostTeaserRow>(
        knex,
        'post-teaser',
        `select ${productCardColumns}, p.channel_id, p.status, p.subscription_only, p.published_at, p.seo_title, p.seo_description,
           (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'slug', s.slug, 'name', s.name, 'title', ${speakerText('s', 'title', '$1')}, 'image_file_id', s.image_file_id)
              order by ps.position, s.name), '[]')
            from product_speakers ps join speakers s on s.id = ps.speaker_id where ps.product_id = p.id) as speakers,
           array(select b.language from product_posts b where b.product_id = p.id order by 1) as body_languages,
           body.language as body_language, body.excerpt, body.words, body.reading_minutes, body.updated_at as body_updated_at
         from products p ${productCardJoins}
         left join lateral (
           select b.language, b.excerpt, b.words, b.reading_minutes, b.updated_at from product_posts b where b.product_id = p.id
           order by ${bestBody} limit 1
         ) body on true
         where p.slug = $3 and p.type = 'post'`,
        [language, now, slug],
      )
      return row
    },

    /** Asked for only after it is settled that the caller may read it. */
    async getHtml(productId: string, language: Language): Promise<string> {
      const row = await knex('product_posts').where({ product_id: productId, language }).first('html')
      return row?.html ?? ''
    },

    /** Other posts, of the same channel first. */
    async listRelated(post: { id: string; channelId: string }, language: Language, now: Date): Promise<ListedProductRow[]> {
      return prepared<ListedProductRow>(
        knex,
        'post-related',
        `select ${listedProductColumns} from products p ${productCardJoins}
         where ${productIsListed} and p.type = 'post' and p.id <> $3 order by (p.channel_id = $4) desc, p.published_at desc, p.id limit 6`,
        [language, now, post.id, post.channelId],
      )
    },

    async listBodies(productId: string): Promise<ProductPostRow[]> {
      return knex('product_posts').where({ product_id: productId }).orderBy('language')
    },

    /** Waits for whoever else saves or changes this product. */
    async lockProduct(trx: Knex, id: string): Promise<{ type: string } | undefined> {
      return trx('products').where({ id }).forUpdate().first('type')
    },

    /** Images of this post in any language. */
    async imageIds(trx: Knex, productId: string): Promise<string[]> {
      return trx('product_post_images').where({ product_id: productId }).pluck<string[]>('file_id')
    },

    async saveBody(trx: Knex, body: NewBody): Promise<void> {
      const key = { product_id: body.productId, language: body.language }
      await trx('product_posts')
        .insert({
          ...key,
          document: toJson(body.document),
          html: body.html,
          excerpt: body.excerpt,
          words: body.words,
          reading_minutes: body.readingMinutes,
        })
        .onConflict(['product_id', 'language'])
        .merge(['document', 'html', 'excerpt', 'words', 'reading_minutes'])
      await trx('product_post_images').where(key).delete()
      if (body.imageIds.length > 0) await trx('product_post_images').insert(body.imageIds.map((file_id) => ({ ...key, file_id })))
    },

    async removeBody(trx: Knex, productId: string, language: Language): Promise<boolean> {
      return (await trx('product_posts').where({ product_id: productId, language }).delete()) > 0
    },
  }
}
