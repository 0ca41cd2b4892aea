import { randomBytes, randomUUID } from 'node:crypto'
import { toJson } from '../db/row.ts'
import { emailTokens } from '../domains/people/identity/email-tokens.ts'
import { totpCode, totpStep } from '../domains/people/identity/totp.ts'
import { factoryPassword } from './factories.ts'
import { signUpForm } from './sign-up-form.ts'
import { chatRequests } from './valid-requests-chat.ts'
import { learningRequests } from './valid-requests-learning.ts'
import { engagementRequests } from './valid-requests-engagement.ts'
import { mediaRequests } from './valid-requests-media.ts'
import { meetRequests } from './valid-requests-meets.ts'
import { payoutRequests } from './valid-requests-payouts.ts'
import { placeRequests } from './valid-requests-places.ts'
import { playbackRequests } from './valid-requests-playback.ts'
import { productRequests } from './valid-requests-products.ts'
import { refundRequests } from './valid-requests-refunds.ts'
import { datasheetRequests } from './valid-requests-datasheets.ts'
import { goodsRequests } from './valid-requests-goods.ts'
import { salesRequests } from './valid-requests-sales.ts'
import { subscriptionRequests } from './valid-requests-subscriptions.ts'
import { usageRequests } from './valid-requests-usage.ts'
import { channel, idOf, product, speaker, type RequestInput, type World } from './world.ts'

/**
 * For every endpoint: makes what it needs, fresh, in the hands of `owner`, and answers a request that succeeds for
 * whoever may call it.
 */
