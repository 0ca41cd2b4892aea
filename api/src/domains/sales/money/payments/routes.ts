import { paymentChecks } from '@e-events/shared/contract/sales/money/payment-checks.ts'
import { paying } from '@e-events/shared/contract/sales/money/paying.ts'
import { testPayments } from '@e-events/shared/contract/sales/money/test-payments.ts'
import { savedCards } from '@e-events/shared/contract/sales/money/saved-cards.ts'
import { paths } from '@e-events/shared/domain/addresses.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import { limits } from '@e-events/shared/limits.ts'
import { auditContextOf } from '../../../../http/audit-context.ts'
import type { ApiRouter, Bind } from '../../../../http/bind.ts'
import type { HttpContext } from '../../../../http/state.ts'
import type { CheckConnection } from './check-connection.ts'
import type { createOpenStep } from './open-step.ts'
import type { NoticeSender, ReceiveNotice } from './receive-notice.ts'
import { toSavedCard, type SavedCards } from './saved-cards.ts'
import type { TestProvider } from './test-provider.ts'

export interface PaymentRouteDeps {
  testProvider: TestProvider | undefined
  receive: ReceiveNotice
  openStep: ReturnType<typeof createOpenStep>
  checkConnection: CheckConnection
  savedCards: SavedCards
}

export function paymentRoutes(router: ApiRouter, bind: Bind, deps: PaymentRouteDeps): void {
  const { testProvider, openStep, receive } = deps
  bind(router, testPayments, {
    get: ({ params }) => provider().show(params.id),
    pay: ({ params, body }) => provider().pay(params.id, body.card),
    confirm: ({ params, body }) => provider().confirm(params.id, body.approved),
    dispute: ({ params, body }) => provider().dispute(params.id, body.outcome),
  })
  bind(router, paying, { open: ({ params, user, client }) => openStep(params.id, { userId: user.id, address: client.address }) })
  bind(router, paymentChecks, { run: (call) => deps.checkConnection(call.body.provider, auditContextOf(call)) })
  bind(router, savedCards, {
    list: async ({ user }) => ({ items: (await deps.savedCards.list(user.id)).map(toSavedCard) }),
    remove: ({ params, user }) => deps.savedCards.remove(user.id, params.id),
  })
  // The door of the providers: no session, and the bytes that were signed.
  router.post('/api/payments/notices/:provider', async (ctx: HttpContext) => {
    ctx.state.route = '/api/payments/notices/:provider'
    const body = await rawBody(ctx)
    await receive((ctx['params'] as { provider: string }).provider, { body, header: (name) => ctx.get(name), from: senderOf(ctx) })
    ctx.status = 204
  })

  // Buyers who come back from the card terminal bring its answer along, in case its notice was lost.
  router.get('/api/payments/returns/pos', async (ctx: HttpContext) => {
    ctx.state.route = '/api/payments/returns/pos'
    const { to } = ctx.query
    await receive('pos', { body: ctx.querystring, header: () => '', from: senderOf(ctx) })
    ctx.status = 303
    ctx.set('location', typeof to === 'string' && isOwnPath(to) ? to : paths.myOrders)
  })

  function provider(): TestProvider {
    if (!testProvider) throw new DomainError('NOT_FOUND')
    return testProvider
  }
}

const senderOf = (ctx: HttpContext): NoticeSender => {
  const { requestId, address } = auditContextOf({ user: null, requestId: ctx.state.requestId, client: { address: ctx.ip } })
  return { requestId, address }
}

/** A path of this site, and no way to another one. */
const isOwnPath = (path: string): boolean => /^\/(?![/\\])[^\\]*$/.test(path)

/** The bytes as they came: JSON was read already, a form was not. @throws DomainError PAYLOAD_TOO_LARGE */
async function rawBody(ctx: HttpContext): Promise<string> {
  const { rawBody: read } = ctx.request as { rawBody?: string }
  if (read !== undefined) return read
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of ctx.req as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > limits.paymentNoticeBytes) throw new DomainError('PAYLOAD_TOO_LARGE')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
