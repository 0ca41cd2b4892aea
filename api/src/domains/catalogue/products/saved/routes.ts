import { savedProducts } from '@e-events/shared/contract/catalogue/products.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../../adapters/clock.ts'
import type { Actor } from '../../../../http/actor.ts'
import type { ApiRouter, Bind } from '../../../../http/bind.ts'
import { findProductAccess, isKnownTo } from '../../read/product-access.ts'
import { toListedProduct } from '../../read/product-card.ts'
import { drop, isSaved, listSaved, save } from './repository.ts'

export function savedProductRoutes(router: ApiRouter, bind: Bind, { knex, clock }: { knex: Knex; clock: Clock }): void {
  async function savingOf(slug: string, viewer: Actor) {
    const access = await findProductAccess(knex, slug, viewer.id)
    if (!access || !isKnownTo(access, viewer, clock.now())) throw new DomainError('NOT_FOUND')
    return { user_id: viewer.id, product_id: access.id }
  }
  bind(router, savedProducts, {
    list: async ({ user, language }) => ({
      items: (await listSaved(knex, user.id, { language, now: clock.now() })).map((row) => toListedProduct(row)),
    }),
    get: async ({ params, user }) => ({ isSaved: await isSaved(knex, await savingOf(params.slug, user)) }),
    async set({ params, body, user }) {
      const saving = await savingOf(params.slug, user)
      if (!body.isSaved) await drop(knex, saving)
      else if (!(await knex.transaction((trx) => save(trx, { ...saving, saved_at: clock.now() })))) throw new DomainError('STATE_CONFLICT')
      return body
    },
  })
}