export const validRequests: Record<string, (world: World) => Promise<RequestInput>> = {
  'POST /auth/login': async ({ viewer }) => ({ body: { user: viewer.email, password: factoryPassword } }),
  'POST /auth/refresh': async (world) => ({ body: { refreshToken: await refreshToken(world) } }),
  'POST /auth/logout': async (world) => ({ body: { refreshToken: await refreshToken(world) } }),
  'POST /auth/register': async () => ({ body: signUpForm({ role: 'organizer', email: `${randomUUID()}@example.test` }) }),
  'POST /auth/activate/:token': async (world) => ({
    params: { token: await link(world, 'activate') },
    body: { password: factoryPassword },
  }),
  'POST /auth/recovery': async ({ viewer }) => ({ body: { email: viewer.email } }),
  'POST /auth/reset/:token': async (world) => ({
    params: { token: await link(world, 'reset_password') },
    body: { password: factoryPassword, passwordConfirm: factoryPassword },
  }),
  'POST /auth/opt-out/:token': async ({ t, viewer }) => ({ params: { token: t.api.platform.people.optOut.tokenOf(viewer.id) } }),
  'POST /auth/email/:token': async (world) => ({ params: { token: await link(world, 'change_email') } }),

  // Every caller has the state that the request needs, since nobody says here who will call.
  'GET /me': async () => ({}),
  'PATCH /me': async () => ({ body: { name: 'Eva', timezone: 'Europe/Lisbon' } }),
  'PUT /me/password': async () => ({
    body: { currentPassword: factoryPassword, password: factoryPassword, passwordConfirm: factoryPassword },
  }),
  'POST /me/email': async () => ({ body: { email: `${randomUUID()}@example.test`, password: factoryPassword } }),
  'DELETE /me/email': async () => ({}),
  'PUT /me/avatar': async () => ({ upload: { contentType: 'image/png', bytes: new Uint8Array(Buffer.from(tinyPng, 'base64')) } }),
  'DELETE /me/avatar': async () => ({}),
  ...chatRequests,
  ...mediaRequests,
  'POST /images': async () => ({ upload: { contentType: 'image/png', bytes: new Uint8Array(Buffer.from(tinyPng, 'base64')) } }),
  'GET /me/identities': async () => ({}),
  'DELETE /me/identities/:id': async ({ t, viewer }) => {
    const identity = { user_id: viewer.id, provider: randomUUID(), subject: randomUUID() }
    const [row] = await t.database.knex('user_identities').insert(identity).returning('id')
    return { params: { id: row?.id ?? '' } }
  },
  'GET /me/devices': async () => ({}),
  'DELETE /me/devices/:id': async ({ t, viewer }) => {
    const device = { user_id: viewer.id, expires_at: new Date(t.clock.nowMs() + 60_000) }
    const [row] = await t.database.knex('user_sessions').insert(device).returning('id')
    return { params: { id: row?.id ?? '' } }
  },
  'DELETE /me/devices': async () => ({}),
  'POST /me/two-factor': async ({ t }) => {
    await t.database.knex('user_totps').delete()
    return { body: { password: factoryPassword } }
  },
  'POST /me/two-factor/confirm': async (world) => ({ body: { code: await secondFactor(world, { isOn: false }) } }),
  'POST /me/two-factor/recovery-codes': async (world) => ({
    body: { password: factoryPassword, code: await secondFactor(world, { isOn: true }) },
  }),
  'DELETE /me/two-factor': async (world) => ({ body: { password: factoryPassword, code: await secondFactor(world, { isOn: true }) } }),
  'POST /me/step-up': async ({ t }) => {
    await t.database.knex('user_totps').delete()
    return { body: { password: factoryPassword } }
  },
  'POST /me/upgrade': async ({ t, viewer }) => {
    await t.database.knex('role_requests').delete()
    await t.database.knex.raw(`update users set roles = array_remove(roles, 'PRODUCER') where id = ?`, [viewer.id])
    return { body: { message: 'Por favor' } }
  },
  'DELETE /me/upgrade': async ({ t }) => {
    await t.database.knex('role_requests').delete()
    await t.database.knex.raw('insert into role_requests (user_id) select id from users')
    return {}
  },
  'GET /me/export': async () => ({}),
  'POST /me/deletion': async () => ({ body: { password: factoryPassword } }),
  'DELETE /me/deletion': async () => ({}),
  'GET /me/tours': async () => ({}),
  'PUT /me/tours/:tour': async () => ({ params: { tour: 'first-channel' } }),
  'GET /users/:id/public': async ({ t }) => ({ params: { id: (await t.factories.user({ public_profile: true })).id } }),
  'GET /home': async () => ({ query: { language: 'en' } }),

  ...placeRequests,
  'GET /search': async () => ({ query: { keyword: 'jazz', language: 'en' } }),
  'GET /categories': async () => ({ query: { empty: 'true' } }),
  'GET /manage/categories': async () => ({}),
  'POST /categories': async () => ({ body: { titles: { es: 'Danza' } } }),
  'PATCH /categories/:slug': async (world) => ({
    params: { slug: await category(world) },
    body: { titles: { en: 'Dance' }, hidden: true },
  }),
  'PUT /categories/order': async (world) => {
    await category(world)
    return { body: { slugs: await world.t.database.knex('categories').pluck('slug') } }
  },
  'DELETE /categories/:slug': async (world) => ({ params: { slug: await category(world) } }),
  'GET /schedule': async () => ({ query: { from: '2026-01-01T00:00:00.000Z', to: '2026-01-08T00:00:00.000Z', limit: 2 } }),
  'GET /schedule/filters': async () => ({}),
  'GET /schedule/:productSlug/section/:sectionId': async (world) => ({ params: await section(world) }),
  'GET /schedule/:productSlug/calendar.ics': async (world) => ({ params: { productSlug: await product(world) } }),
  'GET /schedule/:productSlug/section/:sectionId/calendar.ics': async (world) => ({ params: await section(world) }),
  'GET /shop': async () => ({ query: { limit: 2, sort: 'cheapest', plan: 'free' } }),
  'GET /site': async () => ({}),
  'POST /site/contact': async () => ({
    body: { topic: 'organizing', name: 'Ana', email: 'ana@example.test', company: null, message: 'Hola', consent: true },
  }),

  'GET /channels': async () => ({ query: { limit: 2, q: 'música' } }),
  'GET /channels/:slug': async (world) => ({ params: { slug: await channel(world) } }),
  'GET /account/first-steps': async () => ({}),
  'GET /account/channels': async () => ({ query: { limit: 2, search: 'sala', sort: 'products', order: 'desc' } }),
  'POST /channels': async () => ({ body: { title: 'Sala nueva' } }),
  'PATCH /channels/:slug': async (world) => ({ params: { slug: await channel(world, 'draft') }, body: { title: 'Otra sala' } }),
  'GET /account/channels/export': async () => ({ query: { format: 'csv', status: 'banned' } }),
  'GET /account/channels/:slug': async (world) => ({ params: { slug: await channel(world) } }),
  'POST /channels/:slug/request-publication': async (world) => ({
    params: { slug: await channel(world, 'draft') },
    body: { rightsAccepted: true },
  }),
  'POST /channels/:slug/withdraw': async (world) => ({ params: { slug: await channel(world, 'revision') } }),
  'POST /channels/:slug/deactivate': async (world) => ({ params: { slug: await channel(world) }, body: { to: 'private' } }),
  'POST /channels/:slug/approve': async (world) => ({ params: { slug: await channel(world, 'revision') } }),
  'POST /channels/:slug/reject': async (world) => ({ params: { slug: await channel(world, 'revision') }, body: { reason: 'Falta todo' } }),
  'POST /channels/:slug/suspend': async (world) => ({ params: { slug: await channel(world) }, body: { reason: 'Quejas' } }),
  'POST /channels/:slug/ban': async (world) => ({ params: { slug: await channel(world) }, body: { reason: 'Piratería' } }),
  'POST /channels/:slug/reinstate': async (world) => ({ params: { slug: await channel(world, 'banned') } }),

  'GET /speakers': async () => ({ query: { limit: 2, q: 'rita' } }),
  // Named by something public: strangers find no other.
  'GET /speakers/:slug': async ({ t }) => {
    const [product, speaker] = [await t.factories.product(), await t.factories.speaker()]
    await t.database.knex('product_speakers').insert({ product_id: product.id, speaker_id: speaker.id })
    return { params: { slug: speaker.slug } }
  },
  'GET /account/speakers': async () => ({ query: { limit: 2, search: 'rita', sort: 'products', order: 'desc' } }),
  'GET /account/speakers/export': async () => ({ query: { format: 'csv', used: 'true' } }),
  'GET /account/speakers/:id': async (world) => ({ params: { id: await speaker(world) } }),
  'POST /speakers': async () => ({ body: { name: 'Rita Relámpago', title: 'Artista' } }),
  'PATCH /speakers/:id': async (world) => ({ params: { id: await speaker(world) }, body: { name: 'Rita' } }),
  'DELETE /speakers/:id': async (world) => ({ params: { id: await speaker(world) } }),

  ...productRequests,
  ...learningRequests,
  ...meetRequests,

  'GET /posts/:slug': async (world) => ({ params: { slug: await post(world) } }),
  'GET /posts/:slug/teaser': async (world) => ({ params: { slug: await post(world) } }),
  'GET /account/products/:slug/post': async (world) => ({ params: { slug: await post(world) } }),
  'PUT /products/:slug/post': async (world) => ({
    params: { slug: await post(world) },
    body: {
      language: 'en',
      document: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Hello', marks: [{ type: 'bold' }] }] }] },
      excerpt: 'For everybody',
    },
  }),
  'DELETE /products/:slug/post/:language': async (world) => ({ params: { slug: await post(world), language: 'es' } }),

  'GET /products/:slug/chapters': async (world) => ({ params: { slug: await podcast(world) } }),
  'PUT /products/:slug/chapters': async (world) => ({
    params: { slug: await podcast(world) },
    body: { chapters: [{ title: 'Inicio', startMs: 0 }] },
  }),
  'GET /me/feeds': async () => ({}),
  'POST /me/feeds': async (world) => ({ body: { channelSlug: await channel(world) } }),
  'POST /me/feeds/:id/rotate': async (world) => ({ params: { id: await privateFeed(world) } }),
  'DELETE /me/feeds/:id': async (world) => ({ params: { id: await privateFeed(world) } }),

  'POST /products/:slug/tickets': async (world) => ({ params: { slug: await product(world) } }),
  'GET /tickets': async () => ({ query: { limit: 2 } }),
  ...salesRequests,
  ...refundRequests,
  ...goodsRequests,
  ...payoutRequests,
  ...subscriptionRequests,
  ...usageRequests,

  'POST /uplink-checks': async () => ({ upload: { contentType: 'application/octet-stream', bytes: new Uint8Array(9) } }),
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

  'GET /users': async () => ({ query: { limit: 2, search: 'ana' } }),
  'GET /users/export': async () => ({ query: { format: 'csv', country: 'ZZ' } }),
  'GET /users/:id': async (world) => ({ params: { id: await somebody(world) } }),
  'PATCH /users/:id': async (world) => ({ params: { id: await somebody(world) }, body: { name: 'Eva', roles: ['VIEWER'] } }),
  'POST /users/:id/approve': async (world) => ({ params: { id: await somebody(world, { approval_state: 'pending' }) }, body: {} }),
  'POST /users/:id/disapprove': async (world) => ({ params: { id: await somebody(world) }, body: {} }),
  'POST /users/:id/block': async (world) => ({ params: { id: await somebody(world) }, body: { reason: 'spam' } }),
  'POST /users/:id/unblock': async (world) => ({ params: { id: await somebody(world, { blocked_at: new Date() }) }, body: {} }),
  'DELETE /users/:id': async (world) => ({ params: { id: await somebody(world) }, body: {} }),
  'POST /users/bulk': async (world) => ({ body: { action: 'block', ids: [await somebody(world)] } }),
  'POST /users/:id/upgrade': async (world) => {
    const id = await somebody(world)
    await world.t.database.knex('role_requests').insert({ user_id: id })
    return { params: { id }, body: { decision: 'approve' } }
  },
  'GET /clients': async () => ({ query: { limit: 2 } }),
  'POST /clients': async () => ({ body: { name: 'Clara', surname: 'Clientes', email: `${randomUUID()}@example.test` } }),
  'PATCH /clients/:id': async (world) => ({ params: { id: await client(world) }, body: { name: 'Carla' } }),
  'DELETE /clients/:id': async (world) => ({ params: { id: await client(world) } }),
  'GET /audit': async () => ({ query: { limit: 2, action: 'user' } }),
  'GET /audit/export': async () => ({ query: { format: 'csv', subjectId: 'nothing' } }),

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
      monetize: { subscriptionChannels: true, paidContent: false, promotionMaxPercent: 20 },
      prepaidHourMinor: null,
      seller: { country: 'ES', postalCode: null },
    },
  }),
  'GET /config/theme/home': async () => ({}),
  'GET /config/realtime': async () => ({}),
  'GET /config/register/fields': async () => ({}),
  'PUT /config/register/fields': async () => ({ body: { fields: [] } }),
  'GET /config/register/social': async () => ({}),
  'GET /config/register/domains': async () => ({}),
  'PUT /config/register/domains': async () => ({ body: { allowed: [], forbidden: ['mailinator.com'] } }),
  'GET /config/exchange-rates': async () => ({}),
  'PUT /config/exchange-rates': async () => ({ body: { rates: [{ currency: 'USD', perEuro: 1.1, asOf: '2026-11-20' }] } }),
  'GET /config/two-factor': async () => ({}),
  // No role: the next caller has no second factor.
  'PUT /config/two-factor': async () => ({ body: { roles: [] } }),
  'GET /config/sign-on-providers': async () => ({}),
  'POST /config/sign-on-providers': async () => ({ body: { provider: `id-${randomUUID()}`, ...provider } }),
  // No https address: refused before anything is asked of anybody.
  'POST /config/sign-on-providers/check': async () => ({ body: { issuer: 'http://id.example.test' } }),
  'PUT /config/sign-on-providers/:provider': async (world) => ({
    params: { provider: await signOnProvider(world) },
    body: { ...provider, enabled: false },
  }),

  ...datasheetRequests,

  ...engagementRequests,

  ...playbackRequests,
}

