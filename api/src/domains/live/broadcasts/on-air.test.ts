import { broadcasts } from '@e-events/shared/contract/live/broadcasts.ts'
import { onAirList, type RunningBroadcast } from '@e-events/shared/contract/live/on-air.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

let t: TestApi
let as: string
beforeAll(async () => {
  t = await createTestApi()
  as = await t.tokenOf(await t.factories.admin())
})
afterAll(() => t.stop())

const list = async () => ((await t.call(onAirList.list, { as }).expect(200)).body as { items: RunningBroadcast[] }).items

describe('what is on air', () => {
  it('is listed with product, channel, start, feeds and viewers, and left out once it is stopped [LIVE-020]', async () => {
    const owner = await t.factories.producer()
    const channel = await t.factories.channel({ owner_id: owner.id, title: 'Sala Faro' })
    const product = await t.factories.product({ channel_id: channel.id, slug: 'noche', title: 'Noche' })
    const running = await t.factories.broadcast({ product_id: product.id, viewer_count: 12, peak_viewer_count: 12 })
    const camera = await t.factories.feed({ broadcast_id: running.id, label: 'Cámara' })
    await t.factories.feed({ broadcast_id: running.id, label: 'Pantalla', state: 'ended' })
    await t.factories.broadcast({ state: 'ended' })
    const stalled = await t.factories.broadcast({ state: 'interrupted', idle_closes_at: new Date(t.clock.nowMs() + 60_000) })

    const shown = await list()
    expect(shown.map(({ id }) => id).toSorted((a, b) => a.localeCompare(b))).toEqual(
      [running.id, stalled.id].toSorted((a, b) => a.localeCompare(b)),
    )
    expect(shown.find(({ id }) => id === running.id)).toEqual({
      id: running.id,
      kind: 'live',
      state: 'on_air',
      product: { slug: 'noche', title: 'Noche' },
      channel: { slug: channel.slug, title: 'Sala Faro' },
      startedAt: running.started_at.toISOString(),
      idleClosesAt: null,
      viewers: 12,
      feeds: [{ id: camera.id, label: 'Cámara', kind: 'camera', state: 'live' }],
    })
    expect(shown.find(({ id }) => id === stalled.id)).toMatchObject({ state: 'interrupted', feeds: [] })

    await t.call(broadcasts.stop, { as: await t.tokenOf(owner), params: { productSlug: 'noche' } }).expect(200)
    expect((await list()).map(({ id }) => id)).toEqual([stalled.id])
  })
})
