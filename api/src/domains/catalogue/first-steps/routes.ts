import { firstSteps, type FirstSteps } from '@e-events/shared/contract/catalogue/first-steps.ts'
import type { ApiRouter, Bind } from '../../../http/bind.ts'
import type { FirstStepsRow } from './repository.ts'

export function firstStepRoutes(router: ApiRouter, bind: Bind, deps: { findFirstSteps: (userId: string) => Promise<FirstStepsRow> }): void {
  bind(router, firstSteps, { get: async ({ user }) => toFirstSteps(await deps.findFirstSteps(user.id)) })
}

function toFirstSteps(row: FirstStepsRow): FirstSteps {
  return {
    steps: [
      { id: 'channel', done: row.has_channel },
      { id: 'approval', done: row.is_approved },
      { id: 'payout', done: row.can_be_paid },
      { id: 'product', done: row.has_published },
      { id: 'broadcast', done: row.has_broadcast },
    ],
    channelSlug: row.channel_slug,
    draft:
      row.draft_slug === null || row.draft_channel_slug === null ? null : { channelSlug: row.draft_channel_slug, slug: row.draft_slug },
  }
}