async function category({ t }: World): Promise<string> {
  const [row] = await t.database
    .knex('categories')
    .insert({ slug: `category-${randomUUID()}` })
    .returning(['id', 'slug'])
  await t.database.knex('category_translations').insert({ category_id: row?.id ?? '', language: 'es', title: 'Danza' })
  return row?.slug ?? ''
}

async function section(world: World): Promise<{ productSlug: string; sectionId: string }> {
  const slug = await product(world)
  const { knex } = world.t.database
  const row = await knex('product_sessions')
    .where({ product_id: await idOf(knex, slug) })
    .first('id')
  return { productSlug: slug, sectionId: row?.id ?? '' }
}

async function somebody({ t }: World, fields: Parameters<World['t']['factories']['user']>[0] = {}): Promise<string> {
  return (await t.factories.user(fields)).id
}

const provider = { label: 'Acme', issuer: 'https://id.example.test', clientId: 'e-events', clientSecret: '' }

async function signOnProvider({ t }: World): Promise<string> {
  const slug = `id-${randomUUID()}`
  const { label, issuer, clientId } = provider
  await t.database.knex('social_providers').insert({ provider: slug, label, issuer_url: issuer, client_id: clientId })
  return slug
}

async function client({ t }: World): Promise<string> {
  const [row] = await t.database
    .knex('clients')
    .insert({ name: 'Clara', email: `${randomUUID()}@example.test` })
    .returning('id')
  return row?.id ?? ''
}

