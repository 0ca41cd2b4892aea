import type { Knex } from 'knex'
import { createTestDatabase } from '../../../api/src/testing/database.ts'
import { createFactories } from '../../../api/src/testing/factories.ts'
import { accessTokenSecret, connections, cost, send, startApi, startBare, type Side } from '../lib/api-lab.ts'
import type { Bench, Row } from '../lib/bench.ts'
import { addPeople, type BenchPerson } from '../lib/bench-people.ts'
import type { Figure } from '../lib/figures.ts'
import { openQueryCounter } from '../lib/query-counter.ts'
import { createRecords, record } from '../lib/recorded.ts'
import { interleave } from '../lib/rounds.ts'

const sizes = [30, 300] as const
type Size = (typeof sizes)[number]
const lessonsPerModule = 10
/** Each reports once a minute at most. */
const learnersPerRound = 20_000
const warmUp = 400
const filmMs = 300_000
/** Requests whose queries are counted, and reports of one account within one minute. */
const counted = 20
const repeated = 20

interface Lab {
  ours: Side
  bare: Side
  databaseUrl: string
  knex: Knex
  courses: Record<Size, { slug: string; lesson: string }>
  reader: BenchPerson
  /** Somebody who has not reported yet. */
  nextLearner(): BenchPerson
}

/** A course with that many videos, a third of them rated. */
async function addCourse(knex: Knex, lessons: number): Promise<{ id: string; slug: string; lesson: string }> {
  const factories = createFactories(knex)
  const channel = await factories.channel({ owner_id: (await factories.producer()).id })
  const course = await factories.product({ type: 'course', plan: 'paid', channel_id: channel.id }, { sessions: 0 })
  const film = await factories.product({ type: 'vod', channel_id: channel.id, status: 'draft' }, { sessions: 0 })
  await factories.asset({ product_id: film.id, duration_ms: filmMs })
  const ids: string[] = []
  for (let module = 0; module < lessons / lessonsPerModule; module++) {
    const [made] = await knex('course_modules')
      .insert({ product_id: course.id, title: `Parte ${module + 1}`, position: module })
      .returning('id')
    const rows = Array.from({ length: lessonsPerModule }, (_, position) => ({
      module_id: made?.id ?? '',
      title: `Lección ${module * lessonsPerModule + position + 1}: de la idea a la escena`,
      position,
      kind: 'video' as const,
      source_product_id: film.id,
    }))
    for (const { id } of await knex('lessons').insert(rows).returning('id')) ids.push(id)
  }
  const critic = await factories.user()
  await knex('lesson_ratings').insert(
    ids.filter((_, index) => index % 3 === 0).map((id) => ({ user_id: critic.id, lesson_id: id, stars: 4 })),
  )
  return { id: course.id, slug: course.slug, lesson: ids[0] ?? '' }
}

async function openLab(bench: Bench): Promise<Lab> {
  const learners = learnersPerRound * bench.rounds
  bench.say(`courses of ${sizes.join(' and ')} lessons, ${learners} accounts, the api and a bare server`)
  const database = await createTestDatabase({ poolMax: 2 })
  bench.atEnd(() => database.drop())
  const { knex } = database
  const [small, large] = [await addCourse(knex, 30), await addCourse(knex, 300)]
  const people = await addPeople(knex, learners, { ticketOf: small.id })
  await knex.raw(
    `insert into tickets (user_id, product_id, source) select user_id, ?::uuid, 'free' from tickets where product_id = ?::uuid`,
    [large.id, small.id],
  )
  await createRecords(knex)
  await knex.raw('analyze')
  const ours = await startApi(database.url)
  bench.atEnd(() => ours.child.end('SIGTERM'))
  let turn = 0
  const nextLearner = () => {
    const person = people[turn++]
    if (!person) throw new Error('every account of the row has reported')
    return person
  }
  const reader = nextLearner()
  const courses = { 30: small, 300: large }
  for (const { slug } of Object.values(courses))
    await record(knex, pageOf(slug), await send(ours.origin, { path: pageOf(slug), token: await reader.token() }))
  const bare = await startBare('bare-course.ts', [database.url, accessTokenSecret])
  bench.atEnd(() => bare.child.end('SIGTERM'))
  return { ours, bare, databaseUrl: database.url, knex, courses, reader, nextLearner }
}

const pageOf = (slug: string) => `/api/courses/${slug}?language=es`

