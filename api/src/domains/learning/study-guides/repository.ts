import type { StudyGuide } from '@e-events/shared/contract/learning/study-guides.ts'
import type { Knex } from 'knex'

/** Null where the product is gone. */
export async function findGuide(db: Knex, productId: string): Promise<{ type: string; guide: StudyGuide; version: number } | null> {
  const { rows } = await db.raw<{ rows: (StudyGuide & { type: string; version: number })[] }>(
    `select p.type, coalesce(d.requirements, '') as requirements, coalesce(d.program, '') as program, coalesce(d.guide_version, 0) as version,
       (select coalesce(jsonb_agg(jsonb_build_object('question', f.question, 'answer', f.answer) order by f.position), '[]')
        from faqs f where f.product_id = p.id) as faqs
     from products p left join course_details d on d.product_id = p.id where p.id = :productId`,
    { productId },
  )
  const [row] = rows
  if (!row) return null
  const { type, version, ...guide } = row
  return { type, version, guide }
}

/** False where another change came before. */
export async function saveGuide(
  trx: Knex,
  productId: string,
  { version, faqs, ...texts }: StudyGuide & { version: number },
): Promise<boolean> {
  await trx('course_details').insert({ product_id: productId }).onConflict('product_id').ignore()
  const changed = await trx('course_details')
    .where({ product_id: productId, guide_version: version })
    .update({ ...texts, guide_version: version + 1 })
  if (changed === 0) return false
  await trx('faqs').where({ product_id: productId }).delete()
  if (faqs.length > 0) await trx('faqs').insert(faqs.map((faq, position) => ({ ...faq, product_id: productId, position })))
  return true
}
