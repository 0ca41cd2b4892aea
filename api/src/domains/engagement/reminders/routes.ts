import { reminders } from '@e-events/shared/contract/engagement/reminders.ts'
import type { ApiRouter, Bind } from '../../../http/bind.ts'
import type { Reminders } from './service.ts'

export function reminderRoutes(router: ApiRouter, bind: Bind, deps: { reminders: Reminders }): void {
  bind(router, reminders, {
    get: ({ params, user }) => deps.reminders.get(params.slug, user),
    set: ({ params, user, body }) => deps.reminders.set(params.slug, user, body.isWanted),
  })
}