/** Statements of a page for each size, counted on their way to PostgreSQL. */
async function queriesOfPages({ databaseUrl, courses, reader }: Lab): Promise<Record<Size, number>> {
  const counter = await openQueryCounter(databaseUrl)
  const api = await startApi(counter.url)
  try {
    const token = await reader.token()
    const one = async (size: Size) => {
      const page = () => send(api.origin, { path: pageOf(courses[size].slug), token })
      // The first one may read what is kept from then on.
      await page()
      const before = counter.count()
      for (let index = 0; index < counted; index++) await page()
      return (counter.count() - before) / counted
    }
    return { 30: await one(30), 300: await one(300) }
  } finally {
    await api.child.end('SIGTERM')
    counter.close()
  }
}

/** @throws Error where reports of one account within a minute wrote more than once */
async function assertOneWrite(lab: Lab): Promise<void> {
  const learner = lab.nextLearner()
  const version = async () =>
    (await lab.knex.raw<{ rows: { xmin: string }[] }>('select xmin::text from lesson_progress where user_id = ?', [learner.userId])).rows
  await report(lab, lab.ours, 30, learner)
  const first = await version()
  const answers = await Promise.allSettled(Array.from({ length: repeated }, () => report(lab, lab.ours, 30, learner)))
  const tooSoon = answers.filter((answer) => answer.status === 'rejected' && String(answer.reason).includes('PROGRESS_TOO_SOON'))
  const after = await version()
  if (first.length !== 1 || JSON.stringify(first) !== JSON.stringify(after) || tooSoon.length !== repeated)
    throw new Error(
      `${tooSoon.length} of ${repeated} reports within a minute were refused, and rows went from ${JSON.stringify(first)} to ${JSON.stringify(after)}`,
    )
}

/** A minute of the first lesson. */
async function report({ courses }: Lab, side: Side, size: Size, learner: BenchPerson): Promise<string> {
  const { slug, lesson } = courses[size]
  const lessons = [{ id: lesson, stretches: [{ fromMs: 0, toMs: 60_000 }], positionMs: 60_000 }]
  return send(side.origin, { path: `/api/courses/${slug}/progress?language=es`, token: await learner.token(), body: { lessons } })
}

export const course: Row = {
  id: 'course',
  title: 'Course page and progress',
  async measure(bench) {
    const lab = await openLab(bench)
    const seconds = Math.min(bench.seconds, 5)
    const token = await lab.reader.token()
    const how = `${connections} connections, as fast as it goes, ${seconds} s a round; processor time of the Node process alone`
    const compare = async (name: string, one: (side: Side) => Promise<string>) => {
      for (const side of [lab.ours, lab.bare])
        for (let done = 0; done < warmUp; done += connections) await Promise.all(Array.from({ length: connections }, () => one(side)))
      return interleave(bench, name, { ours: () => cost(lab.ours, seconds, one), baseline: () => cost(lab.bare, seconds, one) })
    }
    const figures: Figure[] = []
    for (const size of sizes) {
      const page = (side: Side) => send(side.origin, { path: pageOf(lab.courses[size].slug), token })
      const bytes = Buffer.byteLength(await page(lab.ours))
      figures.push({
        name: `Course page of ${size} lessons`,
        unit: 'CPU ms',
        ...(await compare(`page of ${size}`, page)),
        goal: {},
        note: `${how}; ${(bytes / 1000).toFixed(0)} KB of JSON, against Koa and pg with the token, the session and the same bytes as rows; ours also has access, locks, progress, limits and the contract`,
      })
    }
    const { 30: few, 300: many } = await queriesOfPages(lab)
    if (few !== many) throw new Error(`a page of 30 lessons takes ${few} queries, one of 300 takes ${many}`)
    figures.push({
      name: 'Queries of a course page, 300 lessons against 30',
      unit: 'queries',
      ours: [many],
      baseline: [few],
      goal: { ratioAtMost: 1 },
      note: `statements on their way to PostgreSQL over ${counted} pages each, with that of the session; the row fails where the two differ`,
    })
    await assertOneWrite(lab)
    for (const size of sizes) {
      const measured = await compare(`report in a course of ${size}`, (side) => report(lab, side, size, lab.nextLearner()))
      figures.push({
        name: `Report of progress, course of ${size} lessons`,
        unit: 'CPU µs',
        ours: measured.ours.map((ms) => ms * 1000),
        baseline: measured.baseline.map((ms) => ms * 1000),
        goal: {},
        note: `another learner each time, who is answered with the whole course; against the bare statements of session, lock, last report and what was covered, and the same bytes; ${repeated} more reports of one learner within the minute write nothing, or the row fails`,
      })
    }
    return { figures }
  },
}
