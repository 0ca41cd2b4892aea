import { findUsableImages } from '../../media/read/usable-images.ts'
import type { Actor } from '../../../http/actor.ts'
import { countWords, postImageIds, postText, readingMinutes, type PostDocument } from '@e-events/shared/domain/post-document.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import { limits } from '@e-events/shared/limits.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../adapters/clock.ts'
import type { ProductPostRow } from '../../../db/tables/catalogue.ts'
import { findProductAccess, isKnownTo } from '../read/product-access.ts'
import type { ListedProductRow } from '../read/product-card.ts'
import { assertMayRead } from '../read/may-read.ts'
import { renderPostHtml } from '../../../adapters/post-html.ts'
import type { PostRepository, PostTeaserRow } from './repository.ts'

export type Posts = ReturnType<typeof createPosts>

export interface FoundTeaser {
  row: PostTeaserRow
  related: ListedProductRow[]
}

export function createPosts(deps: { knex: Knex; repository: PostRepository; clock: Clock }) {
  const { knex, repository, clock } = deps
  return {
    /** @throws DomainError NOT_FOUND */
    async getTeaser(slug: string, reader: Actor | null, language: Language): Promise<FoundTeaser> {
      const access = await findProductAccess(knex, slug, reader?.id ?? null)
      if (!access || access.type !== 'post' || !isKnownTo(access, reader, clock.now())) throw new DomainError('NOT_FOUND')
      return find(slug, language)
    },

    /** @throws DomainError NOT_FOUND, TICKET_REQUIRED, SUBSCRIPTION_REQUIRED, NOT_PURCHASABLE */
    async get(slug: string, reader: Actor, language: Language): Promise<FoundTeaser & { html: string }> {
      const access = await findProductAccess(knex, slug, reader.id)
      if (!access || access.type !== 'post') throw new DomainError('NOT_FOUND')
      assertMayRead(access, reader, clock.now())
      const found = await find(slug, language)
      const { id, body_language } = found.row
      return { ...found, html: body_language === null ? '' : await repository.getHtml(id, body_language) }
    },

    listBodies: (productId: string): Promise<ProductPostRow[]> => repository.listBodies(productId),

    /**
     * @throws DomainError STATE_CONFLICT for a product that is no post, VALIDATION_FAILED for a picture that is not the
     * caller's or a text that is too long
     */
    async save(productId: string, text: { language: Language; document: PostDocument; excerpt: string }, user: Actor): Promise<void> {
      const words = postText(text.document)
      if (words.length > limits.postTextChars) throw invalid('body.document', 'too_big', `at most ${limits.postTextChars} characters`)
      const imageIds = postImageIds(text.document)
      await knex.transaction(async (trx) => {
        await assertPost(trx, productId)
        const kept = await repository.imageIds(trx, productId)
        const pictures = await findUsableImages(trx, { ids: imageIds, actor: user, kept })
        const missing = imageIds.find((id) => !pictures.has(id))
        if (missing !== undefined) throw invalid('body.document', 'unknown_image', `no picture of yours: ${missing}`)
        await repository.saveBody(trx, {
          productId,
          ...text,
          html: renderPostHtml(text.document, (id) => pictures.get(id)),
          words: countWords(words),
          readingMinutes: readingMinutes(countWords(words)),
          imageIds,
        })
      })
    },

    /** @throws DomainError STATE_CONFLICT, NOT_FOUND */
    async remove(productId: string, language: Language): Promise<void> {
      await knex.transaction(async (trx) => {
        await assertPost(trx, productId)
        if (!(await repository.removeBody(trx, productId, language))) throw new DomainError('NOT_FOUND')
      })
    },
  }

  async function find(slug: string, language: Language): Promise<FoundTeaser> {
    const now = clock.now()
    const row = await repository.findTeaser(slug, language, now)
    if (!row) throw new DomainError('NOT_FOUND')
    return { row, related: await repository.listRelated({ id: row.id, channelId: row.channel_id }, language, now) }
  }

  async function assertPost(trx: Knex, productId: string): Promise<void> {
    const product = await repository.lockProduct(trx, productId)
    if (!product) throw new DomainError('NOT_FOUND')
    if (product.type !== 'post') throw new DomainError('STATE_CONFLICT', { detail: 'only a post has a text' })
  }
}

function invalid(path: string, rule: string, message: string): DomainError {
  return new DomainError('VALIDATION_FAILED', { issues: [{ path, rule, message }] })
}
