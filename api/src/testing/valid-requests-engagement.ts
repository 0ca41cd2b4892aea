import { product, type RequestInput, type World } from './world.ts'

export const engagementRequests: Record<string, (world: World) => Promise<RequestInput>> = {
  'GET /notifications': async () => ({ query: { limit: 2 } }),
  'GET /notifications/unread': async () => ({ query: { limit: 2 } }),
  'POST /notifications/:id/read': async (world) => ({ params: { id: await notification(world) } }),
  'POST /notifications/read': async () => ({}),
  'DELETE /notifications/:id': async (world) => ({ params: { id: await notification(world) } }),
  'POST /notifications/audience': async () => ({ body: { audience: { role: 'PRODUCER' } } }),
  'POST /notifications': async ({ viewer }) => ({ body: { audience: { users: [viewer.id] }, subject: 'Hola', content: 'Novedades' } }),
  'POST /notifications/snack': async () => ({ body: { text: 'Volvemos en un minuto', notificationType: 'warning' } }),
  'GET /notifications/sent': async () => ({ query: { limit: 2 } }),
  'GET /products/:slug/reminder': async (world) => ({ params: { slug: await product(world) } }),
  'PUT /products/:slug/reminder': async (world) => ({ params: { slug: await product(world) }, body: { isWanted: false } }),
}

async function notification({ t, viewer }: World): Promise<string> {
  const [row] = await t.database.knex('notifications').insert({ user_id: viewer.id, type: 'message', subject: 'Hola' }).returning('id')
  return row?.id ?? ''
}
