import { discussions, type DiscussionPost } from '@e-events/shared/contract/learning/discussions.ts'
import { notifications } from '@e-events/shared/contract/engagement/notifications.ts'
import { limits } from '@e-events/shared/limits.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UserRow } from '../../../db/tables/people.ts'
import { codeOf } from '../../../testing/organizer.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'
import { mailsTo } from '../../../testing/mails.ts'
import { removePostsOf } from './repository.ts'

let t: TestApi
let teacher: UserRow
let learner: UserRow
let as: { teacher: string; learner: string; fellow: string; stranger: string; admin: string }
let fellow: UserRow
beforeAll(async () => {
  t = await createTestApi()
  teacher = await t.factories.user({ name: 'Nora', surname: 'Beltrani', roles: ['VIEWER', 'PRODUCER'] })
  learner = await t.factories.user({ name: 'Leo', surname: 'Ruiz' })
  fellow = await t.factories.user({ name: 'Ana', surname: 'Gil' })
  const admin = await t.factories.user({ roles: ['VIEWER', 'ADMIN'] })
  const [a, b, c, d, e] = await Promise.all([teacher, learner, fellow, await t.factories.user(), admin].map((user) => t.tokenOf(user)))
  as = { teacher: a ?? '', learner: b ?? '', fellow: c ?? '', stranger: d ?? '', admin: e ?? '' }
})
afterAll(() => t.stop())

/** A course of the teacher with a lesson, which both learners have a ticket for. */
async function course(type: 'course' | 'master' = 'course') {
  const { knex } = t.database
  const home = await t.factories.channel({ owner_id: teacher.id })
  const product = await t.factories.product({ type, channel_id: home.id }, { sessions: 0 })
  const [module] = await knex('course_modules').insert({ product_id: product.id, title: 'Uno', position: 0 }).returning('id')
  const [lesson] = await knex('lessons')
    .insert({ module_id: module?.id ?? '', title: 'Mirar', position: 0 })
    .returning('id')
  for (const user of [learner, fellow]) await t.factories.ticket({ user_id: user.id, product_id: product.id })
  return { slug: product.slug, id: product.id, lesson: lesson?.id ?? '' }
}
type Kind = 'question' | 'comment'
type Asked = { kind?: Kind; lesson?: string | null; positionMs?: number | null; by?: string }
const add = (slug: string, text: string, { kind = 'question', lesson = null, positionMs = null, by = as.learner }: Asked = {}) =>
  t.call(discussions.add, { params: { slug }, body: { kind, text, lessonId: lesson, positionMs }, as: by })
const reply = (id: string, text: string, by: string) => t.call(discussions.reply, { params: { id }, body: { text }, as: by })
const list = async (
  slug: string,
  query: { kind?: Kind; lesson?: string; unanswered?: 'true'; order?: 'newest' | 'votes'; cursor?: string; limit?: number } = {},
  by = as.learner,
) => {
  const got = await t.call(discussions.list, { params: { slug }, query: { kind: 'question', ...query }, as: by })
  return got.body as { items: DiscussionPost[]; nextCursor: string | null }
}
/** Runs the timer that tells organizers. */
const tellAll = async () => {
  await t.api.platform.timers.find(({ name }) => name === 'questions of learners')?.run()
}
const postOf = ({ body }: { body: unknown }) => body as DiscussionPost
const texts = (posts: readonly { text: string }[]) => posts.map(({ text }) => text)
const newsOf = async (by: string) => {
  const got = await t.call(notifications.list, { query: {}, as: by })
  return (got.body as { notifications: { type: string; payload: { path?: string } }[] }).notifications
}

