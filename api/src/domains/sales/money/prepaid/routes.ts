import { prepaid } from '@e-events/shared/contract/sales/money/prepaid.ts'
import type { Order } from '@e-events/shared/contract/sales/orders.ts'
import type { ApiRouter, Bind } from '../../../../http/bind.ts'
import type { PrepaidHours } from './service.ts'

export function prepaidRoutes(
  router: ApiRouter,
  bind: Bind,
  { hours, order }: { hours: PrepaidHours; order(id: string, userId: string): Promise<Order> },
): void {
  bind(router, prepaid, {
    get: ({ user }) => hours.show(user.id),
    buy: async ({ body, user, language }) => order(await hours.buy(body, { userId: user.id, language }), user.id),
    async giveBack({ user }) {
      await hours.giveBack(user.id)
      return hours.show(user.id)
    },
  })
}
