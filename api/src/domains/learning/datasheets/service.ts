import { emptyDatasheet, type DatasheetContent } from '@e-events/shared/contract/learning/datasheets.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../adapters/clock.ts'
import type { DatasheetRow } from '../../../db/tables/learning.ts'
import type { Actor } from '../../../http/actor.ts'
import { assertMayRead } from '../../catalogue/read/may-read.ts'
import { findProductAccess } from '../../catalogue/read/product-access.ts'
import { toContent } from './presenter.ts'
import type { DatasheetRepository, ShownDatasheetRow } from './repository.ts'

/** Parts of a content; what is undefined was not sent. */
type Given = { [Name in keyof DatasheetContent]?: DatasheetContent[Name] | undefined }

export type Datasheets = ReturnType<typeof createDatasheets>

export interface DatasheetDeps {
  knex: Knex
  repository: DatasheetRepository
  clock: Clock
  /** @throws DomainError MODULE_INACTIVE */
  assertModule(id: 'datasheets'): Promise<void>
}

/** Every function: @throws DomainError MODULE_INACTIVE. */
export function createDatasheets({ knex, repository, clock, assertModule }: DatasheetDeps) {
  const assertActive = () => assertModule('datasheets')
  return {
    /** @throws DomainError NOT_FOUND, TICKET_REQUIRED, TICKET_OF_SESSION, SUBSCRIPTION_REQUIRED, NOT_PURCHASABLE */
    async get(slug: string, reader: Actor, language: Language): Promise<ShownDatasheetRow> {
      await assertActive()
      const now = clock.now()
      const access = await findProductAccess(knex, slug, reader.id)
      if (!access || access.type !== 'datasheet') throw new DomainError('NOT_FOUND')
      assertMayRead(access, reader, now)
      const row = await repository.findShown(access.id, language, now)
      if (!row) throw new DomainError('NOT_FOUND')
      return row
    },

    async getOwn(productId: string): Promise<DatasheetRow | undefined> {
      await assertActive()
      return repository.find(productId)
    },

    /** @throws DomainError NOT_FOUND, STATE_CONFLICT, DATASHEET_EXISTS */
    async create(slug: string, content: Given, author: Actor): Promise<DatasheetRow | undefined> {
      await assertActive()
      const product = await findProductAccess(knex, slug, author.id)
      if (!product || (product.owner_id !== author.id && !author.isAdmin)) throw new DomainError('NOT_FOUND')
      await knex.transaction(async (trx) => {
        const locked = await repository.lockProduct(trx, product.id)
        if (!locked) throw new DomainError('NOT_FOUND')
        if (locked.type !== 'datasheet') throw new DomainError('STATE_CONFLICT', { detail: `a ${locked.type} has no datasheet` })
        if (!(await repository.create(trx, product.id, withGiven(emptyDatasheet, content)))) throw new DomainError('DATASHEET_EXISTS')
      })
      return repository.find(product.id)
    },

    /** @throws DomainError NOT_FOUND, EDIT_CONFLICT, DATASHEET_EMPTY */
    async update(productId: string, version: number, change: Given): Promise<DatasheetRow | undefined> {
      await assertActive()
      await knex.transaction(async (trx) => {
        const product = await repository.lockProduct(trx, productId)
        const before = await repository.find(productId)
        if (!product || !before) throw new DomainError('NOT_FOUND')
        if (before.version !== version) throw new DomainError('EDIT_CONFLICT')
        const content = withGiven(toContent(before), change)
        if (product.status !== 'draft' && isEmpty(content)) throw new DomainError('DATASHEET_EMPTY')
        if (!(await repository.update(trx, productId, version, content))) throw new DomainError('EDIT_CONFLICT')
      })
      return repository.find(productId)
    },

    /** @throws DomainError NOT_FOUND, PRODUCT_FROZEN (it is published, so that people may have it) */
    async remove(productId: string): Promise<void> {
      await assertActive()
      await knex.transaction(async (trx) => {
        const product = await repository.lockProduct(trx, productId)
        if (product && product.status !== 'draft') throw new DomainError('PRODUCT_FROZEN')
        if (!(await repository.remove(trx, productId))) throw new DomainError('NOT_FOUND')
      })
    },
  }
}

/** The rule that publishing checks too (`hasSheet`). */
function isEmpty({ abstract, resources, relatedLinks }: DatasheetContent): boolean {
  return abstract === '' && resources === '' && relatedLinks.length === 0
}

function withGiven(content: DatasheetContent, given: Given): DatasheetContent {
  return {
    ...content,
    ...(Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<DatasheetContent>),
  }
}
