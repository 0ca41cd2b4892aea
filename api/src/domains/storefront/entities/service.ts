import type { createEntityBody, updateEntityBody } from '@e-events/shared/contract/storefront/entities.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { Knex } from 'knex'
import type { z } from 'zod'
import { writeAudit, type AuditContext } from '../../../db/audit-log.ts'
import { isSlugRefusal, type PlacesQuery } from '../pages/addressed.ts'
import { insertWithSlug } from '../../../db/slug.ts'
import type { EntityRepository, EntityWithMembers, ShownEntityRow } from './repository.ts'

export type Entities = ReturnType<typeof createEntities>

/** A house with a home page of its own, edited by the organizers who are its members. */
export function createEntities(deps: { knex: Knex; repository: EntityRepository }) {
  const { knex, repository } = deps
  return {
    async list(query: PlacesQuery) {
      const [rows, total] = await Promise.all([repository.list(query), repository.count(query)])
      return { rows, total }
    },
    /** For a file, batch by batch. */
    rows: repository.list,

    listOwn: repository.listOwn,

    /** @throws DomainError NOT_FOUND */
    async show(slug: string): Promise<ShownEntityRow> {
      const row = await repository.findShown(slug)
      if (!row) throw new DomainError('NOT_FOUND')
      return row
    },

    /** @throws DomainError SLUG_TAKEN, VALIDATION_FAILED for a member who is no organizer */
    async create({ name, slug, memberIds }: z.output<typeof createEntityBody>, by: AuditContext): Promise<EntityWithMembers> {
      await assertOrganizers(memberIds)
      const { id } = await insertWithSlug({ slug, title: name, taken: repository.slugsLike }, (free) =>
        repository.insert({ name, slug: free, memberIds }),
      )
      const row = await get(id)
      await writeAudit(knex, { ...by, action: 'entity.create', subject: { type: 'entity', id }, before: null, after: facts(row) })
      return row
    },

    /** @throws DomainError NOT_FOUND, SLUG_TAKEN, VALIDATION_FAILED for a member who is no organizer */
    async update(slug: string, { memberIds, ...body }: z.output<typeof updateEntityBody>, by: AuditContext): Promise<EntityWithMembers> {
      if (memberIds) await assertOrganizers(memberIds)
      try {
        return await knex.transaction(async (trx) => {
          const row = await repository.lock(trx, slug)
          if (!row) throw new DomainError('NOT_FOUND')
          const { name, slug: wanted } = body
          await repository.update(trx, row, { ...(name === undefined ? {} : { name }), ...(wanted === undefined ? {} : { slug: wanted }) })
          if (memberIds) await repository.setMembers(trx, row.id, memberIds)
          const after = await repository.lock(trx, wanted ?? slug)
          if (!after) throw new Error('the entity is gone')
          const subject = { type: 'entity', id: row.id } as const
          await writeAudit(trx, { ...by, action: 'entity.update', subject, before: facts(row), after: facts(after) })
          return after
        })
      } catch (error) {
        throw isSlugRefusal(error) ? new DomainError('SLUG_TAKEN', { cause: error }) : error
      }
    },

    /** @throws DomainError NOT_FOUND */
    async delete(slug: string, by: AuditContext): Promise<void> {
      await knex.transaction(async (trx) => {
        const row = await repository.lock(trx, slug)
        if (!row) throw new DomainError('NOT_FOUND')
        await repository.delete(trx, row.id)
        await writeAudit(trx, { ...by, action: 'entity.delete', subject: { type: 'entity', id: row.id }, before: facts(row), after: null })
      })
    },
  }

  async function get(id: string): Promise<EntityWithMembers> {
    const row = await repository.find(id)
    if (!row) throw new DomainError('NOT_FOUND')
    return row
  }

  async function assertOrganizers(ids: readonly string[]): Promise<void> {
    const known = await repository.organizersAmong(ids)
    const issues = ids.flatMap((id, index) =>
      known.has(id) ? [] : [{ path: `body.memberIds.${index}`, rule: 'organizer', message: 'not an organizer' }],
    )
    if (issues.length > 0) throw new DomainError('VALIDATION_FAILED', { issues })
  }
}

/** Values that the audit log compares. */
function facts({ name, slug, members }: EntityWithMembers): object {
  return { name, slug, members: members.map(({ id }) => id).toSorted() }
}
