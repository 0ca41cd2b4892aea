import { DomainError } from '@e-events/shared/errors.ts'
import type { Knex } from 'knex'
import { auditStaff, type Editor } from '../staff-audit.ts'
import type { ProductWrites } from '../write-repository.ts'
import { isComplete } from './policy.ts'
import { lockBundleItems, type BundleState } from './repository.ts'

export type Bundles = ReturnType<typeof createBundles>

/** Opens and ends the sale of a bundle. Access that was bought with it is not touched. */
export function createBundles({ knex, writes }: { knex: Knex; writes: ProductWrites }) {
  return {
    /** @throws DomainError EDIT_CONFLICT, BUNDLE_STATE (active already), BUNDLE_INCOMPLETE */
    activate: (id: string, editor: Editor) => move(id, 'active', editor),
    /** @throws DomainError EDIT_CONFLICT, BUNDLE_STATE (not active) */
    deactivate: (id: string, editor: Editor) => move(id, 'inactive', editor),
  }

  async function move(id: string, to: BundleState, editor: Editor): Promise<void> {
    await knex.transaction(async (trx) => {
      const product = await writes.edit(trx, id, editor.seen)
      if (product.bundle_state === to || (to === 'inactive' && product.bundle_state === null)) throw new DomainError('BUNDLE_STATE')
      if (to === 'active' && !isComplete(product, await lockBundleItems(trx, id))) throw new DomainError('BUNDLE_INCOMPLETE')
      await writes.update(trx, id, { bundle_state: to })
      const states = { before: { bundle_state: product.bundle_state }, after: { bundle_state: to } }
      await auditStaff(trx, { product, editor, action: 'update', ...states })
    })
  }
}
