import type { PictureFacts, ProblemCategory, ProblemReport, ProblemState } from '@e-events/shared/contract/live/problem-reports.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../adapters/clock.ts'
import { toJson } from '../../../db/row.ts'
import type { Actor } from '../../../http/actor.ts'
import { assertMayWatch, findProductAccess } from '../../catalogue/read/product-access.ts'
import { findLastShow, readVisits } from '../read/watch-evidence.ts'
import type { ProblemRepository, ProblemRow } from './repository.ts'

export type Problems = ReturnType<typeof createProblems>

interface Problem {
  category: ProblemCategory
  text: string
  picture: PictureFacts | null
}

/** Problems that viewers report from the player, with the facts of that moment. */
export function createProblems({ knex, repository, clock }: { knex: Knex; repository: ProblemRepository; clock: Clock }) {
  return {
    /** @throws DomainError NOT_FOUND, TICKET_REQUIRED, TICKET_OF_SESSION, NOT_PURCHASABLE, SUBSCRIPTION_REQUIRED */
    async send(slug: string, viewer: Actor, { category, text, picture }: Problem): Promise<{ id: string; reportedAt: string }> {
      const now = clock.now()
      const access = await findProductAccess(knex, slug, viewer.id)
      if (!access) throw new DomainError('NOT_FOUND')
      assertMayWatch(access, viewer, now)
      const evidence = await readFacts(access.id, viewer.id, now)
      const id = await repository.insert(knex, {
        product_id: access.id,
        user_id: viewer.id,
        category,
        body: readable(text),
        picture: picture === null ? null : toJson(picture),
        evidence: toJson(evidence),
        reported_at: now,
      })
      return { id, reportedAt: now.toISOString() }
    },

    /** @throws DomainError NOT_FOUND for a report of somebody else's channel */
    async handle(id: string, isHandled: boolean, by: Actor): Promise<ProblemRow> {
      const ownerId = by.isAdmin ? null : by.id
      if (!(await repository.find(knex, id, ownerId))) throw new DomainError('NOT_FOUND')
      await repository.handle(knex, id, isHandled ? { at: clock.now(), by: by.id } : null)
      const row = await repository.find(knex, id, ownerId)
      if (!row) throw new DomainError('NOT_FOUND')
      return row
    },

    list: (by: Actor, page: { state: ProblemState; after: readonly string[] | undefined; limit: number }): Promise<ProblemRow[]> =>
      repository.list(knex, { ...page, ownerId: by.isAdmin ? null : by.id }),
  }

  async function readFacts(productId: string, userId: string, now: Date): Promise<ProblemReport['evidence']> {
    const [show, visits] = await Promise.all([findLastShow(knex, productId, now), readVisits(knex, productId, userId)])
    return {
      watchedMs: visits.watched_ms,
      visits: visits.visits,
      show: show
        ? {
            startsAt: show.starts_at.toISOString(),
            airedFrom: show.first_media_at?.toISOString() ?? null,
            endedAt: show.ended_at?.toISOString() ?? null,
            interruptions: show.interruptions.length,
          }
        : null,
    }
  }
}

/** Without control characters and marks that turn the direction of what follows. */
const readable = (text: string) => text.replaceAll(/[^\P{Cc}\n]|[\u202A-\u202E\u2066-\u2069]/gu, ' ').trim()
