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
}
