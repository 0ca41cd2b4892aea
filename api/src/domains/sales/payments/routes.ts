import { testPayments } from '@e-events/shared/contract/sales/test-payments.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { ApiRouter, Bind } from '../../../http/bind.ts'
import type { HttpContext } from '../../../http/state.ts'
import type { TestProvider } from './test-provider.ts'

export interface PaymentRouteDeps {
  testProvider: TestProvider | undefined
  /** @throws DomainError NOT_FOUND for another provider, BAD_REQUEST for a notice that is not the provider's */
  receive(provider: string, body: string, signature: string): Promise<void>
}

export function paymentRoutes(router: ApiRouter, bind: Bind, { testProvider, receive }: PaymentRouteDeps): void {
  bind(router, testPayments, {
    get: ({ params }) => provider().show(params.id),
    pay: ({ params, body }) => provider().pay(params.id, body.card),
    confirm: ({ params, body }) => provider().confirm(params.id, body.approved),
  })
  // The door of the providers: no session, and the bytes that were signed.
  router.post('/api/payments/notices/:provider', async (ctx: HttpContext) => {
    ctx.state.route = '/api/payments/notices/:provider'
    const { rawBody } = ctx.request as { rawBody?: string }
    await receive((ctx['params'] as { provider: string }).provider, rawBody ?? '', ctx.get('payment-signature'))
    ctx.status = 204
  })

  function provider(): TestProvider {
    if (!testProvider) throw new DomainError('NOT_FOUND')
    return testProvider
  }
}
