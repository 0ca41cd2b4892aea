import { courses, type Course } from '@e-events/shared/contract/learning/courses.ts'
import type { Playback } from '@e-events/shared/contract/live/playback.ts'
import type { ErrorCode } from '@e-events/shared/errors.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { UserRow } from '../../../db/tables/people.ts'
import { closed, createShow, live, playable, type Show } from '../../../testing/show.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

let t: TestApi
let learner: UserRow
let as: string
beforeAll(async () => {
  t = await createTestApi()
})
afterAll(() => t.stop())
beforeEach(async () => {
  learner = await t.factories.user()
  as = await t.tokenOf(learner)
})

const minuteMs = 60_000

/** A show that is on air since ten minutes, as the one lesson of a course that the learner has. */
async function onAir(): Promise<Show & { course: { id: string; slug: string }; lesson: string }> {
  const s = await createShow(t)
  const { knex } = t.database
  const product = await knex('products').where({ slug: s.slug }).first()
  const course = await t.factories.product({ type: 'course', plan: 'paid', channel_id: product?.channel_id ?? '' }, { sessions: 0 })
  const [module] = await knex('course_modules').insert({ product_id: course.id, title: 'Uno', position: 0 }).returning('id')
  const [lesson] = await knex('lessons')
    .insert({ module_id: module?.id ?? '', title: 'En directo', position: 0, kind: 'live', source_product_id: product?.id ?? null })
    .returning('id')
  await t.factories.ticket({ user_id: learner.id, product_id: course.id })
  await s.apply(1, live(s.feeds[0]!))
  await s.apply(3, playable(s, s.feeds[0]!))
  return { ...s, course, lesson: lesson?.id ?? '' }
}
type Lesson = Awaited<ReturnType<typeof onAir>>
const end = async (s: Show, durationMs: number) => {
  await s.stop()
  await s.apply(600, closed(s, s.feeds[0]!, { durationMs }))
}
const report = (s: Lesson, stretches: (readonly [number, number])[], broadcastId = s.broadcast.id) =>
  t.call(courses.progress, {
    params: { slug: s.course.slug },
    body: {
      lessons: [{ id: s.lesson, broadcastId, stretches: stretches.map(([fromMs, toMs]) => ({ fromMs, toMs })), positionMs: 0 }],
    },
    as,
  })
const play = async (s: Lesson) =>
  (await t.call(courses.playback, { params: { slug: s.course.slug, id: s.lesson }, as }).expect(200)).body as Playback
const read = async (s: Lesson) => {
  const { percent, modules } = (await t.call(courses.get, { params: { slug: s.course.slug }, as }).expect(200)).body as Course
  return { course: percent, lesson: modules[0]?.lessons[0]?.percent, isWatched: modules[0]?.lessons[0]?.isWatched }
}
const codeOf = (reply: { body: unknown }) => (reply.body as { code: ErrorCode }).code
async function later(ms: number): Promise<void> {
  t.clock.advance(ms)
  as = await t.tokenOf(learner)
}
const markSeenShows = () => t.api.platform.timers.find(({ name }) => name === 'shows that learners saw')?.run()

