import { randomUUID } from 'node:crypto'
import type { RequestInput, World } from './world.ts'

/** A meeting in ten minutes that the viewer has a ticket for, running or not. */
async function meet({ t, owner, viewer }: World, { started }: { started: boolean }): Promise<{ id: string; slug: string }> {
  const channel = await t.factories.channel({ owner_id: owner.id })
  const { id, slug } = await t.factories.product({ channel_id: channel.id, type: 'meet' }, { sessions: 0 })
  await t.factories.session({ product_id: id, starts_at: new Date(t.clock.nowMs() + 10 * 60_000) })
  await t.factories.ticket({ user_id: viewer.id, product_id: id })
  if (started) await t.database.knex('meets').insert({ product_id: id, started_by: owner.id })
  return { id, slug }
}

const params = async (world: World, of: { started: boolean }): Promise<RequestInput> => {
  const { slug } = await meet(world, of)
  return { params: { slug } }
}

/** A file that a stranger sent in it. */
async function sentFile(world: World): Promise<{ slug: string; id: string }> {
  const { t, owner } = world
  const { id: product_id, slug } = await meet(world, { started: false })
  const file = await t.api.platform.media.documents.add(owner.id, { name: 'a.txt', bytes: new TextEncoder().encode('Uno') })
  const [row] = await t.database
    .knex('chat_messages')
    .insert({
      product_id,
      user_id: (await t.factories.user()).id,
      author_name: 'Rita',
      text: file.name,
      file_id: file.id,
      client_id: randomUUID(),
      moment: t.clock.now(),
      sent_at: t.clock.now(),
    })
    .returning('id')
  return { slug, id: row?.id ?? '' }
}

/** A published recording of a meeting that is over. */
async function recorded(world: World): Promise<{ slug: string; id: string }> {
  const { knex } = world.t.database
  const { id: productId, slug } = await meet(world, { started: true })
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
  'GET /meets/:slug': (world) => params(world, { started: false }),
  'POST /meets/:slug/start': (world) => params(world, { started: false }),
  'POST /meets/:slug/stop': (world) => params(world, { started: true }),
  'POST /meets/:slug/join': async (world) => {
    await world.t.mediaNode()
    return { ...(await params(world, { started: true })), body: { name: 'Ana' } }
  },
  'POST /chat/:slug/files': async (world) => ({
    ...(await params(world, { started: true })),
    query: { filename: 'apuntes.txt', clientId: randomUUID() },
    upload: { contentType: 'application/octet-stream', bytes: new TextEncoder().encode('Uno') },
  }),
  'GET /chat/:slug/messages/:id/file': async (world) => ({ params: await sentFile(world) }),
  'POST /meets/:slug/recording/start': (world) => params(world, { started: true }),
  'POST /meets/:slug/recording/stop': (world) => params(world, { started: true }),
  'GET /meets/:slug/recordings': async (world) => ({ params: { slug: (await recorded(world)).slug } }),
  'PATCH /meets/:slug/recordings/:id': async (world) => ({ params: await recorded(world), body: { isPublished: true } }),
  'GET /meets/:slug/recordings/:id/playback': async (world) => ({ params: await recorded(world) }),
}
