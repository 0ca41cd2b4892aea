import { opportunities, type Opportunity } from '@e-events/shared/contract/sales/opportunities.ts'
import type { Clock } from '../../../adapters/clock.ts'
import { cursorKey, decodeCursor, toPage } from '../../../db/cursor.ts'
import type { ApiRouter, Bind } from '../../../http/bind.ts'
import { followUpOf } from './policy.ts'
import type { OpportunityRepository, OpportunityRow } from './repository.ts'
import type { FollowUp } from './service.ts'

export interface OpportunityRouteDeps {
  repository: OpportunityRepository
  followUp: FollowUp
  clock: Clock
}

export function opportunityRoutes(router: ApiRouter, bind: Bind, { repository, followUp, clock }: OpportunityRouteDeps): void {
  bind(router, opportunities, {
    async list({ query: { cursor, limit, ...filters }, user }) {
      const now = clock.now()
      const after = decodeCursor(cursor, [new RegExp(`^${filters.order}$`), cursorKey.instant, cursorKey.uuid])?.slice(1)
      const rows = await repository.list(filters, { ownerId: user.id, now }, { after, limit: limit + 1 })
      const page = toPage(rows, limit, {
        item: (row) => toOpportunity(row, now),
        cursor: (row) => [filters.order, row.sort_text, row.id],
      })
      return { ...page, total: rows[0]?.total ?? 0 }
    },
    followUp: async ({ params, user }) => toOpportunity(await followUp(params.id, user.id), clock.now()),
  })
}

function toOpportunity(row: OpportunityRow, now: Date): Opportunity {
  const { state, possibleAt } = followUpOf(row, now)
  return {
    id: row.id,
    kind: row.kind,
    product: row.slug === null || row.title === null || row.type === null ? null : { slug: row.slug, title: row.title, type: row.type },
    channel: { slug: row.channel_slug, title: row.channel_title },
    at: row.at.toISOString(),
    country: row.country,
    email: row.newsletter ? row.email : null,
    followUp: { state, sentAt: row.sent_at?.toISOString() ?? null, possibleAt: possibleAt?.toISOString() ?? null },
  }
}