describe('questions', () => {
  it('are asked at a second of a lesson, answered by the teacher, and accepted by whoever asked [LRN-019]', async () => {
    const { slug, lesson } = await course()
    const asked = postOf(await add(slug, '¿Por qué tres columnas?', { lesson, positionMs: 90_000 }))
    expect(asked).toMatchObject({
      lesson: { id: lesson, title: 'Mirar' },
      positionMs: 90_000,
      author: { name: 'Leo Ruiz', isTeacher: false },
    })
    expect((await newsOf(as.teacher)).at(0)).toMatchObject({ type: 'course_question', payload: { path: `/courses/${slug}?tab=questions` } })
    const answered = postOf(await reply(asked.id, 'Porque caben.', as.teacher))
    expect(answered.replies).toMatchObject([{ text: 'Porque caben.', author: { name: 'Nora Beltrani', isTeacher: true } }])
    expect((await newsOf(as.learner)).at(0)).toMatchObject({ type: 'discussion_reply' })
    const replyId = answered.replies[0]?.id ?? ''
    const accept = (by: string) => t.call(discussions.accept, { params: { id: asked.id }, body: { replyId }, as: by })
    expect(codeOf(await accept(as.fellow))).toBe('NOT_FOUND')
    expect(postOf(await accept(as.learner)).acceptedId).toBe(replyId)
    expect((await list(slug)).items[0]).toMatchObject({ acceptedId: replyId, mayAccept: true })
    expect((await list(slug, {}, as.fellow)).items[0]).toMatchObject({ mayAccept: false })
  })

  it('are told to the teacher together, once an hour at most, and not when the teacher asks', async () => {
    const { slug, id } = await course()
    const { knex } = t.database
    const news = async () => (await newsOf(as.teacher)).filter(({ payload }) => payload.path === `/courses/${slug}?tab=questions`).length
    const later = () =>
      knex('discussion_posts')
        .where({ product_id: id })
        .whereNotNull('told_at')
        .update({ told_at: new Date(t.clock.now().getTime() - 2 * limits.questionNoticeMs) })
    await add(slug, 'De la profesora', { by: as.teacher })
    expect(await news()).toBe(0)
    await add(slug, 'Una')
    expect(await news()).toBe(1)
    await add(slug, 'Otra')
    await tellAll()
    expect(await news()).toBe(1)
    await later()
    await tellAll()
    expect(await news()).toBe(2)
    await later()
    await tellAll()
    expect(await news()).toBe(2)
    await add(slug, 'Y otra')
    expect(await news()).toBe(3)
  })

  it('of a master are its own and those of its courses, each at its lesson', async () => {
    const inside = await course()
    const master = await course('master')
    await t.database.knex('master_courses').insert({ master_id: master.id, course_id: inside.id, position: 0 })
    await add(inside.slug, 'Del curso', { lesson: inside.lesson })
    await add(master.slug, 'Del máster')
    const { items } = await list(master.slug)
    expect(items.map(({ text, lesson }) => [text, lesson?.course])).toEqual([
      ['Del máster', undefined],
      ['Del curso', inside.slug],
    ])
    expect(texts((await list(inside.slug)).items)).toEqual(['Del curso'])
  })

  it('are listed by lesson and by what nobody answered, the newest first, page by page', async () => {
    const { slug, lesson } = await course()
    const first = postOf(await add(slug, 'Primera', { lesson }))
    await add(slug, 'Segunda')
    await add(slug, 'Tercera', { lesson })
    await reply(first.id, 'Sí', as.fellow)
    expect(texts((await list(slug)).items)).toEqual(['Tercera', 'Segunda', 'Primera'])
    expect(texts((await list(slug, { lesson })).items)).toEqual(['Tercera', 'Primera'])
    expect(texts((await list(slug, { unanswered: 'true' })).items)).toEqual(['Tercera', 'Segunda'])
    expect((await list(slug, { kind: 'comment' })).items).toEqual([])
    const page = await list(slug, { limit: 2 })
    expect(texts((await list(slug, { limit: 2, cursor: page.nextCursor ?? '' })).items)).toEqual(['Primera'])
  })

  it('of a lesson of another course are refused, and a reply accepts nothing elsewhere', async () => {
    const here = await course()
    const there = await course()
    expect(codeOf(await add(here.slug, 'Ajena', { lesson: there.lesson }))).toBe('NOT_FOUND')
    const [mine, other] = [postOf(await add(here.slug, 'Una')), postOf(await add(there.slug, 'Otra'))]
    const foreign = postOf(await reply(other.id, 'Ahí', as.fellow)).replies[0]?.id ?? ''
    const accepted = await t.call(discussions.accept, { params: { id: mine.id }, body: { replyId: foreign }, as: as.learner })
    expect(codeOf(accepted)).toBe('NOT_FOUND')
  })
})

