import { podcasts, type Chapters } from '@e-events/shared/contract/catalogue/podcasts.ts'
import { limits } from '@e-events/shared/limits.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UserRow } from '../../../db/tables/people.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

let t: TestApi
let producer: UserRow
let as: string
beforeAll(async () => {
  t = await createTestApi()
  producer = await t.factories.producer()
  as = await t.tokenOf(producer)
})
afterAll(() => t.stop())

async function podcast(fields: Parameters<TestApi['factories']['product']>[0] = {}, durationMs?: number) {
  const channel = await t.factories.channel({ owner_id: producer.id })
  const made = await t.factories.product({ channel_id: channel.id, type: 'podcast', ...fields })
  if (durationMs !== undefined) await t.factories.asset({ product_id: made.id, kind: 'audio', duration_ms: durationMs, has_video: false })
  return made
}
const set = (slug: string, chapters: unknown, token = as) =>
  t.call(podcasts.setChapters, { params: { slug }, body: { chapters }, as: token })
const get = (slug: string, token?: string) => t.call(podcasts.chapters, { params: { slug }, as: token })
const chapter = (startMs: number, title = 'Capítulo') => ({ title, startMs })

describe('chapters of a podcast', () => {
  it('come in order, each with a title, and begin before the end', async () => {
    const { slug } = await podcast({}, 60_000)
    const refused: [unknown, string][] = [
      [[chapter(10), chapter(10)], 'body.chapters.1.startMs'],
      [[chapter(10), chapter(5)], 'body.chapters.1.startMs'],
      [[chapter(-1)], 'body.chapters.0.startMs'],
      [[chapter(0.5)], 'body.chapters.0.startMs'],
      [[chapter(limits.chapterStartMs + 1)], 'body.chapters.0.startMs'],
      [[chapter(0, '  ')], 'body.chapters.0.title'],
      [[chapter(0, 'x'.repeat(limits.chapterTitleChars + 1))], 'body.chapters.0.title'],
      [[chapter(0), chapter(60_000)], 'body.chapters.1.startMs'],
      [Array.from({ length: limits.chapters + 1 }, (_, index) => chapter(index)), 'body.chapters'],
    ]
    for (const [chapters, path] of refused) {
      const reply = await set(slug, chapters)
      expect([reply.status, (reply.body as { issues: { path: string }[] }).issues[0]?.path]).toEqual([400, path])
    }
    expect((await get(slug)).body).toEqual({ chapters: [], durationMs: 60_000 })
    await set(slug, [chapter(0, ' Inicio '), chapter(59_999, 'Final')]).expect(200)
    expect(((await get(slug)).body as Chapters).chapters).toEqual([chapter(0, 'Inicio'), chapter(59_999, 'Final')])
    await set(slug, []).expect(200)
    expect(((await get(slug)).body as Chapters).chapters).toEqual([])
  })

  it('may be written before there is a sound', async () => {
    const { slug } = await podcast()
    expect((await set(slug, [chapter(0), chapter(3_600_000)])).body).toMatchObject({
      durationMs: null,
      chapters: [{}, { startMs: 3_600_000 }],
    })
  })

  it('are set by their organizer, for a podcast or a video', async () => {
    const { slug } = await podcast()
    const stranger = await t.tokenOf(await t.factories.producer())
    const viewer = await t.tokenOf(await t.factories.user())
    expect([(await set(slug, [], stranger)).status, (await set(slug, [], viewer)).status]).toEqual([404, 403])
    const vod = await podcast({ type: 'vod' })
    expect((await set(vod.slug, [chapter(0)])).body).toMatchObject({ chapters: [chapter(0)] })
    const post = await podcast({ type: 'post' })
    expect((await set(post.slug, [chapter(0)])).body).toMatchObject({ code: 'STATE_CONFLICT' })
    expect((await get(post.slug)).status).toBe(404)
  })

  it('of a draft or private one are known to its owner and ticket holders alone', async () => {
    const draft = await podcast({ status: 'draft' })
    const hidden = await podcast({ status: 'private' })
    const somebody = await t.factories.user()
    const viewer = await t.tokenOf(somebody)
    for (const { slug } of [draft, hidden]) {
      expect([(await get(slug)).status, (await get(slug, viewer)).status, (await get(slug, as)).status]).toEqual([404, 404, 200])
    }
    await t.factories.ticket({ user_id: somebody.id, product_id: hidden.id })
    expect((await get(hidden.slug, viewer)).status).toBe(200)
  })
})
