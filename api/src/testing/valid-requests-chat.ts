import { toJson } from '../db/row.ts'
import { randomBytes, randomUUID } from 'node:crypto'
import { idOf, product, type RequestInput, type World } from './world.ts'

export const viewingReport = {
  sequence: 1,
  of: 'video',
  ageMs: 10_000,
  idleMs: 0,
  isOver: false,
  hasStarted: true,
  startupMs: 400,
  liveMs: 0,
  behindMs: 0,
  videoMs: 9_000,
  rebuffers: 0,
  rebufferedMs: 0,
  rungChanges: 0,
  rungs: [{ heightPx: 720, ms: 9_000 }],
  errors: [],
  places: [{ from: 0, to: 9 }],
}

/** Requests to a rehearsal, and to the chat of a show for which the viewer holds a ticket. */
export const chatRequests: Record<string, (world: World) => Promise<RequestInput>> = {
  'GET /rehearsals/:key/playback': async ({ t }) => {
    const key = randomBytes(16).toString('base64url')
    await t.factories.broadcast({ product_id: (await t.factories.product()).id, session_id: null, kind: 'rehearsal', rehearsal_key: key })
    return { params: { key } }
  },
  'GET /chat/:slug': async (world) => ({ params: { slug: await show(world) } }),
  'GET /chat/:slug/messages': async (world) => ({ params: { slug: await show(world) }, query: { after: 0 } }),
  'POST /chat/:slug/messages': async (world) => ({
    params: { slug: await show(world) },
    body: { clientId: randomUUID(), text: 'Buenas noches' },
  }),
  'POST /chat/:slug/messages/:id/approve': async (world) => ({ params: await message(world, 'pending') }),
  'POST /chat/:slug/messages/:id/refuse': async (world) => ({ params: await message(world, 'pending') }),
  'POST /chat/:slug/messages/:id/remove': async (world) => ({ params: await message(world, 'shown') }),
  'PUT /chat/:slug/pin': async (world) => {
    const { slug, id } = await message(world, 'shown')
    return { params: { slug }, body: { message: id } }
  },
  'PUT /chat/:slug/settings': async (world) => ({
    params: { slug: await show(world) },
    body: { isEnabled: true, moderation: 'site', slowModeSec: 5, blockedWords: ['spoiler'] },
  }),
  'POST /chat/:slug/messages/:id/report': async (world) => ({ params: await message(world, 'shown') }),
  'POST /chat/:slug/messages/:id/dismiss-reports': async (world) => ({ params: await message(world, 'shown') }),
  'GET /chat/:slug/reports': async (world) => ({ params: { slug: await show(world) } }),
  'GET /chat/:slug/questions': async (world) => ({ params: { slug: await show(world) } }),
  'POST /chat/:slug/questions': async (world) => ({
    params: { slug: await show(world) },
    body: { clientId: randomUUID(), text: '¿Habrá otra fecha?' },
  }),
  'PUT /chat/:slug/questions/:id/vote': async (world) => ({ params: await question(world) }),
  'DELETE /chat/:slug/questions/:id/vote': async (world) => ({ params: await question(world) }),
  'PUT /chat/:slug/questions/:id/state': async (world) => ({ params: await question(world), body: { state: 'answered' } }),
  'GET /chat/:slug/polls': async (world) => ({ params: { slug: await show(world) } }),
  'POST /chat/:slug/polls': async (world) => ({
    params: { slug: await show(world) },
    body: { question: '¿Otra?', answers: ['Sí', 'No'] },
  }),
  'PUT /chat/:slug/polls/:id/vote': async (world) => ({ params: await poll(world), body: { answer: 1 } }),
  'POST /chat/:slug/polls/:id/close': async (world) => ({ params: await poll(world) }),
  'POST /products/:slug/problems': async (world) => ({ params: { slug: await show(world) }, body: { category: 'no_sound' } }),
  'PUT /products/:slug/viewings/:id': async (world) => ({ params: { slug: await show(world), id: randomUUID() }, body: viewingReport }),
  'GET /products/:slug/quality': async (world) => ({ params: { slug: await show(world) } }),
  'GET /products/:slug/quality/export': async (world) => ({ params: { slug: await show(world) }, query: { format: 'csv' } }),
  'GET /manage/broadcasts': async () => ({}),
  'GET /producer/problem-reports': async () => ({ query: { limit: 2 } }),
  'PUT /producer/problem-reports/:id/handled': async (world) => {
    const { t } = world
    const [row] = await t.database
      .knex('problem_reports')
      .insert({
        product_id: await idOf(t.database.knex, await show(world)),
        user_id: world.viewer.id,
        category: 'no_sound',
        body: '',
        evidence: toJson({ watchedMs: 0, visits: 0, show: null }),
      })
      .returning('id')
    return { params: { id: row?.id ?? '' }, body: { isHandled: true } }
  },
  'GET /chat/:slug/mutes': async (world) => ({ params: { slug: await show(world) } }),
  'PUT /chat/:slug/mutes/:user': async (world) => ({
    params: { slug: await show(world), user: (await world.t.factories.user()).id },
    body: { minutes: 10 },
  }),
  'DELETE /chat/:slug/mutes/:user': async (world) => ({ params: { slug: await show(world), user: (await world.t.factories.user()).id } }),
  'GET /chat/:slug/moderators': async (world) => ({ params: { slug: await show(world) } }),
  'POST /chat/:slug/moderators': async (world) => ({
    params: { slug: await show(world) },
    body: { email: (await world.t.factories.user()).email },
  }),
  'DELETE /chat/:slug/moderators/:user': async (world) => ({
    params: { slug: await show(world), user: (await world.t.factories.user()).id },
  }),
}

