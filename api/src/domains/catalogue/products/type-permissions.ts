import type { Actor } from '../../../http/actor.ts'
import { isOfEveryOrganizer } from '@e-events/shared/domain/product-rules.ts'
import { productTypes, type ProductType } from '@e-events/shared/domain/states.ts'
import type { Knex } from 'knex'
import { writeAudit, type AuditContext } from '../../../db/audit-log.ts'
import type { ProductWrites } from './write-repository.ts'

export type ProducerTypes = ReturnType<typeof createProducerTypes>

/**
 * The setting `producerProductTypes`: what organizers may make. Products that exist stay as they are; open forms hear
 * of it.
 */
export function createProducerTypes(deps: { knex: Knex; writes: ProductWrites; announce: () => Promise<void> }) {
  const { knex, writes } = deps
  return {
    async read(reader: Actor): Promise<{ producer: ProductType[]; mine: ProductType[] }> {
      const producer = [...(await writes.producerTypes(knex))]
      return { producer, mine: reader.isAdmin ? [...productTypes] : await writes.typesOfProducers(knex) }
    },

    async set(wanted: readonly ProductType[], by: AuditContext): Promise<void> {
      const chosen = productTypes.filter((type) => wanted.includes(type) || isOfEveryOrganizer(type))
      await knex.transaction(async (trx) => {
        const before = await trx('site_config').forUpdate().first('producer_product_types')
        await trx('site_config').update({ producer_product_types: chosen })
        await writeAudit(trx, {
          ...by,
          action: 'config.update',
          subject: { type: 'config', id: 'product_types' },
          before: { producerProductTypes: before?.producer_product_types ?? [] },
          after: { producerProductTypes: chosen },
        })
      })
      await deps.announce()
    },
  }
}
