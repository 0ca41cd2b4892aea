import { courses, type Course, type Lesson } from '@e-events/shared/contract/learning/courses.ts'
import { curricula, type Curriculum, type OwnLesson } from '@e-events/shared/contract/learning/curriculum.ts'
import { resources } from '@e-events/shared/contract/learning/resources.ts'
import type { PostDocument } from '@e-events/shared/domain/post-document.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { UserRow } from '../../../db/tables/people.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

let t: TestApi
let owner: UserRow
let producer: string
let learner: string
let slug: string
let channelId: string
let moduleId: string
beforeAll(async () => {
  t = await createTestApi()
})
afterAll(() => t.stop())
beforeEach(async () => {
  owner = await t.factories.producer()
  producer = await t.tokenOf(owner)
  channelId = (await t.factories.channel({ owner_id: owner.id })).id
  const course = await t.factories.product({ type: 'course', plan: 'paid', channel_id: channelId }, { sessions: 0 })
  slug = course.slug
  const [module] = await t.database.knex('course_modules').insert({ product_id: course.id, title: 'Uno', position: 0 }).returning('id')
  moduleId = module?.id ?? ''
  const user = await t.factories.user()
  await t.factories.ticket({ user_id: user.id, product_id: course.id })
  learner = await t.tokenOf(user)
})

const base = { title: 'Mirar', kind: 'text', source: null, notes: '', isPreview: false } as const
const own = async () => (await t.call(curricula.get, { params: { slug }, as: producer }).expect(200)).body as Curriculum
const lessonsOf = ({ modules }: Curriculum) => modules.flatMap(({ lessons }) => lessons)
/** Sends a lesson on the version that there is. */
const add = async (fields: object, as = producer) =>
  t.call(curricula.addLesson, { params: { slug, id: moduleId }, body: { version: (await own()).version, ...base, ...fields }, as })
const change = async (id: string, fields: object, as = producer) =>
  t.call(curricula.updateLesson, { params: { slug, id }, body: { version: (await own()).version, ...base, ...fields }, as })
async function added(fields: object): Promise<OwnLesson> {
  const made = lessonsOf((await (await add(fields)).body) as Curriculum).at(-1)
  if (!made) throw new Error('no lesson')
  return made
}
const page = async (id: string) => (await t.call(courses.lesson, { params: { slug, id }, as: learner }).expect(200)).body as Lesson
const issuesOf = ({ body }: { body: unknown }) => (body as { issues: { path: string; rule: string }[] }).issues
const codeOf = ({ body }: { body: unknown }) => (body as { code: string }).code
const words = (text: string, ...marks: { type: 'bold' | 'italic' }[]): PostDocument => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text, marks }] }],
})

