import { randomUUID } from 'node:crypto'
import { idOf, product, type RequestInput, type World } from './world.ts'

/** A product that the viewer has a ticket for. */
async function owned(world: World): Promise<string> {
  const slug = await product(world)
  await world.t.factories.ticket({ user_id: world.viewer.id, product_id: await idOf(world.t.database.knex, slug) })
  return slug
}

export const playbackRequests: Record<string, (world: World) => Promise<RequestInput>> = {
  'GET /config/playback': async () => ({}),
  'PUT /config/playback': async () => ({ body: { playbacksPerTicket: 2 } }),
  'GET /products/:slug/playback': async (world) => ({ params: { slug: await owned(world) } }),
  'POST /products/:slug/playback/lease': async (world) => ({ params: { slug: await owned(world) }, body: { lease: randomUUID() } }),
}
