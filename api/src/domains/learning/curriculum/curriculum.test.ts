import type { Curriculum } from '@e-events/shared/contract/learning/curriculum.ts'
import { curricula } from '@e-events/shared/contract/learning/curriculum.ts'
import type { ErrorCode } from '@e-events/shared/errors.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

let t: TestApi
let producer: string
let admin: string
let slug: string
let channelId: string
beforeAll(async () => {
  t = await createTestApi()
  admin = await t.tokenOf(await t.factories.admin())
})
afterAll(() => t.stop())
beforeEach(async () => {
  const user = await t.factories.producer()
  producer = await t.tokenOf(user)
  channelId = (await t.factories.channel({ owner_id: user.id })).id
  slug = (await t.factories.product({ type: 'course', channel_id: channelId, status: 'draft' }, { sessions: 0 })).slug
})

const text = { title: 'Leer', kind: 'text', source: null, notes: 'Nota', isPreview: false } as const
const codeOf = (reply: { body: unknown }) => (reply.body as { code: ErrorCode }).code
const read = async (as = producer) => (await t.call(curricula.get, { params: { slug }, as }).expect(200)).body as Curriculum
const addModule = async (version: number, title: string) =>
  (await t.call(curricula.addModule, { params: { slug }, body: { version, title }, as: producer }).expect(201)).body as Curriculum
const addLesson = (version: number, id: string, fields: object = {}) =>
  t.call(curricula.addLesson, { params: { slug, id }, body: { version, ...text, ...fields }, as: producer })
const shape = ({ modules }: Curriculum) => modules.map(({ title, lessons }) => [title, lessons.map((lesson) => lesson.title)])

/** Two modules: the first with two lessons. */
async function built(): Promise<Curriculum> {
  await addModule(0, 'Uno')
  const { modules } = await addModule(1, 'Dos')
  await addLesson(2, modules[0]?.id ?? '', { title: 'A' }).expect(201)
  return (await addLesson(3, modules[0]?.id ?? '', { title: 'B' }).expect(201)).body as Curriculum
}