describe('votes', () => {
  const vote = (id: string, by: string, voted = true) => t.call(discussions.vote, { params: { id }, body: { voted }, as: by })

  it('count once for each account, are taken back, and go with an erased account', async () => {
    const { slug } = await course()
    const { id } = postOf(await add(slug, '¿Y el margen?'))
    expect(postOf(await vote(id, as.fellow))).toMatchObject({ votes: 1, hasMyVote: true })
    expect(postOf(await vote(id, as.fellow))).toMatchObject({ votes: 1, hasMyVote: true })
    expect(postOf(await vote(id, as.teacher))).toMatchObject({ votes: 2 })
    expect((await list(slug)).items[0]).toMatchObject({ votes: 2, hasMyVote: false })
    expect((await list(slug, {}, as.fellow)).items[0]).toMatchObject({ votes: 2, hasMyVote: true })
    expect(postOf(await vote(id, as.fellow, false))).toMatchObject({ votes: 1, hasMyVote: false })
    expect(postOf(await vote(id, as.fellow, false))).toMatchObject({ votes: 1 })
    expect(codeOf(await vote(id, as.stranger))).toBe('TICKET_REQUIRED')
    await t.database.knex.transaction((trx) => removePostsOf(trx, teacher.id))
    expect((await list(slug)).items[0]).toMatchObject({ votes: 0 })
  })

  it('of all at once are all counted', async () => {
    const { slug } = await course()
    const { id } = postOf(await add(slug, '¿Todos a la vez?'))
    await Promise.all([as.learner, as.fellow, as.teacher, as.admin].flatMap((by) => [vote(id, by), vote(id, by)]))
    expect((await list(slug)).items[0]).toMatchObject({ votes: 4 })
  })

  it('are given to replies too, and to nothing that was removed', async () => {
    const { slug } = await course()
    const asked = postOf(await add(slug, '¿Se vota?'))
    const replyId = postOf(await reply(asked.id, 'Se vota', as.fellow)).replies[0]?.id ?? ''
    expect(postOf(await vote(replyId, as.learner)).replies).toMatchObject([{ votes: 1, hasMyVote: true }])
    await t.call(discussions.remove, { params: { id: asked.id }, as: as.learner })
    expect(codeOf(await vote(asked.id, as.fellow))).toBe('NOT_FOUND')
  })

  it('order a list, the newest of equal ones first, page by page', async () => {
    const { slug } = await course()
    const [first, , third] = [
      postOf(await add(slug, 'Primera')),
      postOf(await add(slug, 'Segunda')),
      postOf(await add(slug, 'Tercera')),
      postOf(await add(slug, 'Cuarta')),
    ]
    for (const by of [as.learner, as.fellow]) await vote(first?.id ?? '', by)
    await vote(third?.id ?? '', as.fellow)
    const order = { order: 'votes' } as const
    expect(texts((await list(slug, order)).items)).toEqual(['Primera', 'Tercera', 'Cuarta', 'Segunda'])
    expect(texts((await list(slug)).items)).toEqual(['Cuarta', 'Tercera', 'Segunda', 'Primera'])
    const page = await list(slug, { ...order, limit: 3 })
    expect(texts((await list(slug, { ...order, limit: 3, cursor: page.nextCursor ?? '' })).items)).toEqual(['Segunda'])
  })
})

describe('replies', () => {
  it('are told at once, and those of the next hour together', async () => {
    const { slug, id: product_id } = await course()
    const { knex } = t.database
    const run = async () => {
      await t.api.platform.timers.find(({ name }) => name === 'replies to learners')?.run()
    }
    const told = async () => (await newsOf(as.learner)).filter(({ payload }) => payload.path === `/courses/${slug}?tab=questions`).length
    const [one, two] = [postOf(await add(slug, 'Una')), postOf(await add(slug, 'Otra'))]
    await reply(one.id, 'Mía', as.learner)
    expect(await told()).toBe(0)
    await reply(one.id, 'Primera', as.fellow)
    expect(await told()).toBe(1)
    await reply(one.id, 'Segunda', as.fellow)
    await reply(two.id, 'Tercera', as.teacher)
    await run()
    expect(await told()).toBe(1)
    const hourAgo = new Date(t.clock.now().getTime() - 2 * limits.questionNoticeMs)
    await knex('discussion_posts').where({ product_id }).whereNotNull('told_at').update({ told_at: hourAgo })
    await Promise.all([run(), run()])
    expect(await told()).toBe(2)
    const [mail] = await mailsTo(t, learner.email)
    expect(mail?.text).toContain('Hay 2 respuestas nuevas en «')
    expect(mail?.text).toContain('la última de Nora.')
    await knex('discussion_posts').where({ product_id }).whereNotNull('told_at').update({ told_at: hourAgo })
    await run()
    expect(await told()).toBe(2)
  })

  it('to comments are told apart from answers, and a notice of questions holds none back', async () => {
    const { slug } = await course()
    const paths = async () => (await newsOf(as.learner)).map(({ payload }) => payload.path).filter((path) => path?.includes(slug))
    const asked = postOf(await add(slug, 'Una'))
    const said = postOf(await add(slug, 'Bien', { kind: 'comment' }))
    await reply(asked.id, 'Sí', as.fellow)
    await reply(said.id, 'Gracias', as.teacher)
    expect(await paths()).toEqual([`/courses/${slug}?tab=comments`, `/courses/${slug}?tab=questions`])
  })
})

