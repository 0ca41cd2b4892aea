import type { ProductType } from '@e-events/shared/domain/states.ts'
import type { Knex } from 'knex'

/** The product that a file is sent for, and whose it is. */
export async function findUploadTarget(knex: Knex, slug: string): Promise<{ id: string; ownerId: string; type: ProductType } | undefined> {
  return knex('products as p')
    .join('channels as c', 'c.id', 'p.channel_id')
    .where('p.slug', slug)
    .first('p.id', 'c.owner_id as ownerId', 'p.type') as Promise<{ id: string; ownerId: string; type: ProductType } | undefined>
}
