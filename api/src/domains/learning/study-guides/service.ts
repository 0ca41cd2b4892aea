import type { OwnStudyGuide, StudyGuide } from '@e-events/shared/contract/learning/study-guides.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../adapters/clock.ts'
import type { Actor } from '../../../http/actor.ts'
import { findProductAccess, isKnownTo } from '../../catalogue/read/product-access.ts'
import { findGuide, saveGuide } from './repository.ts'

export type StudyGuides = ReturnType<typeof createStudyGuides>

/** Requirements, program and FAQs of courses and masters. */
export function createStudyGuides({ knex, clock }: { knex: Knex; clock: Clock }) {
  return {
    /** @throws DomainError NOT_FOUND for what is neither, and for one that the account may not know of */
    async get(slug: string, viewer: Actor): Promise<StudyGuide> {
      const access = await findProductAccess(knex, slug, viewer.id)
      if (!access || !isKnownTo(access, viewer, clock.now())) throw new DomainError('NOT_FOUND')
      const found = await findGuide(knex, access.id)
      if (!found || !hasGuide(found.type)) throw new DomainError('NOT_FOUND')
      return found.guide
    },

    getOwn: (productId: string): Promise<OwnStudyGuide> => find(knex, productId),

    /** @throws DomainError NOT_FOUND, STATE_CONFLICT, CURRICULUM_CHANGED */
    save: (productId: string, guide: OwnStudyGuide): Promise<OwnStudyGuide> =>
      knex.transaction(async (trx) => {
        await find(trx, productId)
        if (!(await saveGuide(trx, productId, guide))) throw new DomainError('CURRICULUM_CHANGED')
        return find(trx, productId)
      }),
  }

  async function find(db: Knex, productId: string): Promise<OwnStudyGuide> {
    const found = await findGuide(db, productId)
    if (!found) throw new DomainError('NOT_FOUND')
    if (!hasGuide(found.type)) throw new DomainError('STATE_CONFLICT', { detail: 'only a course or a master has a study guide' })
    return { ...found.guide, version: found.version }
  }
}

const hasGuide = (type: string) => type === 'course' || type === 'master'
