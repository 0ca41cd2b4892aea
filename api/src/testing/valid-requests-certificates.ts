import { certificates, type Certificate } from '@e-events/shared/contract/learning/certificates.ts'
import { idOf, type RequestInput, type World } from './world.ts'

/** A course of the owner that gives certificates. */
async function course({ t, owner }: World): Promise<string> {
  const home = await t.factories.channel({ owner_id: owner.id })
  const { id, slug } = await t.factories.product({ type: 'course', channel_id: home.id }, { sessions: 0 })
  await t.database.knex('course_details').insert({ product_id: id, gives_certificate: true })
  return slug
}

/** A course of somebody else, which every account has completed. */
async function completed(world: World): Promise<string> {
  const { t } = world
  const slug = await course({ ...world, owner: await t.factories.producer() })
  const users = await t.database.knex('users').select('id')
  const product_id = await idOf(t.database.knex, slug)
  await t.database.knex('course_completions').insert(users.map(({ id }) => ({ user_id: id, product_id, completed_at: t.clock.now() })))
  return slug
}

/** A certificate of a student of the owner, issued as it is by the api. */
async function certificate(world: World): Promise<string> {
  const { t } = world
  const slug = await course(world)
  const student = await t.factories.user()
  const product_id = await idOf(t.database.knex, slug)
  await t.database.knex('course_completions').insert({ user_id: student.id, product_id, completed_at: t.clock.now() })
  const asked = { params: { slug }, body: { name: 'Ada Vidal' }, as: await t.tokenOf(student) }
  return ((await t.call(certificates.issue, asked).expect(200)).body as Certificate).id
}

export const certificateRequests: Record<string, (world: World) => Promise<RequestInput>> = {
  'GET /products/:slug/certificate-settings': async (world) => ({ params: { slug: await course(world) } }),
  'PUT /products/:slug/certificate-settings': async (world) => ({
    params: { slug: await course(world) },
    body: { givesCertificate: true },
  }),
  'GET /products/:slug/certificate': async (world) => ({ params: { slug: await course(world) } }),
  'POST /products/:slug/certificate': async (world) => ({ params: { slug: await completed(world) }, body: { name: 'Ada Vidal' } }),
  'GET /certificates': async () => ({}),
  'GET /certificates/:id': async (world) => ({ params: { id: await certificate(world) } }),
  'GET /certificates/:id/pdf': async (world) => ({ params: { id: await certificate(world) } }),
  'GET /certificates/:id/credential': async (world) => ({ params: { id: await certificate(world) } }),
  'GET /certificates/:id/status': async (world) => ({ params: { id: await certificate(world) } }),
  'GET /certificate-keys': async () => ({}),
  'PUT /certificates/:id/revocation': async (world) => ({
    params: { id: await certificate(world) },
    body: { reason: 'Otra persona hizo las lecciones' },
  }),
}
