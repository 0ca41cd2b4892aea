import { usage } from '@e-events/shared/contract/sales/money/usage.ts'
import type { ApiRouter, Bind } from '../../../../http/bind.ts'
import type { ShowPlans } from '../prepaid/show-plans.ts'
import type { ReadShowUsage } from './show-usage.ts'

export function usageRoutes(router: ApiRouter, bind: Bind, { showUsage, plans }: { showUsage: ReadShowUsage; plans: ShowPlans }): void {
  bind(router, usage, {
    show: ({ owned }) => showUsage(owned.id, owned.ownerId),
    async choosePlan({ owned, body }) {
      await plans.choose(owned.id, body.plan)
      return showUsage(owned.id, owned.ownerId)
    },
  })
}
