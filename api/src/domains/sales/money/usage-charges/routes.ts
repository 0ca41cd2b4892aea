import { usage } from '@e-events/shared/contract/sales/money/usage.ts'
import type { ApiRouter, Bind } from '../../../../http/bind.ts'
import type { ReadShowUsage } from './show-usage.ts'

export function usageRoutes(router: ApiRouter, bind: Bind, { showUsage }: { showUsage: ReadShowUsage }): void {
  bind(router, usage, { show: ({ owned }) => showUsage(owned.id) })
}
