import { moduleOfType } from '@e-events/shared/domain/product-rules.ts'
import type { Knex } from 'knex'

const modules = Object.entries(moduleOfType).map(([type, name]) => `('${type}', '${name}')`)

/** SQL of `p` (products): nobody could open it, because the module of its type is switched off. */
export const isModuleOff = `exists (select 1 from site_modules s where not s.is_active and (p.type, s.name) in (${modules.join(', ')}))`

export async function isSwitchedOff(knex: Knex, productId: string): Promise<boolean> {
  return (await knex('products as p').where('p.id', productId).whereRaw(isModuleOff).first('p.id')) !== undefined
}