describe('a lesson that is a show on air', () => {
  it('is made whole by its first half on air and its second one from the recording, a break between them left out', async () => {
    const s = await onAir()
    const shown = (await play(s)) as Extract<Playback, { state: 'on_air' }>
    const clock = { id: s.broadcast.id, startedAt: s.broadcast.started_at.toISOString() }
    expect(shown.media.broadcast).toEqual(clock)
    await report(s, [[0, 2 * minuteMs]]).expect(200)
    // Nobody knows yet how long it will be.
    expect(await read(s)).toEqual({ course: 0, lesson: 0, isWatched: false })
    // Five minutes with a break of one: its recording has four.
    await end(s, 4 * minuteMs)
    expect(await read(s)).toEqual({ course: 0, lesson: 50, isWatched: false })
    await later(minuteMs)
    expect(((await play(s)) as Extract<Playback, { state: 'finished' }>).recording?.broadcast).toEqual(clock)
    // Seen on air before: it counts once.
    await report(s, [[minuteMs, 2 * minuteMs]]).expect(200)
    expect((await read(s)).lesson).toBe(50)
    await later(minuteMs)
    await report(s, [[3 * minuteMs, 5 * minuteMs]]).expect(200)
    expect(await read(s)).toEqual({ course: 100, lesson: 100, isWatched: true })
  })

  it('refuses what was not sent yet, and the clock of another show or of a rehearsal', async () => {
    const [s, other] = [await onAir(), await onAir()]
    const rehearsal = await t.factories.broadcast({ product_id: s.broadcast.product_id, kind: 'rehearsal', state: 'ended' })
    const sentMs = t.clock.nowMs() - s.broadcast.started_at.getTime()
    const refused = async (stretch: readonly [number, number], id = s.broadcast.id) =>
      expect(codeOf(await report(s, [stretch], id).expect(409))).toBe('PROGRESS_IMPOSSIBLE')
    await refused([sentMs, sentMs + minuteMs])
    await refused([0, 3 * minuteMs])
    await refused([0, minuteMs], other.broadcast.id)
    await refused([0, minuteMs], rehearsal.id)
    await refused([0, minuteMs], crypto.randomUUID())
    await report(s, [[sentMs - minuteMs, sentMs]]).expect(200)
    // A show that is over sends nothing more, however late it is.
    await end(s, 10 * minuteMs)
    await later(20 * minuteMs)
    await refused([sentMs + minuteMs, sentMs + 2 * minuteMs])
  })

  it('counts as watched by itself where all of it was seen on air, once its length is known', async () => {
    const s = await onAir()
    await report(s, [[0, 2 * minuteMs]]).expect(200)
    await markSeenShows()
    expect((await read(s)).isWatched).toBe(false)
    await end(s, 2 * minuteMs)
    await markSeenShows()
    expect(await read(s)).toEqual({ course: 100, lesson: 100, isWatched: true })
    const completed = () => t.database.knex('course_completions').where({ user_id: learner.id, product_id: s.course.id })
    expect(await completed()).toHaveLength(1)
  })

  it('stays without its mark where it was taken away by hand, until it is seen again', async () => {
    const s = await onAir()
    await t.database.knex('course_details').insert({ product_id: s.course.id, watched_by_hand: true })
    await report(s, [[0, 2 * minuteMs]]).expect(200)
    await end(s, 2 * minuteMs)
    await markSeenShows()
    expect((await read(s)).isWatched).toBe(true)
    const unmark = { params: { slug: s.course.slug, id: s.lesson }, body: { watched: false }, as }
    await t.call(courses.watched, unmark).expect(200)
    await markSeenShows()
    expect(await read(s)).toEqual({ course: 0, lesson: 0, isWatched: false })
    await later(minuteMs)
    await report(s, [[0, minuteMs]]).expect(200)
    expect(await read(s)).toEqual({ course: 0, lesson: 50, isWatched: false })
  })

  it('is not completed by whom the money went back to, nor by half of it', async () => {
    const s = await onAir()
    await report(s, [[0, minuteMs]]).expect(200)
    await end(s, 2 * minuteMs)
    await markSeenShows()
    expect((await read(s)).isWatched).toBe(false)
    const left = await onAir()
    await later(minuteMs)
    await report(left, [[0, 2 * minuteMs]]).expect(200)
    const back = { revoked_at: t.clock.now(), revoked_reason: 'refund' } as const
    await t.database.knex('tickets').where({ product_id: left.course.id }).update(back)
    await end(left, 2 * minuteMs)
    await markSeenShows()
    expect(await t.database.knex('course_completions').where({ user_id: learner.id })).toEqual([])
  })

  it('begins anew with another show: its minutes are others', async () => {
    const s = await onAir()
    await report(s, [[0, 2 * minuteMs]]).expect(200)
    await end(s, 4 * minuteMs)
    const again = await t.factories.broadcast({ product_id: s.broadcast.product_id, started_at: t.clock.now() })
    await later(2 * minuteMs)
    await report(s, [[minuteMs, 2 * minuteMs]], again.id).expect(200)
    expect((await read(s)).lesson).toBe(25)
  })
})