/** A link of a mail to the somebody that it makes. */
async function link({ t }: World, purpose: 'activate' | 'reset_password' | 'change_email'): Promise<string> {
  const somebody = await t.factories.user(purpose === 'activate' ? { email_verified_at: null } : {})
  const newEmail = purpose === 'change_email' ? { newEmail: `${randomUUID()}@example.test` } : {}
  return emailTokens.issue(t.database.knex, { userId: somebody.id, purpose, now: t.clock.now(), ...newEmail })
}

/** The same second factor for everybody. @returns the code that it shows */
async function secondFactor({ t }: World, { isOn }: { isOn: boolean }): Promise<string> {
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  const { knex } = t.database
  await knex('user_totps').delete()
  for (const id of await knex('users').pluck('id')) {
    const sealed = t.api.platform.secretBox.seal(secret, { table: 'user_totps', column: 'secret_encrypted', id })
    await knex('user_totps').insert({ user_id: id, secret_encrypted: sealed, confirmed_at: isOn ? t.clock.now() : null })
  }
  return totpCode(secret, totpStep(t.clock.nowMs()))
}

/** One red pixel. */
const tinyPng = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='

async function refreshToken({ t, viewer }: World): Promise<string> {
  const reply = await t.http.post('/api/auth/login').send({ user: viewer.email, password: factoryPassword, client: 'studio' })
  return (reply.body as { refreshToken: string }).refreshToken
}

async function post({ t, owner }: World): Promise<string> {
  const home = await t.factories.channel({ owner_id: owner.id })
  const made = await t.factories.product({ channel_id: home.id, type: 'post' })
  await t.database.knex('product_posts').insert({
    product_id: made.id,
    language: 'es',
    document: toJson({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Hola' }] }] }),
    html: '<p>Hola</p>',
    words: 1,
    reading_minutes: 1,
  })
  return made.slug
}

async function podcast({ t, owner }: World): Promise<string> {
  const home = await t.factories.channel({ owner_id: owner.id })
  return (await t.factories.product({ channel_id: home.id, type: 'podcast' })).slug
}

async function privateFeed({ t, viewer }: World): Promise<string> {
  const home = await t.factories.channel()
  const [row] = await t.database
    .knex('podcast_feeds')
    .insert({ user_id: viewer.id, channel_id: home.id, token_hash: randomBytes(32) })
    .returning('id')
  return row?.id ?? ''
}

async function onAir(world: World): Promise<string> {
  const slug = await product(world)
  await world.t.factories.broadcast({ product_id: await idOf(world.t.database.knex, slug) })
  return slug
}
