import type { Actor } from '../../../http/actor.ts'
import type { createSpeakerBody, updateSpeakerBody } from '@e-events/shared/contract/catalogue/speakers.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { Knex } from 'knex'
import type { z } from 'zod'
import { writeAudit, type AuditContext } from '../../../db/audit-log.ts'
import { toJson } from '../../../db/row.ts'
import type { SpeakerRow, SpeakerUpdate } from '../../../db/tables/catalogue.ts'
import { assertUsableImages } from '../../media/read/usable-images.ts'
import { assertTranslations, toLanguageChange } from '../read/own-words.ts'
import { insertWithSlug } from '../../../db/slug.ts'
import type { Position, SpeakerFilters } from './list-query.ts'
import { toAuditable } from './presenter.ts'
import type { ListedSpeakerRow, OwnSpeakerRow, SpeakerRepository, UseRow } from './repository.ts'

export type Speakers = ReturnType<typeof createSpeakers>
type ActContext = AuditContext & { actorId: string }

const exportBatch = 1_000
/** Products that an answer names; more than anybody reads. */
const usesShown = 50

export function createSpeakers(deps: { knex: Knex; repository: SpeakerRepository }) {
  const { knex, repository } = deps
  return {
    list: repository.list,

    /** A speaker without any public mention is visible to its owner and to staff only.
     * @throws DomainError NOT_FOUND */
    async get(slug: string, language: Language, actor: Actor | null): Promise<SpeakerRow> {
      const row = await repository.findBySlug(slug, language)
      const isOwn = actor !== null && (actor.isAdmin || row?.owner_id === actor.id)
      if (!row || !(row.is_named || isOwn)) throw new DomainError('NOT_FOUND')
      return row
    },

    /** @throws DomainError NOT_FOUND */
    async getOwn(id: string): Promise<{ row: OwnSpeakerRow; uses: UseRow[] }> {
      const [row, uses] = await Promise.all([repository.findOwn(id), repository.uses(knex, id, usesShown)])
      if (!row) throw new DomainError('NOT_FOUND')
      return { row, uses }
    },

    async listOwn(
      filters: SpeakerFilters,
      actor: Actor,
      page: { after: Position | undefined; limit: number },
    ): Promise<{ rows: ListedSpeakerRow[]; total: number }> {
      const ownerId = scopeOf(actor)
      const [rows, total] = await Promise.all([repository.listOwn(filters, ownerId, page), repository.countOwn(filters, ownerId)])
      return { rows, total }
    },

    /** All that the filter leaves, in its order. */
    async *every(filters: SpeakerFilters, actor: Actor): AsyncGenerator<ListedSpeakerRow[]> {
      let after: Position | undefined
      for (;;) {
        const rows = await repository.listOwn(filters, scopeOf(actor), { after, limit: exportBatch })
        if (rows.length > 0) yield rows
        const last = rows.at(-1)
        if (!last || rows.length < exportBatch) return
        after = { value: last.sort_text, id: last.id }
      }
    },

    /** @throws DomainError SLUG_TAKEN, VALIDATION_FAILED */
    async create(actor: Actor, body: z.output<typeof createSpeakerBody>): Promise<string> {
      await assertUsableImages(knex, actor, { imageId: body.imageId })
      const { slug, language, ...fields } = body
      assertTranslations(language, body.translations)
      const row = await insertWithSlug({ slug, title: body.name, taken: repository.slugsLike }, (free) =>
        repository.insert({ ...toChange(fields), name: body.name, owner_id: actor.id, slug: free, language }),
      )
      return row.id
    },

    /** @throws DomainError NOT_FOUND, SLUG_TAKEN, VALIDATION_FAILED */
    async update(id: string, body: z.output<typeof updateSpeakerBody>, actor: Actor, by: ActContext): Promise<void> {
      await knex.transaction(async (trx) => {
        const before = await repository.lock(trx, id)
        if (!before) throw new DomainError('NOT_FOUND')
        await assertUsableImages(trx, actor, { imageId: body.imageId }, [before.image_file_id])
        const after = await repository.update(trx, before, { ...toChange(body), ...toLanguageChange(before, body) })
        if (after === 'taken') throw new DomainError('SLUG_TAKEN')
        const subject = { type: 'speaker', id } as const
        await writeAudit(trx, { ...by, action: 'speaker.update', subject, before: toAuditable(before), after: toAuditable(after) })
      })
    },

    /** @throws DomainError NOT_FOUND, SPEAKER_IN_USE with an issue for each product that names it */
    async remove(id: string, by: ActContext): Promise<void> {
      await knex.transaction(async (trx) => {
        const before = await repository.lock(trx, id)
        if (!before) throw new DomainError('NOT_FOUND')
        if (!(await repository.remove(trx, id))) {
          const uses = await repository.uses(trx, id, usesShown)
          throw new DomainError('SPEAKER_IN_USE', {
            issues: uses.map(({ slug, title }) => ({ path: `products.${slug}`, rule: 'used_by', message: title })),
          })
        }
        await writeAudit(trx, {
          ...by,
          action: 'speaker.remove',
          subject: { type: 'speaker', id },
          before: toAuditable(before),
          after: null,
        })
      })
    },
  }
}

/** An administrator sees everybody's. */
function scopeOf({ id, isAdmin }: Actor): string | undefined {
  return isAdmin ? undefined : id
}

function toChange(body: z.output<typeof updateSpeakerBody>): SpeakerUpdate {
  const change: SpeakerUpdate = {}
  if (body.name !== undefined) change.name = body.name
  if (body.title !== undefined) change.title = body.title
  if (body.slug !== undefined) change.slug = body.slug
  if (body.bio !== undefined) change.bio = body.bio
  if (body.translations) change.translations = toJson(body.translations)
  if (body.imageId !== undefined) change.image_file_id = body.imageId
  if (body.links) for (const [kind, url] of Object.entries(body.links)) Object.assign(change, { [`${kind}_url`]: url })
  return change
}
