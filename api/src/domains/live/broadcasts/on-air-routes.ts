import { onAirList, type RunningBroadcast } from '@e-events/shared/contract/live/on-air.ts'
import type { Knex } from 'knex'
import type { ApiRouter, Bind } from '../../../http/bind.ts'
import { readRunning, type RunningRow } from './on-air-repository.ts'

export function onAirRoutes(router: ApiRouter, bind: Bind, { knex }: { knex: Knex }): void {
  bind(router, onAirList, {
    list: async () => ({ items: (await readRunning(knex)).map(toRunning) }),
  })
}

function toRunning(row: RunningRow): RunningBroadcast {
  return {
    id: row.id as RunningBroadcast['id'],
    kind: row.kind,
    state: row.state,
    product: { slug: row.product_slug, title: row.product_title },
    channel: { slug: row.channel_slug, title: row.channel_title },
    startedAt: row.started_at.toISOString(),
    idleClosesAt: row.idle_closes_at?.toISOString() ?? null,
    viewers: row.viewer_count,
    feeds: row.feeds,
  }
}
