import { stock } from '@e-events/shared/contract/sales/stock.ts'
import type { Knex } from 'knex'
import type { ApiRouter, Bind } from '../../../http/bind.ts'
import { figuresOf } from './repository.ts'
import type { WaitingList } from './waiting-list.ts'

export function stockRoutes(router: ApiRouter, bind: Bind, deps: { knex: Knex; waitingList: WaitingList }): void {
  const { waitingList } = deps
  bind(router, stock, {
    async figures({ owned }) {
      const figures = await figuresOf(deps.knex, owned.id)
      const { stock: all, sold, held } = figures
      return { ...figures, left: all === null ? null : Math.max(0, all - sold - held) }
    },
    waiting: async ({ params, user }) => ({ entry: await waitingList.show(params.slug, user.id) }),
    join: async ({ params, user }) => ({ entry: await waitingList.join(params.slug, user.id) }),
    leave: async ({ params, user }) => ({ entry: await waitingList.leave(params.slug, user.id) }),
  })
}
