import type { RequestInput, World } from './world.ts'

/** A meeting in ten minutes that the viewer has a ticket for, running or not. */
async function meet({ t, owner, viewer }: World, { started }: { started: boolean }): Promise<{ slug: string }> {
  const channel = await t.factories.channel({ owner_id: owner.id })
  const { id, slug } = await t.factories.product({ channel_id: channel.id, type: 'meet' }, { sessions: 0 })
  await t.factories.session({ product_id: id, starts_at: new Date(t.clock.nowMs() + 10 * 60_000) })
  await t.factories.ticket({ user_id: viewer.id, product_id: id })
  if (started) await t.database.knex('meets').insert({ product_id: id, started_by: owner.id })
  return { slug }
}

export const meetRequests: Record<string, (world: World) => Promise<RequestInput>> = {
  'GET /meets/:slug': async (world) => ({ params: await meet(world, { started: false }) }),
  'POST /meets/:slug/start': async (world) => ({ params: await meet(world, { started: false }) }),
  'POST /meets/:slug/stop': async (world) => ({ params: await meet(world, { started: true }) }),
  'POST /meets/:slug/join': async (world) => {
    await world.t.mediaNode()
    return { params: await meet(world, { started: true }), body: { name: 'Ana' } }
  },
}