describe('a lesson', () => {
  it('stores and answers title, video url, live url, meeting url, resources and notes [LRN-006]', async () => {
    const video = await added({
      title: 'Vídeo',
      kind: 'video',
      url: 'https://vimeo.com/76979871',
      notes: words('Fíjate', { type: 'bold' }),
    })
    const live = await added({ title: 'Directo', kind: 'live', url: 'https://www.youtube.com/live/dQw4w9WgXcQ' })
    const meeting = await added({ title: 'Tutoría', kind: 'meeting', url: 'https://meet.jit.si/tutoria' })
    await t
      .call(resources.addLink, {
        params: { slug, id: video.id },
        body: { title: 'Guía', url: 'https://example.org/guia.pdf' },
        as: producer,
      })
      .expect(201)
    expect(lessonsOf(await own())).toMatchObject([
      { title: 'Vídeo', kind: 'video', url: 'https://vimeo.com/76979871', source: null, notes: words('Fíjate', { type: 'bold' }) },
      { title: 'Directo', kind: 'live', url: 'https://www.youtube.com/live/dQw4w9WgXcQ', source: null },
      { title: 'Tutoría', kind: 'meeting', url: 'https://meet.jit.si/tutoria', source: null },
    ])
    // The same for a learner: players in a frame, a meeting that opens by itself.
    expect(await page(video.id)).toMatchObject({
      title: 'Vídeo',
      embedUrl: 'https://player.vimeo.com/video/76979871',
      meetingUrl: null,
      notesHtml: '<p><strong>Fíjate</strong></p>',
      isByHand: true,
    })
    expect(await page(live.id)).toMatchObject({ embedUrl: 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ' })
    expect(await page(meeting.id)).toMatchObject({ embedUrl: null, meeting: null, meetingUrl: 'https://meet.jit.si/tutoria' })
    const listed = await t.call(resources.list, { params: { slug }, as: learner }).expect(200)
    expect(listed.body).toMatchObject({ lessons: [{ resources: [{ title: 'Guía', url: 'https://example.org/guia.pdf' }] }] })
    for (const [kind, url] of [
      ['video', 'ftp://vimeo.com/76979871'],
      ['live', 'javascript:alert(1)'],
      ['meeting', 'mailto:a@b.example'],
      ['meeting', 'meet.jit.si/tutoria'],
    ] as const)
      expect([(await add({ kind, url })).status, kind, url]).toEqual([400, kind, url])
    expect((await add({ title: ' ' })).status).toBe(400)
    expect(lessonsOf(await own())).toHaveLength(3)
  })

  it('shows no address that no player of ours knows, and one thing at most', async () => {
    expect(issuesOf(await add({ kind: 'video', url: 'https://films.example/a.mp4' }))).toMatchObject([{ path: 'body.url', rule: 'embed' }])
    expect(issuesOf(await add({ kind: 'text', url: 'https://vimeo.com/76979871' }))).toMatchObject([{ path: 'body.url', rule: 'embed' }])
    const film = await t.factories.product({ type: 'vod', channel_id: channelId }, { sessions: 0 })
    expect(issuesOf(await add({ kind: 'video', source: film.slug, url: 'https://vimeo.com/76979871' }))).toMatchObject([
      { path: 'body.url', rule: 'one_content' },
    ])
  })

  it('takes the address of an own product as that product, and of no other page of ours', async () => {
    const film = await t.factories.product({ type: 'vod', channel_id: channelId, status: 'draft' }, { sessions: 0 })
    const foreign = await t.factories.product({ type: 'vod' }, { sessions: 0 })
    const at = (path: string) => `${t.env.PUBLIC_ORIGIN}${path}`
    expect(await added({ kind: 'video', url: at(`/products/${film.slug}?from=list`) })).toMatchObject({
      url: null,
      source: { slug: film.slug },
    })
    for (const [kind, path] of [
      ['video', `/player/${foreign.slug}`],
      ['meeting', `/products/${film.slug}`],
      ['meeting', '/manage/payouts'],
    ] as const)
      expect([codeOf(await add({ kind, url: at(path) })), path]).toEqual(['LESSON_SOURCE', path])
  })

  it('from elsewhere is marked by its learner, in an enforced order too, and never by a report of what was played', async () => {
    const first = await added({ kind: 'video', url: 'https://vimeo.com/76979871' })
    const second = await added({ title: 'Después' })
    const { version } = await own()
    await t
      .call(curricula.settings, {
        params: { slug },
        body: { version, watchedPercent: 90, watchedByHand: false, lessonOrder: 'enforced' },
        as: producer,
      })
      .expect(200)
    const openSecond = () => t.call(courses.lesson, { params: { slug, id: second.id }, as: learner })
    expect(codeOf(await openSecond())).toBe('LESSON_LOCKED')
    const report = { lessons: [{ id: first.id, stretches: [{ fromMs: 0, toMs: 1_000 }], positionMs: 1_000 }] }
    expect(codeOf(await t.call(courses.progress, { params: { slug }, body: report, as: learner }))).toBe('PROGRESS_IMPOSSIBLE')
    expect((await t.call(courses.playback, { params: { slug, id: first.id }, as: learner })).status).toBe(404)
    const marked = await t.call(courses.watched, { params: { slug, id: first.id }, body: { watched: true }, as: learner }).expect(200)
    expect((marked.body as Course).percent).toBe(50)
    await openSecond().expect(200)
  })

  it('keeps its address to those who have the course', async () => {
    const { id } = await added({ kind: 'meeting', url: 'https://meet.jit.si/solo-alumnado' })
    const stranger = await t.tokenOf(await t.factories.user())
    expect((await t.call(courses.lesson, { params: { slug, id }, as: stranger })).status).toBe(402)
    const seen = await t.call(courses.get, { params: { slug }, as: stranger }).expect(200)
    expect(JSON.stringify(seen.body)).not.toContain('solo-alumnado')
  })
})

describe('the notes of a lesson', () => {
  it('are a document that the server renders, and plain words become paragraphs', async () => {
    const { id, notes } = await added({ notes: 'Uno.\ndos.\n\n\n<b>Tres</b>' })
    expect(notes.content.map(({ type }) => type)).toEqual(['paragraph', 'paragraph'])
    expect((await page(id)).notesHtml).toBe('<p>Uno.<br />dos.</p><p>&lt;b&gt;Tres&lt;/b&gt;</p>')
    const list: PostDocument = {
      type: 'doc',
      content: [
        { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Antes' }] },
        {
          type: 'bulletList',
          content: [{ type: 'listItem', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Papel' }] }] }],
        },
      ],
    }
    await change(id, { notes: list })
    expect((await page(id)).notesHtml).toBe('<h2>Antes</h2><ul><li><p>Papel</p></li></ul>')
    expect(lessonsOf(await own())[0]?.notes).toEqual(list)
    const link = { type: 'text', text: 'aquí', marks: [{ type: 'link', attrs: { href: 'javascript:alert(1)' } }] }
    expect((await change(id, { notes: { type: 'doc', content: [{ type: 'paragraph', content: [link] }] } })).status).toBe(400)
    await change(id, { notes: { type: 'doc', content: [{ type: 'paragraph' }] } })
    expect((await page(id)).notesHtml).toBe('')
    expect(issuesOf(await change(id, { notes: words('a'.repeat(20_001)) }))).toMatchObject([{ path: 'body.notes', rule: 'too_big' }])
  })

  it('that were written as plain words are shown and edited as before', async () => {
    const { knex } = t.database
    const [old] = await knex('lessons')
      .insert({ module_id: moduleId, title: 'De antes', position: 0, notes: 'Uno & dos\n\nTres' })
      .returning('id')
    expect((await page(old?.id ?? '')).notesHtml).toBe('<p>Uno &amp; dos</p><p>Tres</p>')
    const [lesson] = lessonsOf(await own())
    expect(lesson?.notes.content).toHaveLength(2)
    await change(old?.id ?? '', { notes: lesson?.notes }).then(({ status }) => expect(status).toBe(200))
    expect((await page(old?.id ?? '')).notesHtml).toBe('<p>Uno &amp; dos</p><p>Tres</p>')
  })

  it('take pictures of their author, and keep those that were in them when somebody else writes on', async () => {
    const { knex } = t.database
    const picture = async (by: UserRow) => {
      const [file] = await knex('files')
        .insert({
          owner_id: by.id,
          purpose: 'image',
          storage_key: `images/${crypto.randomUUID()}`,
          original_name: 'patio.png',
          mime_type: 'image/png',
          size_bytes: 4,
          is_public: true,
          width: 1_200,
          height: 800,
        })
        .returning('id')
      const src = `/api/files/${file?.id}`
      return { src, document: { type: 'doc', content: [{ type: 'image', attrs: { src, alt: 'El patio' } }] } }
    }
    const stranger = await picture(await t.factories.producer())
    expect(issuesOf(await add({ notes: stranger.document }))).toMatchObject([{ path: 'body.notes', rule: 'unknown_image' }])
    const mine = await picture(owner)
    const { id } = await added({ notes: mine.document })
    expect((await page(id)).notesHtml).toMatch(new RegExp(`<img src="${mine.src}".* alt="El patio" width="1200" height="800"`))
    // A picture that an administrator put in stays when the organizer writes on, and goes with its removal.
    const staff = await t.factories.admin()
    const theirs = await picture(staff)
    expect((await change(id, { notes: theirs.document }, await t.tokenOf(staff))).status).toBe(200)
    expect((await change(id, { title: 'Otra', notes: theirs.document })).status).toBe(200)
    expect((await change(id, { notes: '' })).status).toBe(200)
    expect(issuesOf(await change(id, { notes: theirs.document }))).toMatchObject([{ rule: 'unknown_image' }])
  })
})
