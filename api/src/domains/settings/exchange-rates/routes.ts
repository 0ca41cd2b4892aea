import { exchangeRates } from '@e-events/shared/contract/settings/exchange-rates.ts'
import { auditContextOf } from '../../../http/audit-context.ts'
import { etagOf, type ApiRouter, type Bind } from '../../../http/bind.ts'
import type { ExchangeRateService } from './service.ts'

export function exchangeRateRoutes(router: ApiRouter, bind: Bind, deps: { exchangeRates: ExchangeRateService }): void {
  bind(router, exchangeRates, {
    get: () => deps.exchangeRates.get(),
    update: (call) =>
      deps.exchangeRates.update(call.body.rates, {
        by: auditContextOf(call),
        isStale: (present) => call.ifMatch !== undefined && call.ifMatch !== etagOf(exchangeRates.get, present),
      }),
  })
}
