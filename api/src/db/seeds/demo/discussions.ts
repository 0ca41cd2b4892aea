import type { Knex } from 'knex'
import { demoUserIds } from './accounts.ts'
import { demoId } from './ids.ts'
import { buyerId, buyersInAll } from './sales.ts'

type Kind = 'question' | 'comment'
interface DemoPost {
  course: string
  /** Index of the module and of the lesson in it; left out for one on the whole course. */
  lesson?: readonly [number, number]
  kind: Kind
  text: string
  positionMs?: number
  daysAgo: number
  /** Number of the buyer who wrote it; the demo's viewer without one. */
  by?: number
  /** The first so many buyers voted for it. */
  votes?: number
  /** By the teacher; the first one answers the question. */
  reply?: string
}

const posts: readonly DemoPost[] = [
  {
    course: 'diseno-desde-cero',
    lesson: [0, 0],
    kind: 'question',
    text: '¿Vale hacerlo con una revista vieja en vez de con una página web?',
    positionMs: 4_000,
    daysAgo: 12,
    votes: 3,
    reply: 'Sí, y es mejor: una revista no cambia mientras la miras.',
  },
  { course: 'diseno-desde-cero', kind: 'question', text: '¿Cuánto papel conviene tener a mano para las cuatro semanas?', daysAgo: 2 },
  {
    course: 'diseno-desde-cero',
    lesson: [1, 0],
    kind: 'question',
    text: 'Do the letters for the poster have to be drawn by hand, or may I print and cut them?',
    positionMs: 21_000,
    daysAgo: 5,
    by: 4,
    votes: 5,
    reply: 'Cut them, by all means: what counts is the space between them.',
  },
  {
    course: 'diseno-desde-cero',
    lesson: [0, 1],
    kind: 'comment',
    text: 'Dobrei a folha em três e, pela primeira vez, percebi para que serve a grelha.',
    daysAgo: 4,
    by: 1,
    votes: 2,
  },
  {
    course: 'diseno-desde-cero',
    kind: 'comment',
    text: 'He rehecho el menú del bar de abajo con la primera semana. Lo han colgado.',
    daysAgo: 6,
    reply: '¡Enhorabuena! Mándame una foto.',
  },
  { course: 'master-narrativa-visual', kind: 'comment', text: 'Empecé por el segundo curso y se sigue igual de bien.', daysAgo: 9 },
]
const dayMs = 24 * 60 * 60_000

/** A few questions and comments, where nobody wrote any. */
export async function seedDiscussions(knex: Knex, productIdOf: (slug: string) => string, now: Date): Promise<void> {
  const [products, lessons, held, buyers] = await Promise.all([
    knex('products').pluck<string[]>('id'),
    knex('lessons').pluck<string[]>('id'),
    knex('discussion_posts').pluck<string[]>('product_id'),
    knex('users')
      .whereIn(
        'id',
        Array.from({ length: buyersInAll }, (_, index) => buyerId(index)),
      )
      .pluck<string[]>('id'),
  ])
  for (const [index, { course, lesson, kind, text, positionMs, daysAgo, by, votes = 0, reply }] of posts.entries()) {
    const productId = productIdOf(course)
    const lessonId = lesson ? demoId(`lesson/${course}/${lesson[0]}/${lesson[1]}`) : null
    if (!products.includes(productId) || held.includes(productId) || (lessonId !== null && !lessons.includes(lessonId))) continue
    const at = new Date(now.getTime() - daysAgo * dayMs)
    const id = demoId(`post/${course}/${index}`)
    const place = { product_id: productId, lesson_id: lessonId, kind }
    const writer = by === undefined ? demoUserIds.viewer : buyerId(by)
    if (by !== undefined && !buyers.includes(writer)) continue
    const voters = buyers.filter((buyer) => buyer !== writer).slice(0, votes)
    const asked = {
      ...place,
      id,
      user_id: writer,
      text,
      votes: voters.length,
      position_ms: positionMs ?? null,
      created_at: at,
      updated_at: at,
    }
    await knex('discussion_posts').insert(asked)
    if (voters.length > 0) await knex('discussion_votes').insert(voters.map((user_id) => ({ post_id: id, user_id, voted_at: at })))
    if (reply === undefined) continue
    const answeredAt = new Date(at.getTime() + 5 * 60 * 60_000)
    const answerId = demoId(`reply/${course}/${index}`)
    await knex('discussion_posts').insert({
      ...place,
      id: answerId,
      parent_id: id,
      user_id: demoUserIds.organizer,
      by_teacher: true,
      told_at: answeredAt,
      text: reply,
      created_at: answeredAt,
      updated_at: answeredAt,
    })
    if (kind === 'question') await knex('discussion_posts').where({ id }).update({ accepted_id: answerId })
  }
}
