import { gifts } from '@e-events/shared/contract/sales/gifts.ts'
import type { ApiRouter, Bind } from '../../../http/bind.ts'
import { toGift } from './presenter.ts'
import type { Gifts } from './service.ts'

export function giftRoutes(router: ApiRouter, bind: Bind, deps: { gifts: Gifts }): void {
  bind(router, gifts, {
    resend: async ({ params, body, user }) =>
      toGift(await deps.gifts.resend(params.id, { userId: user.id, recipientEmail: body.recipientEmail })),
  })
}
