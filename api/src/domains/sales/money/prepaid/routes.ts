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
    get: ({ user, client }) => hours.show(user.id, client.region),
    buy: async ({ body, user, client, language }) =>
      order(await hours.buy(body, { userId: user.id, language, region: client.region }), user.id),
    async giveBack({ user, client }) {
      await hours.giveBack(user.id)
      return hours.show(user.id, client.region)
    },
  })
}
