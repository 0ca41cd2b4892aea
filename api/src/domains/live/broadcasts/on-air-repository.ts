import type { RunningBroadcast } from '@e-events/shared/contract/live/on-air.ts'
import type { Knex } from 'knex'
import { prepared } from '../../../db/knex.ts'

export interface RunningRow {
  id: string
  kind: RunningBroadcast['kind']
  state: RunningBroadcast['state']
  product_slug: string
  product_title: string
  channel_slug: string
  channel_title: string
  started_at: Date
  idle_closes_at: Date | null
  viewer_count: number
  feeds: RunningBroadcast['feeds']
}

export const readRunning = (knex: Knex): Promise<RunningRow[]> =>
  prepared<RunningRow>(
    knex,
    'broadcasts-on-air',
    `select b.id, b.kind, b.state, p.slug as product_slug, p.title as product_title, c.slug as channel_slug, c.title as channel_title,
       b.started_at, b.idle_closes_at, b.viewer_count,
       coalesce((select json_agg(json_build_object('id', f.id, 'label', f.label, 'kind', f.kind, 'state', f.state) order by f.ordinal)
         from feeds f where f.broadcast_id = b.id and f.state <> 'ended'), '[]') as feeds
     from broadcasts b join products p on p.id = b.product_id join channels c on c.id = p.channel_id
     where b.state <> 'ended' and b.kind <> 'meeting' order by b.started_at desc, b.id limit 500`,
    [],
  )
