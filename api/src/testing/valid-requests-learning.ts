import { toJson } from '../db/row.ts'
import { randomUUID } from 'node:crypto'
import { viewingReport } from './valid-requests-chat.ts'
import { idOf, type RequestInput, type World } from './world.ts'

/** A course of the owner with a module and these lessons, which the viewer has a ticket for. */
async function course(world: World): Promise<{ slug: string; id: string; module: string; lesson: string; video: string }> {
  const { t, owner, viewer } = world
  const { knex } = t.database
  const home = await t.factories.channel({ owner_id: owner.id })
  const made = await t.factories.product({ type: 'course', channel_id: home.id }, { sessions: 0 })
  const film = await t.factories.product({ type: 'vod', channel_id: home.id }, { sessions: 0 })
  await t.factories.asset({ product_id: film.id, duration_ms: 60_000 })
  const [module] = await knex('course_modules').insert({ product_id: made.id, title: 'Primero', position: 0 }).returning('id')
  const lessons = await knex('lessons')
    .insert([
      { module_id: module?.id ?? '', title: 'Leer', position: 0 },
      { module_id: module?.id ?? '', title: 'Ver', position: 1, kind: 'video', source_product_id: film.id },
    ])
    .returning('id')
  await t.factories.ticket({ user_id: viewer.id, product_id: made.id })
  return { slug: made.slug, id: made.id, module: module?.id ?? '', lesson: lessons[0]?.id ?? '', video: lessons[1]?.id ?? '' }
}

async function master(world: World): Promise<{ slug: string; course: string }> {
  const { slug, id } = await course(world)
  const { knex } = world.t.database
  const home = await knex('products').where({ id }).first('channel_id')
  const made = await world.t.factories.product({ type: 'master', channel_id: home?.channel_id ?? '' }, { sessions: 0 })
  await knex('master_courses').insert({ master_id: await idOf(knex, made.slug), course_id: id, position: 0 })
  return { slug: made.slug, course: slug }
}

async function note(world: World): Promise<string> {
  const { video } = await course(world)
  const [made] = await world.t.database
    .knex('lesson_notes')
    .insert({ lesson_id: video, user_id: world.viewer.id, text: 'Ojo', position_ms: 1_000 })
    .returning('id')
  return made?.id ?? ''
}

/** A course with a lesson on a date. */
async function dated(world: World): Promise<{ slug: string }> {
  const { slug, lesson: id } = await course(world)
  const show = await world.t.factories.product({ type: 'broadcast' }, { sessions: 1 })
  await world.t.database.knex('lessons').where({ id }).update({ kind: 'live', source_product_id: show.id })
  return { slug }
}

/** A file of a lesson. */
async function material(world: World): Promise<{ slug: string; id: string; lesson: string }> {
  const { slug, video } = await course(world)
  const { id: file } = await world.t.api.platform.media.documents.add(world.owner.id, {
    name: 'a.txt',
    bytes: new TextEncoder().encode('Uno'),
  })
  const [made] = await world.t.database.knex('lesson_resources').insert({ lesson_id: video, title: 'a.txt', file_id: file }).returning('id')
  return { slug, id: made?.id ?? '', lesson: video }
}

/** A question of the viewer with a reply of the owner. */
async function question(world: World): Promise<{ id: string; reply: string }> {
  const { id: product_id, video } = await course(world)
  const { knex } = world.t.database
  const asked = { product_id, lesson_id: video, kind: 'question' as const }
  const [made] = await knex('discussion_posts')
    .insert({ ...asked, user_id: world.viewer.id, text: '¿Y?', position_ms: 1_000 })
    .returning('id')
  const [reply] = await knex('discussion_posts')
    .insert({ ...asked, user_id: world.owner.id, text: 'Así', parent_id: made?.id ?? '' })
    .returning('id')
  return { id: made?.id ?? '', reply: reply?.id ?? '' }
}

/** A comment of somebody else, who may be reported. */
async function strangePost(world: World): Promise<string> {
  const { id: product_id } = await course(world)
  const author = await world.t.factories.user()
  const [made] = await world.t.database
    .knex('discussion_posts')
    .insert({ product_id, kind: 'comment', user_id: author.id, text: 'Compra aquí' })
    .returning('id')
  return made?.id ?? ''
}

const quizFields = {
  title: 'Prueba',
  passPercent: 70,
  attempts: 0,
  questions: [{ id: '00000000-0000-4000-8000-0000000000b1', type: 'boolean' as const, text: '¿Sí?', explanation: '', right: true }],
}

/** A lesson with a quiz of one question. */
async function examined(world: World): Promise<{ slug: string; id: string }> {
  const { slug, lesson: id } = await course(world)
  const { questions, passPercent: pass_percent, ...fields } = quizFields
  await world.t.database.knex('lesson_quizzes').insert({ lesson_id: id, ...fields, pass_percent, questions: toJson(questions) })
  return { slug, id }
}

