import type { Actor } from '../../../http/actor.ts'
import type { Chapters } from '@e-events/shared/contract/catalogue/podcasts.ts'
import { chapteredTypes } from '@e-events/shared/domain/product-rules.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../adapters/clock.ts'
import { findProductAccess, isKnownTo } from '../read/product-access.ts'
import type { PodcastRepository } from './repository.ts'

export type Podcasts = ReturnType<typeof createPodcasts>

export function createPodcasts(deps: { knex: Knex; repository: PodcastRepository; clock: Clock }) {
  const { knex, repository, clock } = deps

  async function read(productId: string): Promise<Chapters> {
    const [rows, durationMs] = await Promise.all([repository.listChapters(knex, productId), repository.findDuration(knex, productId)])
    return { chapters: rows.map(({ title, start_ms }) => ({ title, startMs: start_ms })), durationMs }
  }

  return {
    /** @throws DomainError NOT_FOUND for what has no chapters, or is not to be known */
    async getChapters(slug: string, viewer: Actor | null): Promise<Chapters> {
      const access = await findProductAccess(knex, slug, viewer?.id ?? null)
      if (!access || !chapteredTypes.has(access.type) || !isKnownTo(access, viewer, clock.now())) throw new DomainError('NOT_FOUND')
      return read(access.id)
    },

    /**
     * @throws DomainError STATE_CONFLICT for what has none, VALIDATION_FAILED for a chapter behind the end
     */
    async setChapters(productId: string, chapters: readonly { title: string; startMs: number }[]): Promise<Chapters> {
      await knex.transaction(async (trx) => {
        const product = await repository.lockProduct(trx, productId)
        if (!product) throw new DomainError('NOT_FOUND')
        if (!chapteredTypes.has(product.type)) throw new DomainError('STATE_CONFLICT', { detail: 'only a video or podcast has chapters' })
        const durationMs = await repository.findDuration(trx, productId)
        const late = durationMs === null ? -1 : chapters.findIndex(({ startMs }) => startMs >= durationMs)
        if (late !== -1)
          throw new DomainError('VALIDATION_FAILED', {
            issues: [{ path: `body.chapters.${late}.startMs`, rule: 'chapter_after_end', message: 'begins after the end' }],
          })
        await repository.replaceChapters(trx, productId, chapters)
      })
      return read(productId)
    },
  }
}
