import type { RequestInput, World } from './world.ts'

/** A meeting in ten minutes that the viewer has a ticket for, running or not. */
async function meet({ t, owner, viewer }: World, { started }: { started: boolean }): Promise<{ slug: string; productId: string }> {
  const channel = await t.factories.channel({ owner_id: owner.id })
  const { id, slug } = await t.factories.product({ channel_id: channel.id, type: 'meet' }, { sessions: 0 })
  await t.factories.session({ product_id: id, starts_at: new Date(t.clock.nowMs() + 10 * 60_000) })
  await t.factories.ticket({ user_id: viewer.id, product_id: id })
  if (started) await t.database.knex('meets').insert({ product_id: id, started_by: owner.id })
  return { slug, productId: id }
}
const params = ({ slug }: { slug: string }) => ({ slug })

/** A published recording of a meeting that is over. */
async function recorded(world: World): Promise<{ slug: string; id: string }> {
  const { knex } = world.t.database
  const { slug, productId } = await meet(world, { started: true })
  const running = await knex('meets').where({ product_id: productId }).first('id')
  const at = new Date(world.t.clock.nowMs())
  const broadcast = await world.t.factories.broadcast({
    product_id: productId,
    session_id: null,
    kind: 'meeting',
    state: 'ended',
    started_at: at,
    ended_at: at,
    end_reason: 'organizer',
  })
  await knex('meet_recordings').insert({ broadcast_id: broadcast.id, meet_id: running?.id ?? '', published_at: at })
  const [recording] = await knex('recordings')
    .insert({ broadcast_id: broadcast.id, product_id: productId, state: 'ready', ready_at: at, started_at: at })
    .returning('id')
  return { slug, id: recording?.id ?? '' }
}

export const meetRequests: Record<string, (world: World) => Promise<RequestInput>> = {
  'GET /meets/:slug': async (world) => ({ params: params(await meet(world, { started: false })) }),
  'POST /meets/:slug/start': async (world) => ({ params: params(await meet(world, { started: false })) }),
  'POST /meets/:slug/stop': async (world) => ({ params: params(await meet(world, { started: true })) }),
  'POST /meets/:slug/join': async (world) => {
    await world.t.mediaNode()
    return { params: params(await meet(world, { started: true })), body: { name: 'Ana' } }
  },
  'POST /meets/:slug/recording/start': async (world) => ({ params: params(await meet(world, { started: true })) }),
  'POST /meets/:slug/recording/stop': async (world) => ({ params: params(await meet(world, { started: true })) }),
  'GET /meets/:slug/recordings': async (world) => ({ params: params(await recorded(world)) }),
  'PATCH /meets/:slug/recordings/:id': async (world) => ({ params: await recorded(world), body: { isPublished: true } }),
  'GET /meets/:slug/recordings/:id/playback': async (world) => ({ params: await recorded(world) }),
}