describe('the curriculum of a course', () => {
  it('is of courses alone, and of their organizer and administrators [LRN-035]', async () => {
    const film = await t.factories.product({ type: 'vod', channel_id: channelId }, { sessions: 0 })
    expect(codeOf(await t.call(curricula.get, { params: { slug: film.slug }, as: producer }).expect(409))).toBe('STATE_CONFLICT')
    const stranger = await t.tokenOf(await t.factories.producer())
    await t.call(curricula.get, { params: { slug }, as: stranger }).expect(404)
    await t.call(curricula.addModule, { params: { slug }, body: { version: 0, title: 'X' }, as: stranger }).expect(404)
    await t.call(curricula.addModule, { params: { slug }, body: { version: 0, title: 'De administración' }, as: admin }).expect(201)
    expect(shape(await read())).toEqual([['De administración', []]])
  })

  it('has modules with titles, which hold lessons, in an order that moves lessons between modules [LRN-005]', async () => {
    const before = await built()
    expect(shape(before)).toEqual([
      ['Uno', ['A', 'B']],
      ['Dos', []],
    ])
    const [one, two] = before.modules
    const order = [
      { id: two?.id ?? '', lessons: [one?.lessons[1]?.id ?? ''] },
      { id: one?.id ?? '', lessons: [one?.lessons[0]?.id ?? ''] },
    ]
    const half = await t.call(curricula.arrange, { params: { slug }, body: { version: 4, modules: order.slice(1) }, as: producer })
    expect([half.status, codeOf(half)]).toEqual([409, 'STATE_CONFLICT'])
    const lesson = one?.lessons[0]?.id ?? ''
    const twice = order.map((module, index) => ({ ...module, lessons: index === 0 ? [lesson, lesson] : [] }))
    expect(codeOf(await t.call(curricula.arrange, { params: { slug }, body: { version: 4, modules: twice }, as: producer }))).toBe(
      'STATE_CONFLICT',
    )
    await t.call(curricula.arrange, { params: { slug }, body: { version: 4, modules: order }, as: producer }).expect(200)
    expect(shape(await read())).toEqual([
      ['Dos', ['B']],
      ['Uno', ['A']],
    ])
  })

  it('refuses the second of two editors, who saw what the first has changed', async () => {
    await built()
    const one = await read()
    await t
      .call(curricula.updateModule, {
        params: { slug, id: one.modules[0]?.id ?? '' },
        body: { version: one.version, title: 'Ya' },
        as: admin,
      })
      .expect(200)
    const late = [
      addLesson(one.version, one.modules[1]?.id ?? ''),
      t.call(curricula.removeModule, { params: { slug, id: one.modules[0]?.id ?? '' }, query: { version: one.version }, as: producer }),
    ]
    for (const reply of await Promise.all(late)) expect([reply.status, codeOf(reply)]).toEqual([409, 'CURRICULUM_CHANGED'])
    expect(shape(await read())).toEqual([
      ['Ya', ['A', 'B']],
      ['Dos', []],
    ])
    // One of two who write at once wins.
    const { version, modules } = await read()
    const both = await Promise.all([addLesson(version, modules[1]?.id ?? ''), addLesson(version, modules[1]?.id ?? '')])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
  })

  it('takes videos, shows and meetings of the same organizer, and of the type of the lesson', async () => {
    const { modules, version } = await built()
    const id = modules[0]?.lessons[0]?.id ?? ''
    const film = await t.factories.product({ type: 'vod', channel_id: channelId, status: 'draft' }, { sessions: 0 })
    const foreign = await t.factories.product({ type: 'vod' }, { sessions: 0 })
    const put = (fields: object, at = version) =>
      t.call(curricula.updateLesson, { params: { slug, id }, body: { version: at, ...text, ...fields }, as: producer })
    for (const wrong of [
      { kind: 'video', source: foreign.slug },
      { kind: 'live', source: film.slug },
      { kind: 'text', source: film.slug },
      { kind: 'video', source: 'absent' },
    ])
      expect(codeOf(await put(wrong).expect(409))).toBe('LESSON_SOURCE')
    const processing = (await put({ kind: 'video', source: film.slug, isPreview: true }).expect(200)).body as Curriculum
    expect(processing.modules[0]?.lessons[0]).toMatchObject({ kind: 'video', isPreview: true, source: { slug: film.slug, isReady: false } })
    await t.factories.asset({ product_id: film.id })
    const sources = (await t.call(curricula.sources, { params: { slug }, as: producer }).expect(200)).body as { sources: unknown[] }
    expect(sources.sources).toEqual([expect.objectContaining({ slug: film.slug, isReady: true })])
  })

  it('changes and deletes modules and lessons, and none of another course', async () => {
    const { modules, version } = await built()
    const other = await t.factories.product({ type: 'course', channel_id: channelId }, { sessions: 0 })
    const [module, lesson] = [modules[0]?.id ?? '', modules[0]?.lessons[0]?.id ?? '']
    const there = { slug: other.slug }
    await t.call(curricula.updateLesson, { params: { ...there, id: lesson }, body: { version: 0, ...text }, as: producer }).expect(404)
    await t.call(curricula.removeModule, { params: { ...there, id: module }, query: { version: 0 }, as: producer }).expect(404)
    await t.call(curricula.removeLesson, { params: { slug, id: lesson }, query: { version }, as: producer }).expect(200)
    expect(shape(await read())).toEqual([
      ['Uno', ['B']],
      ['Dos', []],
    ])
    await t.call(curricula.removeModule, { params: { slug, id: module }, query: { version: version + 1 }, as: producer }).expect(200)
    expect(shape(await read())).toEqual([['Dos', []]])
    const settings = { version: version + 2, watchedPercent: 70, watchedByHand: true }
    await t.call(curricula.settings, { params: { slug }, body: settings, as: producer }).expect(200)
    expect(await read()).toMatchObject({ watchedPercent: 70, watchedByHand: true })
  })
})
