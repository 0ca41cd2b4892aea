import type { createPageBody, updatePageBody } from '@e-events/shared/contract/storefront/pages.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { Knex } from 'knex'
import type { z } from 'zod'
import { writeAudit, type AuditContext } from '../../../db/audit-log.ts'
import type { PageRow, PageUpdate } from '../../../db/tables/storefront.ts'
import { isSlugRefusal, type PlacesQuery } from './addressed.ts'
import { insertWithSlug } from '../../../db/slug.ts'
import { isVisible, type PageReader } from './policy.ts'
import type { ListedPageRow, PageRepository, ShownPageRow } from './repository.ts'

export type Pages = ReturnType<typeof createPages>

export function createPages(deps: { knex: Knex; repository: PageRepository }) {
  const { knex, repository } = deps
  return {
    async list(query: PlacesQuery) {
      const [rows, total] = await Promise.all([repository.list(query), repository.count(query)])
      return { rows, total }
    },
    /** For a file, batch by batch. */
    rows: repository.list,

    /** @throws DomainError NOT_FOUND, also for what is not published or not for this reader */
    async show(slug: string, reader: PageReader | null): Promise<ShownPageRow> {
      const row = await repository.findShown(slug)
      if (!row || !isVisible(row, reader)) throw new DomainError('NOT_FOUND')
      return row
    },

    /** @throws DomainError SLUG_TAKEN */
    async create({ name, slug, audience }: z.output<typeof createPageBody>, by: AuditContext): Promise<ListedPageRow> {
      const row = await insertWithSlug({ slug, title: name, taken: repository.slugsLike }, (free) =>
        repository.insert({ name, slug: free, audience }),
      )
      await writeAudit(knex, { ...by, action: 'page.create', subject: { type: 'page', id: row.id }, before: null, after: facts(row) })
      return { ...row, has_draft: false }
    },

    /** @throws DomainError NOT_FOUND, SLUG_TAKEN */
    async update(id: string, body: z.output<typeof updatePageBody>, by: AuditContext): Promise<ListedPageRow> {
      try {
        await knex.transaction(async (trx) => {
          const row = await repository.lock(trx, id)
          if (!row) throw new DomainError('NOT_FOUND')
          const after = await repository.update(trx, row, toChange(body))
          await writeAudit(trx, { ...by, action: 'page.update', subject: { type: 'page', id }, before: facts(row), after: facts(after) })
        })
      } catch (error) {
        throw isSlugRefusal(error) ? new DomainError('SLUG_TAKEN', { cause: error }) : error
      }
      const row = await repository.find(id)
      if (!row) throw new DomainError('NOT_FOUND')
      return row
    },

    /** @throws DomainError NOT_FOUND */
    async delete(id: string, by: AuditContext): Promise<void> {
      await knex.transaction(async (trx) => {
        const row = await repository.lock(trx, id)
        if (!row) throw new DomainError('NOT_FOUND')
        await repository.delete(trx, id)
        await writeAudit(trx, { ...by, action: 'page.delete', subject: { type: 'page', id }, before: facts(row), after: null })
      })
    },
  }
}

function toChange({ name, slug, isPublished, audience }: z.output<typeof updatePageBody>): PageUpdate & { slug?: string } {
  return {
    ...(name === undefined ? {} : { name }),
    ...(slug === undefined ? {} : { slug }),
    ...(isPublished === undefined ? {} : { is_published: isPublished }),
    ...(audience === undefined ? {} : { audience }),
  }
}

/** Values that the audit log compares. */
function facts({ name, slug, is_published: isPublished, audience }: PageRow): object {
  return { name, slug, isPublished, audience }
}
