import type { DatasheetContent } from '@e-events/shared/contract/learning/datasheets.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import type { ProductStatus, ProductType } from '@e-events/shared/domain/states.ts'
import type { Knex } from 'knex'
import { prepared } from '../../../db/knex.ts'
import { toJson, type JsonText } from '../../../db/row.ts'
import type { DatasheetRow } from '../../../db/tables/learning.ts'
import { listedProductColumns, productCardJoins, type ListedProductRow } from '../../catalogue/read/product-card.ts'

/** A datasheet with the card of its product, whose columns of the same name are called differently. */
export interface ShownDatasheetRow extends ListedProductRow {
  status: ProductStatus
  product_language: Language
  channel_logo_file_id: string | null
  sheet: DatasheetRow
}

export interface ProductState {
  type: ProductType
  status: ProductStatus
}

export type DatasheetRepository = ReturnType<typeof createDatasheetRepository>

export function createDatasheetRepository(knex: Knex) {
  return {
    async findShown(productId: string, language: Language, now: Date): Promise<ShownDatasheetRow | undefined> {
      const [row] = await prepared<ShownDatasheetRow>(
        knex,
        'datasheet-shown',
        `select ${listedProductColumns}, p.status, p.language as product_language, c.logo_file_id as channel_logo_file_id,
           to_jsonb(d) as sheet
         from datasheets d join products p on p.id = d.product_id ${productCardJoins}
         where d.product_id = $3`,
        [language, now, productId],
      )
      // JSON knows no dates.
      return row && { ...row, sheet: { ...row.sheet, updated_at: new Date(row.sheet.updated_at) } }
    },

    async find(productId: string): Promise<DatasheetRow | undefined> {
      return knex('datasheets').where({ product_id: productId }).first()
    },

    /** Waits for whoever else saves or publishes this product. */
    async lockProduct(trx: Knex, id: string): Promise<ProductState | undefined> {
      return trx('products').where({ id }).forUpdate().first('type', 'status')
    },

    /** @returns false where the product has a datasheet already */
    async create(trx: Knex, productId: string, content: DatasheetContent): Promise<boolean> {
      const made = await trx('datasheets')
        .insert({ product_id: productId, ...toColumns(content) })
        .onConflict('product_id')
        .ignore()
        .returning('product_id')
      return made.length > 0
    },

    /** @returns false where the datasheet has another version */
    async update(trx: Knex, productId: string, version: number, content: DatasheetContent): Promise<boolean> {
      const changed = await trx('datasheets')
        .where({ product_id: productId, version })
        .update({ ...toColumns(content), version: version + 1 })
      return changed > 0
    },

    async remove(trx: Knex, productId: string): Promise<boolean> {
      return (await trx('datasheets').where({ product_id: productId }).delete()) > 0
    },
  }
}

type ContentColumns = Omit<DatasheetRow, 'product_id' | 'version' | 'created_at' | 'updated_at' | 'testimonials'> & {
  testimonials: JsonText
}

function toColumns({ relatedLinks, pedagogicalMethod, testimonials, ...same }: DatasheetContent): ContentColumns {
  return { ...same, related_links: relatedLinks, pedagogical_method: pedagogicalMethod, testimonials: toJson(testimonials) }
}