async function show(world: World): Promise<string> {
  const slug = await product(world)
  await world.t.factories.ticket({ user_id: world.viewer.id, product_id: await idOf(world.t.database.knex, slug) })
  return slug
}

/** A message of a stranger. */
async function message(world: World, state: 'pending' | 'shown'): Promise<{ slug: string; id: string }> {
  const { t } = world
  const slug = await show(world)
  const product_id = await idOf(t.database.knex, slug)
  await t.database.knex('chat_rooms').insert({ product_id, last_change: 1 })
  const [row] = await t.database
    .knex('chat_messages')
    .insert({
      product_id,
      user_id: (await t.factories.user()).id,
      author_name: 'Rita',
      text: 'Hola',
      client_id: randomUUID(),
      moment: t.clock.now(),
      state,
      pending_approval: state === 'pending',
      change: state === 'shown' ? 1 : null,
    })
    .returning('id')
  return { slug, id: row?.id ?? '' }
}

/** An open question of a stranger. */
async function question(world: World): Promise<{ slug: string; id: string }> {
  const { t } = world
  const slug = await show(world)
  const [row] = await t.database
    .knex('chat_questions')
    .insert({
      product_id: await idOf(t.database.knex, slug),
      user_id: (await t.factories.user()).id,
      client_id: randomUUID(),
      author_name: 'Rita',
      author_role: 'viewer',
      text: '¿Habrá otra fecha?',
      moment: t.clock.now(),
      asked_at: t.clock.now(),
      state: 'open',
    })
    .returning('id')
  return { slug, id: row?.id ?? '' }
}

async function poll(world: World): Promise<{ slug: string; id: string }> {
  const { t } = world
  const slug = await show(world)
  const now = t.clock.now()
  const [row] = await t.database
    .knex('chat_polls')
    .insert({
      product_id: await idOf(t.database.knex, slug),
      question: '¿Otra?',
      answers: ['Sí', 'No'],
      votes: [0, 0],
      moment: now,
      opened_at: now,
    })
    .returning('id')
  return { slug, id: row?.id ?? '' }
}
