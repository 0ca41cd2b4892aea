import type { Language } from '@e-events/shared/domain/language.ts'
import { limits } from '@e-events/shared/limits.ts'
import type { Knex } from 'knex'
import { prepared } from '../../../../db/knex.ts'
import { listedProductColumns, productCardJoins, type ListedProductRow } from '../../read/product-card.ts'

interface Saving {
  user_id: string
  product_id: string
}

export async function isSaved(db: Knex, saving: Saving): Promise<boolean> {
  return (await db('saved_products').where(saving).first('product_id')) !== undefined
}

/** False where the account has saved as many as it may. Saving again changes nothing. */
export async function save(trx: Knex, saving: Saving & { saved_at: Date }): Promise<boolean> {
  // The row of the account makes the number one that holds.
  await trx('users').where({ id: saving.user_id }).forUpdate().first('id')
  const { rows } = await trx.raw<{ rows: { others: number }[] }>(
    'select count(*)::int as others from saved_products where user_id = ? and product_id <> ?',
    [saving.user_id, saving.product_id],
  )
  if ((rows[0]?.others ?? 0) >= limits.savedProducts) return false
  await trx('saved_products').insert(saving).onConflict(['user_id', 'product_id']).ignore()
  return true
}

export async function drop(db: Knex, saving: Saving): Promise<void> {
  await db('saved_products').where(saving).delete()
}

export async function dropAll(trx: Knex, userId: string): Promise<void> {
  await trx('saved_products').where({ user_id: userId }).delete()
}

export function listSaved(db: Knex, userId: string, { language, now }: { language: Language; now: Date }): Promise<ListedProductRow[]> {
  return prepared<ListedProductRow>(
    db,
    'saved-products',
    `select ${listedProductColumns} from saved_products v join products p on p.id = v.product_id ${productCardJoins}
     where v.user_id = $3 and p.status = 'published' and c.status = 'published' order by v.saved_at desc, p.id`,
    [language, now, userId],
  )
}
