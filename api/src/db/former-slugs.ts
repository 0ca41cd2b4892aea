import type { Knex } from 'knex'

/** Tables whose rows keep their former addresses. */
export type AddressedTable = 'entities' | 'pages' | 'speakers'

const owner = { entities: 'entity_id', pages: 'page_id', speakers: 'speaker_id' } as const

/** Its former address leads to it from now on; what led to somebody else by the new one does so no more. */
export async function keepFormerSlug(
  trx: Knex,
  table: AddressedTable,
  { id, from, to }: { id: string; from: string; to: string },
): Promise<void> {
  await releaseSlug(trx, table, to)
  await trx('former_slugs').insert({ [owner[table]]: id, slug: from })
}

/** An address that is somebody's now leads nowhere else. */
export async function releaseSlug(trx: Knex, table: AddressedTable, slug: string): Promise<void> {
  await trx('former_slugs').where({ slug }).whereNotNull(owner[table]).delete()
}
