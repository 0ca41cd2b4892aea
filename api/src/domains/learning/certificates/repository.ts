import type { Language } from '@e-events/shared/domain/language.ts'
import type { ProductType } from '@e-events/shared/domain/states.ts'
import type { Knex } from 'knex'
import { prepared } from '../../../db/knex.ts'
import { toJson } from '../../../db/row.ts'
import type { UserRow } from '../../../db/tables/people.ts'
import type { CertificateInsert, CertificateRow } from '../../../db/tables/learning.ts'
import { productText } from '../../catalogue/read/product-card.ts'
import { durationOf } from '../courses/repository.ts'

/** A certificate with its product, where that still exists. */
export interface FoundCertificate extends CertificateRow {
  slug: string | null
  type: ProductType | null
  owner_id: string | null
}

export interface CertifiedProduct {
  title: string
  channel_slug: string
  channel_title: string
  lessons: number
  video_ms: number
}

export type CertificateRepository = ReturnType<typeof createCertificateRepository>

/** SQL: lessons of a course, or of the courses of a master that learners see. $2: the product. */
const lessons = `select l.id, l.kind, l.source_product_id from lessons l join course_modules m on m.id = l.module_id
  where m.product_id = $2 or m.product_id in
    (select mc.course_id from master_courses mc join products c on c.id = mc.course_id where mc.master_id = $2 and c.status <> 'draft')`

const productSql = `select ${productText.title} as title, c.slug as channel_slug, c.title as channel_title,
    (select count(*)::int from (${lessons}) l) as lessons,
    (select coalesce(sum(${durationOf}), 0)::int8 from (${lessons}) l) as video_ms
  from products p join channels c on c.id = p.channel_id where p.id = $2`

export function createCertificateRepository(knex: Knex) {
  const certificates = (db: Knex) =>
    db('certificates as z')
      .leftJoin('products as p', 'p.id', 'z.product_id')
      .leftJoin('channels as c', 'c.id', 'p.channel_id')
      .select<FoundCertificate[]>('z.*', 'p.slug', 'p.type', 'c.owner_id')

  return {
    async typeOf(productId: string): Promise<ProductType | undefined> {
      return (await knex('products').where({ id: productId }).first('type'))?.type
    },

    async isGiven(db: Knex, productId: string): Promise<boolean> {
      return (await db('course_details').where({ product_id: productId }).first('gives_certificate'))?.gives_certificate ?? false
    },

    async setGiven(productId: string, given: boolean): Promise<void> {
      await knex('course_details')
        .insert({ product_id: productId, gives_certificate: given })
        .onConflict('product_id')
        .merge(['gives_certificate'])
    },

    async findProduct(db: Knex, productId: string, language: Language): Promise<CertifiedProduct> {
      const [row] = await prepared<CertifiedProduct>(db, 'certified-product', productSql, [language, productId])
      if (!row) throw new Error('the product is gone')
      return row
    },

    /** False where the account has one of this product already. */
    async insert(trx: Knex, { credential, ...row }: Omit<CertificateInsert, 'credential'> & { credential: object }): Promise<boolean> {
      const made = await trx('certificates')
        .insert({ ...row, credential: toJson(credential) })
        .onConflict(['user_id', 'product_id'])
        .ignore()
        .returning('id')
      return made.length > 0
    },

    findOf: (db: Knex, userId: string, productId: string): Promise<FoundCertificate | undefined> =>
      certificates(db).where({ 'z.user_id': userId, 'z.product_id': productId }).first(),

    find: (db: Knex, id: string): Promise<FoundCertificate | undefined> => certificates(db).where({ 'z.id': id }).first(),

    lock: (trx: Knex, id: string) => trx('certificates').where({ id }).forUpdate().first('id'),

    listOf: (userId: string): Promise<FoundCertificate[]> =>
      certificates(knex).where({ 'z.user_id': userId }).orderBy('z.issued_at', 'desc'),

    async setRevocation(
      trx: Knex,
      id: string,
      revocation: Pick<CertificateRow, 'revoked_at' | 'revoked_reason' | 'revoked_by'>,
    ): Promise<void> {
      await trx('certificates').where({ id }).update(revocation)
    },

    /** Whether a ticket of the product, or of a master that holds it, was taken back: its money went back. */
    async wasTakenBack(db: Knex, userId: string, productId: string): Promise<boolean> {
      const row = await db('tickets')
        .where({ user_id: userId })
        .whereNotNull('revoked_at')
        .whereNot({ revoked_reason: 'expired' })
        .where(
          (of) =>
            void of
              .where({ product_id: productId })
              .orWhereIn('product_id', db('master_courses').where({ course_id: productId }).select('master_id')),
        )
        .first('id')
      return row !== undefined
    },

    async findHolder(db: Knex, userId: string): Promise<Pick<UserRow, 'id' | 'name' | 'email' | 'locale'>> {
      const row = await db('users').where({ id: userId }).first('id', 'name', 'email', 'locale')
      if (!row) throw new Error('the holder is gone')
      return row
    },

    nameOf: async (userId: string): Promise<string> => {
      const row = await knex('users').where({ id: userId }).first('name', 'surname')
      return row ? `${row.name} ${row.surname}`.trim() : ''
    },
  }
}