describe('comments', () => {
  it.each(['course', 'master'] as const)(
    'of a %s are written by those who have it, and deleted by author, organizer and administrators [LRN-018]',
    async (type) => {
      const { slug } = await course(type)
      expect(codeOf(await add(slug, 'Fuera', { kind: 'comment', by: as.stranger }))).toBe('TICKET_REQUIRED')
      const refused = await t.call(discussions.list, { params: { slug }, query: { kind: 'comment' }, as: as.stranger })
      expect(codeOf(refused)).toBe('TICKET_REQUIRED')
      const remove = (id: string, by: string) => t.call(discussions.remove, { params: { id }, as: by })
      for (const by of [as.learner, as.teacher, as.admin]) {
        const { id } = postOf(await add(slug, 'Muy bueno', { kind: 'comment' }))
        expect(codeOf(await remove(id, as.fellow))).toBe('NOT_FOUND')
        expect((await remove(id, by)).status).toBe(204)
      }
      expect((await list(slug, { kind: 'comment' })).items).toEqual([])
      const log = await t.database.knex('audit_log').where({ action: 'discussion.remove' }).select('actor_id')
      expect(log.map(({ actor_id }) => actor_id)).toContain(teacher.id)
      expect(log.map(({ actor_id }) => actor_id)).not.toContain(learner.id)
    },
  )

  it('hold one to a thousand characters', async () => {
    const { slug } = await course()
    const status = async (text: string) => (await add(slug, text, { kind: 'comment' })).status
    expect(await Promise.all([status('  '), status('x'.repeat(1_001)), status('x'.repeat(1_000))])).toEqual([400, 400, 201])
  })

  it('are changed by their author alone, and stay without their text where somebody replied', async () => {
    const { slug } = await course()
    const { id } = postOf(await add(slug, 'Antes', { kind: 'comment' }))
    const change = (by: string) => t.call(discussions.update, { params: { id }, body: { text: 'Después' }, as: by })
    expect(codeOf(await change(as.teacher))).toBe('NOT_FOUND')
    const changed = postOf(await change(as.learner))
    expect([changed.text, typeof changed.editedAt]).toEqual(['Después', 'string'])
    await reply(id, 'De acuerdo', as.fellow)
    await t.call(discussions.remove, { params: { id }, as: as.learner })
    const [left] = (await list(slug, { kind: 'comment' })).items
    expect(left).toMatchObject({ text: '', author: null, allowed: { edit: false, remove: false } })
    expect(texts(left?.replies ?? [])).toEqual(['De acuerdo'])
    await t.call(discussions.remove, { params: { id: left?.replies[0]?.id ?? '' }, as: as.fellow })
    expect((await list(slug, { kind: 'comment' })).items).toEqual([])
  })

  it('have a limit of replies', async () => {
    const { slug, id: product_id } = await course()
    const { id } = postOf(await add(slug, 'Hola', { kind: 'comment' }))
    const row = { product_id, parent_id: id, user_id: fellow.id, kind: 'comment' as const, text: 'Hola' }
    await t.database.knex('discussion_posts').insert(Array.from({ length: limits.discussionReplies - 1 }, () => row))
    expect((await reply(id, 'Cien', as.teacher)).status).toBe(201)
    expect(codeOf(await reply(id, 'Una más', as.teacher))).toBe('DISCUSSION_FULL')
  })
})
