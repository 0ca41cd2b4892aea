import type { UploadInput } from '@e-events/shared/contract/endpoint.ts'
import type { Knex } from 'knex'
import type { UserRow } from '../db/tables/identity.ts'
import { factoryPassword } from './factories.ts'
import type { TestApi } from './test-api.ts'

/** What a request carries besides who sends it. */
export interface RequestInput {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
  /** Raw bytes instead of a body. */
  upload?: UploadInput
}

export interface World {
  t: TestApi
  owner: UserRow
  viewer: UserRow
}

/** For every endpoint: makes what it needs, fresh, in the hands of `owner`, and answers a request that succeeds for whoever may call it. */
export const validRequests: Record<string, (world: World) => Promise<RequestInput>> = {
  'POST /auth/login': async ({ viewer }) => ({ body: { user: viewer.email, password: factoryPassword } }),
  'POST /auth/refresh': async (world) => ({ body: { refreshToken: await refreshToken(world) } }),
  'POST /auth/logout': async (world) => ({ body: { refreshToken: await refreshToken(world) } }),
  'GET /me': async () => ({}),
  'GET /home': async () => ({ query: { language: 'en' } }),
  'GET /site': async () => ({}),

  'GET /channels/:slug': async (world) => ({ params: { slug: await channel(world) } }),
  'GET /account/channels': async () => ({ query: { limit: 2 } }),
  'POST /channels': async () => ({ body: { title: 'Sala nueva' } }),
  'PATCH /channels/:slug': async (world) => ({ params: { slug: await channel(world) }, body: { title: 'Otra sala' } }),
  'POST /channels/:slug/publication': async (world) => ({ params: { slug: await channel(world, 'draft') } }),
  'POST /channels/:slug/approve': async (world) => ({ params: { slug: await channel(world, 'revision') } }),

  'GET /products': async () => ({ query: { limit: 2, type: 'broadcast' } }),
  'GET /products/:slug': async (world) => ({ params: { slug: await product(world) } }),
  'GET /account/products': async () => ({ query: { limit: 2 } }),
  'GET /account/products/:slug': async (world) => ({ params: { slug: await product(world) } }),
  'POST /products': async (world) => ({ body: { channelSlug: await channel(world), title: 'Nuevo', type: 'broadcast', plan: 'free' } }),
  'PATCH /products/:slug': async (world) => ({ params: { slug: await product(world) }, body: { title: 'Otro' } }),
  'PUT /products/:slug/translations/:language': async (world) => ({
    params: { slug: await product(world), language: 'en' },
    body: { title: 'Another' },
  }),
  'POST /products/:slug/sessions': async (world) => ({ params: { slug: await product(world) }, body: session(world, 600) }),
  'POST /products/:slug/publish': async (world) => ({ params: { slug: await product(world, { status: 'draft' }) }, body: {} }),

  'POST /products/:slug/tickets': async (world) => ({ params: { slug: await product(world) } }),
  'GET /tickets': async () => ({ query: { limit: 2 } }),

  'POST /broadcasts/:productSlug/start': async (world) => {
    await world.t.mediaNode()
    return { params: { productSlug: await product(world) }, body: {} }
  },
  'POST /broadcasts/:productSlug/connect': async (world) => {
    await world.t.mediaNode()
    return { params: { productSlug: await onAir(world) } }
  },
  'POST /broadcasts/:productSlug/feeds': async (world) => ({
    params: { productSlug: await onAir(world) },
    body: { key: 'cam-1', kind: 'camera', label: 'Cámara' },
  }),
  'POST /broadcasts/:productSlug/stop': async (world) => ({ params: { productSlug: await onAir(world) } }),
  'GET /broadcasts/:productSlug': async (world) => ({ params: { productSlug: await onAir(world) } }),
  'GET /recordings': async () => ({ query: { limit: 2 } }),

  'GET /config': async () => ({}),
  'PUT /config': async () => ({
    body: {
      // As the matrix needs it: somebody waits for approval there.
      approveUsers: true,
      typeTag: false,
      freeTag: true,
      coupons: false,
      moderatedChat: true,
      languages: true,
      notifications: true,
      currencies: true,
      timezones: false,
    },
  }),
  'GET /config/payments': async () => ({}),
  'GET /config/payments/stripe': async () => ({}),
  'GET /config/modules': async () => ({}),
  'PUT /config/modules/:id': async () => ({ params: { id: 'leads' }, body: { active: true } }),
  'GET /config/modules/media-pay': async () => ({}),
  'PUT /config/modules/media-pay': async () => ({
    body: {
      pos: { url: 'https://pos.example.test/pay', code: 'T-1', currency: 'EUR', key: 'pos-key' },
      provider: { publicKey: 'pk_test_1', secretKey: 'sk_test_1', signingKey: '' },
      subscription: { active: true, periodic: true, interval: 'annual', priceMinor: 4900 },
      monetize: { subscriptionChannels: true, paidContent: false },
    },
  }),
  'GET /config/theme/home': async () => ({}),
  'PUT /config/theme/home': async () => ({
    body: { sections: [{ id: 'top', type: 'hero', settings: { title: 'Hola', items: ['a', 'b'], wide: true, order: 1, link: null } }] },
  }),
  'GET /config/realtime': async () => ({}),
  'GET /config/register/fields': async () => ({}),
  'PUT /config/register/fields': async () => ({ body: { fields: [] } }),
  'GET /config/register/social': async () => ({}),
  'GET /config/register/domains': async () => ({}),
  'PUT /config/register/domains': async () => ({ body: { allowed: [], forbidden: ['mailinator.com'] } }),

  'GET /products/:slug/playback': async (world) => {
    const slug = await product(world)
    const row = await world.t.database.knex('products').where({ slug }).first('id')
    await world.t.factories.ticket({ user_id: world.viewer.id, product_id: row?.id ?? '' })
    return { params: { slug } }
  },
}

async function refreshToken({ t, viewer }: World): Promise<string> {
  const reply = await t.http.post('/api/auth/login').send({ user: viewer.email, password: factoryPassword, client: 'studio' })
  return (reply.body as { refreshToken: string }).refreshToken
}

async function channel({ t, owner }: World, status: 'published' | 'draft' | 'revision' = 'published'): Promise<string> {
  return (await t.factories.channel({ owner_id: owner.id, status })).slug
}

async function product(world: World, fields: { status?: 'draft' | 'published' } = {}): Promise<string> {
  const { t, owner } = world
  const home = await t.factories.channel({ owner_id: owner.id })
  const made = await t.factories.product({ channel_id: home.id, ...fields }, { sessions: 0 })
  await t.factories.session({ product_id: made.id, starts_at: new Date(t.clock.nowMs() + 10 * 60_000) })
  return made.slug
}

async function onAir(world: World): Promise<string> {
  const slug = await product(world)
  await world.t.factories.broadcast({ product_id: await idOf(world.t.database.knex, slug) })
  return slug
}

async function idOf(knex: Knex, slug: string): Promise<string> {
  const row = await knex('products').where({ slug }).first('id')
  if (!row) throw new Error(`no product ${slug}`)
  return row.id
}

function session({ t }: World, minutes: number) {
  const startsAtMs = t.clock.nowMs() + minutes * 60_000
  return { startsAt: new Date(startsAtMs).toISOString(), endsAt: new Date(startsAtMs + 3_600_000).toISOString() }
}