const lesson = { title: 'Otra', kind: 'text', source: null, notes: 'Texto', isPreview: false } as const

export const learningRequests: Record<string, (world: World) => Promise<RequestInput>> = {
  'GET /products/:slug/curriculum': async (world) => ({ params: { slug: (await course(world)).slug } }),
  'GET /products/:slug/curriculum/sources': async (world) => ({ params: { slug: (await course(world)).slug } }),
  'PATCH /products/:slug/curriculum': async (world) => ({
    params: { slug: (await course(world)).slug },
    body: { version: 0, watchedPercent: 80, watchedByHand: true },
  }),
  'PUT /products/:slug/curriculum/order': async (world) => {
    const { slug, module, lesson: text, video } = await course(world)
    return { params: { slug }, body: { version: 0, modules: [{ id: module, lessons: [video, text] }] } }
  },
  'POST /products/:slug/modules': async (world) => ({
    params: { slug: (await course(world)).slug },
    body: { version: 0, title: 'Segundo' },
  }),
  'PATCH /products/:slug/modules/:id': async (world) => {
    const { slug, module } = await course(world)
    return { params: { slug, id: module }, body: { version: 0, title: 'Otro' } }
  },
  'DELETE /products/:slug/modules/:id': async (world) => {
    const { slug, module } = await course(world)
    return { params: { slug, id: module }, query: { version: 0 } }
  },
  'POST /products/:slug/modules/:id/lessons': async (world) => {
    const { slug, module } = await course(world)
    return { params: { slug, id: module }, body: { version: 0, ...lesson } }
  },
  'PATCH /products/:slug/lessons/:id': async (world) => {
    const { slug, lesson: id } = await course(world)
    return { params: { slug, id }, body: { version: 0, ...lesson } }
  },
  'DELETE /products/:slug/lessons/:id': async (world) => {
    const { slug, lesson: id } = await course(world)
    return { params: { slug, id }, query: { version: 0 } }
  },

  'GET /products/:slug/study-guide': async (world) => ({ params: { slug: (await course(world)).slug } }),
  'PUT /products/:slug/study-guide': async (world) => ({
    params: { slug: (await course(world)).slug },
    body: { version: 0, requirements: 'Nada', program: 'Todo', faqs: [{ question: '¿Cuándo?', answer: 'Siempre' }] },
  }),
  'GET /study-guides/:slug': async (world) => ({ params: { slug: (await course(world)).slug } }),
  'GET /products/:slug/lessons/:id/resources': async (world) => {
    const { slug, video } = await course(world)
    return { params: { slug, id: video } }
  },
  'POST /products/:slug/lessons/:id/resources': async (world) => {
    const { slug, video } = await course(world)
    return { params: { slug, id: video }, body: { title: 'Apuntes', url: 'https://example.org/apuntes' } }
  },
  'POST /products/:slug/lessons/:id/resources/files': async (world) => {
    const { slug, video } = await course(world)
    const upload = { contentType: 'application/octet-stream', bytes: new TextEncoder().encode('Uno') }
    return { params: { slug, id: video }, query: { filename: 'apuntes.txt' }, upload }
  },
  'PATCH /products/:slug/resources/:id': async (world) => {
    const { slug, id } = await material(world)
    return { params: { slug, id }, body: { title: 'Otro' } }
  },
  'PUT /products/:slug/lessons/:id/resources/order': async (world) => {
    const { slug, id, lesson: video } = await material(world)
    return { params: { slug, id: video }, body: { ids: [id] } }
  },
  'DELETE /products/:slug/resources/:id': async (world) => {
    const { slug, id } = await material(world)
    return { params: { slug, id } }
  },
  'GET /course-calendar/:slug': async (world) => ({ params: { slug: (await course(world)).slug } }),
  'GET /course-calendar/:slug/calendar.ics': async (world) => ({ params: { slug: (await dated(world)).slug } }),
  'GET /lesson-ratings': async () => ({}),
  'GET /resources/:slug': async (world) => ({ params: { slug: (await course(world)).slug } }),
  'GET /lesson-resources/:id/file': async (world) => ({ params: { id: (await material(world)).id } }),
  'GET /discussions/:slug': async (world) => ({ params: { slug: (await course(world)).slug }, query: { kind: 'question' } }),
  'POST /discussions/:slug': async (world) => {
    const { slug, video } = await course(world)
    return { params: { slug }, body: { kind: 'question', text: '¿Y?', lessonId: video, positionMs: 1_000 } }
  },
  'POST /discussion-posts/:id/replies': async (world) => ({ params: { id: (await question(world)).id }, body: { text: 'Así' } }),
  'PATCH /discussion-posts/:id': async (world) => ({ params: { id: (await question(world)).id }, body: { text: '¿Cómo?' } }),
  'DELETE /discussion-posts/:id': async (world) => ({ params: { id: (await question(world)).id } }),
  'GET /discussion-reports/:slug': async (world) => ({ params: { slug: (await course(world)).slug } }),
  'POST /discussion-posts/:id/reports': async (world) => ({ params: { id: await strangePost(world) }, body: { reason: 'spam' } }),
  'DELETE /discussion-posts/:id/reports': async (world) => ({ params: { id: (await question(world)).id } }),
  'PUT /discussion-posts/:id/vote': async (world) => ({ params: { id: (await question(world)).id }, body: { voted: true } }),
  'PUT /discussion-posts/:id/accepted': async (world) => {
    const { id, reply } = await question(world)
    return { params: { id }, body: { replyId: reply } }
  },
  'GET /courses/:slug/notes': async (world) => ({ params: { slug: (await course(world)).slug } }),
  'POST /courses/:slug/lessons/:id/notes': async (world) => {
    const { slug, video: id } = await course(world)
    return { params: { slug, id }, body: { text: 'Ojo', positionMs: 1_000 } }
  },
  'PATCH /lesson-notes/:id': async (world) => ({ params: { id: await note(world) }, body: { text: 'Otra' } }),
  'DELETE /lesson-notes/:id': async (world) => ({ params: { id: await note(world) } }),
  'GET /products/:slug/lessons/:id/quiz': async (world) => ({ params: await examined(world) }),
  'PUT /products/:slug/lessons/:id/quiz': async (world) => {
    const { slug, lesson: id } = await course(world)
    return { params: { slug, id }, body: { version: 0, ...quizFields } }
  },
  'DELETE /products/:slug/lessons/:id/quiz': async (world) => ({ params: await examined(world) }),
  'GET /courses/:slug/lessons/:id/quiz': async (world) => ({ params: await examined(world) }),
  'POST /courses/:slug/lessons/:id/quiz/attempts': async (world) => ({
    params: await examined(world),
    body: {
      clientId: crypto.randomUUID(),
      version: 1,
      answers: [{ question: quizFields.questions[0]?.id, type: 'boolean', value: true }],
    },
  }),
  'GET /products/:slug/outline': async (world) => ({ params: { slug: (await course(world)).slug } }),
  'GET /courses': async () => ({}),
  'GET /courses/:slug': async (world) => ({ params: { slug: (await course(world)).slug } }),
  'GET /courses/:slug/lessons/:id': async (world) => {
    const { slug, lesson: id } = await course(world)
    return { params: { slug, id } }
  },
  'GET /courses/:slug/lessons/:id/playback': async (world) => {
    const { slug, video } = await course(world)
    return { params: { slug, id: video } }
  },
  'POST /courses/:slug/progress': async (world) => {
    const { slug, video } = await course(world)
    // The last report of whoever asks is long ago.
    await world.t.database.knex('lesson_progress').update({ reported_at: null })
    return { params: { slug }, body: { lessons: [{ id: video, stretches: [{ fromMs: 0, toMs: 30_000 }], positionMs: 30_000 }] } }
  },
  'PUT /courses/:slug/lessons/:id/viewings/:viewing': async (world) => {
    const { slug, video: id } = await course(world)
    return { params: { slug, id, viewing: randomUUID() }, body: { ...viewingReport, of: 'video' } }
  },
  'PUT /courses/:slug/lessons/:id/watched': async (world) => {
    const { slug, lesson: id } = await course(world)
    return { params: { slug, id }, body: { watched: true } }
  },
  'PUT /courses/:slug/lessons/:id/rating': async (world) => {
    const { slug, lesson: id } = await course(world)
    const { knex } = world.t.database
    const learners = await knex('users').select('id')
    await knex('lesson_progress').insert(
      learners.map((user) => ({ user_id: user.id, lesson_id: id, watched: true, watched_at: new Date() })),
    )
    return { params: { slug, id }, body: { stars: 5 } }
  },

  'GET /products/:slug/courses': async (world) => ({ params: { slug: (await master(world)).slug } }),
  'PUT /products/:slug/courses': async (world) => {
    const { slug, course: held } = await master(world)
    return { params: { slug }, body: { version: 0, courses: [held] } }
  },
  'GET /products/:slug/students': async (world) => ({ params: { slug: (await course(world)).slug } }),
  'GET /products/:slug/students/export': async (world) => ({ params: { slug: (await course(world)).slug }, query: { format: 'csv' } }),
  'POST /products/:slug/students/messages': async (world) => {
    const { slug, id } = await course(world)
    const student = await world.t.factories.user()
    await world.t.factories.ticket({ user_id: student.id, product_id: id })
    return { params: { slug }, body: { student: student.id, subject: 'Mañana', content: 'Empezamos a las diez.', promotional: false } }
  },
  'GET /masters/:slug': async (world) => ({ params: { slug: (await master(world)).slug } }),
}
