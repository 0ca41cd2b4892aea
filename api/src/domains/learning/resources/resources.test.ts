import { resources, type LessonResource, type LessonResources } from '@e-events/shared/contract/learning/resources.ts'
import { cleanFileName, extensionOf } from '@e-events/shared/domain/document-files.ts'
import { limits } from '@e-events/shared/limits.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UserRow } from '../../../db/tables/people.ts'
import { codeOf } from '../../../testing/organizer.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

let t: TestApi
let teacher: UserRow
let learner: UserRow
let as: { teacher: string; learner: string; stranger: string; rival: string }
beforeAll(async () => {
  t = await createTestApi()
  teacher = await t.factories.user({ roles: ['VIEWER', 'PRODUCER'] })
  learner = await t.factories.user()
  const rival = await t.factories.user({ roles: ['VIEWER', 'PRODUCER'] })
  const tokens = await Promise.all([teacher, learner, await t.factories.user(), rival].map((user) => t.tokenOf(user)))
  const [a = '', b = '', c = '', d = ''] = tokens
  as = { teacher: a, learner: b, stranger: c, rival: d }
})
afterAll(() => t.stop())

/** A course of the teacher with a preview and a closed lesson, which the learner has a ticket for. */
async function course(status: 'published' | 'draft' = 'published') {
  const { knex } = t.database
  const home = await t.factories.channel({ owner_id: teacher.id })
  const product = await t.factories.product({ type: 'course', status, channel_id: home.id }, { sessions: 0 })
  const [module] = await knex('course_modules').insert({ product_id: product.id, title: 'Uno', position: 0 }).returning('id')
  const lessons = await knex('lessons')
    .insert(['Mirar', 'Trazar'].map((title, position) => ({ module_id: module?.id ?? '', title, position, is_preview: position === 0 })))
    .returning('id')
  await t.factories.ticket({ user_id: learner.id, product_id: product.id })
  const [preview = '', lesson = ''] = lessons.map(({ id }) => id)
  return { slug: product.slug, id: product.id, channelId: home.id, preview, lesson }
}
const bytesOf = (text: string) => new TextEncoder().encode(text)
const beginnings: Record<string, string> = { pdf: '%PDF-1.7', zip: 'PK\u0003\u0004' }
const addFile = (slug: string, id: string, name: string, text = beginnings[extensionOf(name)] ?? 'Uno') =>
  t.call(resources.addFile, {
    params: { slug, id },
    query: { filename: name },
    upload: { contentType: 'application/octet-stream', bytes: bytesOf(text) },
    as: as.teacher,
  })
const addLink = (slug: string, id: string, url: string, title = 'Apuntes') =>
  t.call(resources.addLink, { params: { slug, id }, body: { title, url }, as: as.teacher })
const ownOf = ({ body }: { body: unknown }) => (body as { resources: LessonResource[] }).resources
const list = async (slug: string, by: string) => {
  const got = await t.call(resources.list, { params: { slug }, as: by })
  return (got.body as { lessons: LessonResources[] }).lessons
}
const download = (id: string, by: string) => t.call(resources.download, { params: { id }, as: by })

describe('material of a lesson', () => {
  it('is a link or a file, kept in the order that its organizer gives it, and a url is an address of the web', async () => {
    const { slug, lesson } = await course()
    expect((await addLink(slug, lesson, 'javascript:alert(1)')).status).toBe(400)
    await addLink(slug, lesson, 'https://example.org/apuntes')
    const [link, file] = ownOf(await addFile(slug, lesson, 'Retícula.pdf'))
    expect([link, file]).toMatchObject([
      { title: 'Apuntes', url: 'https://example.org/apuntes', file: null },
      { title: 'Retícula.pdf', url: null, file: { name: 'Retícula.pdf', sizeBytes: 8 } },
    ])
    const ids = [file?.id ?? '', link?.id ?? '']
    const arrange = (order: string[]) => t.call(resources.arrange, { params: { slug, id: lesson }, body: { ids: order }, as: as.teacher })
    expect(ownOf(await arrange(ids)).map(({ id }) => id)).toEqual(ids)
    expect(codeOf(await arrange([ids[0] ?? '']))).toBe('STATE_CONFLICT')
    expect(codeOf(await arrange([ids[0] ?? '', ids[0] ?? '']))).toBe('STATE_CONFLICT')
    await t.call(resources.update, { params: { slug, id: ids[0] ?? '' }, body: { title: 'La retícula' }, as: as.teacher })
    await addLink(slug, lesson, 'https://example.org/mas', 'Más')
    expect((await list(slug, as.learner))[0]?.resources.map(({ title }) => title)).toEqual(['La retícula', 'Apuntes', 'Más'])
    const left = ownOf(await t.call(resources.remove, { params: { slug, id: ids[1] ?? '' }, as: as.teacher }))
    expect(left.map(({ title }) => title)).toEqual(['La retícula', 'Más'])
  })

  it('downloads under its own name for whoever has the course, and is absent for everybody else [LRN-021]', async () => {
    const { slug, lesson, preview } = await course()
    const [closed] = ownOf(await addFile(slug, lesson, 'Ejercicio “1”.txt', 'Dobla un folio.'))
    const [open] = ownOf(await addFile(slug, preview, 'muestra.txt'))
    const got = await download(closed?.id ?? '', as.learner)
    expect([got.status, got.headers['content-type'], got.headers['x-content-type-options'], got.headers['content-disposition']]).toEqual([
      200,
      'application/octet-stream',
      'nosniff',
      `attachment; filename="Ejercicio _1_.txt"; filename*=UTF-8''${encodeURIComponent('Ejercicio “1”.txt')}`,
    ])
    expect(Buffer.from(got.body as Uint8Array).toString()).toBe('Dobla un folio.')
    expect(codeOf(await download(closed?.id ?? '', as.stranger))).toBe('NOT_FOUND')
    expect(codeOf(await download(closed?.id ?? '', as.rival))).toBe('NOT_FOUND')
    expect((await download(open?.id ?? '', as.stranger)).status).toBe(200)
    expect((await list(slug, as.stranger)).map(({ lesson: { title } }) => title)).toEqual(['Mirar'])
    expect((await list(slug, as.learner)).map(({ lesson: { title } }) => title)).toEqual(['Mirar', 'Trazar'])
  })

  it('closes with the ticket', async () => {
    const { slug, id, lesson } = await course()
    const [file] = ownOf(await addFile(slug, lesson, 'a.zip'))
    await t.database.knex('tickets').where({ product_id: id }).update({ revoked_at: new Date(), revoked_reason: 'refund' })
    expect(codeOf(await download(file?.id ?? '', as.learner))).toBe('NOT_FOUND')
  })

  it('of all courses of a master is listed in their order', async () => {
    const [one, two] = [await course(), await course()]
    const master = await t.factories.product({ type: 'master', channel_id: one.channelId }, { sessions: 0 })
    await t.database.knex('master_courses').insert([
      { master_id: master.id, course_id: two.id, position: 0 },
      { master_id: master.id, course_id: one.id, position: 1 },
    ])
    await addLink(one.slug, one.lesson, 'https://example.org/1', 'Del primero')
    await addLink(two.slug, two.lesson, 'https://example.org/2', 'Del segundo')
    const titles = async (by: string) => (await list(master.slug, by)).flatMap((group) => group.resources.map(({ title }) => title))
    expect(await titles(as.learner)).toEqual(['Del segundo', 'Del primero'])
    expect(await titles(as.stranger)).toEqual([])
    await t.factories.ticket({ user_id: learner.id, product_id: master.id })
    const draft = await course('draft')
    await t.database.knex('master_courses').insert({ master_id: master.id, course_id: draft.id, position: 2 })
    await addLink(draft.slug, draft.lesson, 'https://example.org/3', 'Del borrador')
    expect(await titles(as.learner)).toEqual(['Del segundo', 'Del primero'])
  })

  it('refuses other kinds of files, more than there is room for, and lessons of others', async () => {
    const { slug, lesson } = await course()
    const other = await course()
    for (const name of ['virus.exe', 'page.html', 'run.js', 'nothing'])
      expect(codeOf(await addFile(slug, lesson, name))).toBe('FILE_FORMAT')
    expect(codeOf(await addFile(slug, lesson, 'empty.pdf', ''))).toBe('FILE_FORMAT')
    // A name is no proof: the first bytes say what a file is.
    expect(codeOf(await addFile(slug, lesson, 'page.pdf', '<html><script>alert(1)</script>'))).toBe('FILE_FORMAT')
    expect(codeOf(await addFile(slug, lesson, 'program.txt', 'MZ\u0000\u0003'))).toBe('FILE_FORMAT')
    expect(codeOf(await addFile(slug, other.lesson, 'a.pdf'))).toBe('NOT_FOUND')
    const rows = Array.from({ length: limits.lessonResources }, (_, n) => ({
      lesson_id: lesson,
      title: `n${n}`,
      url: 'https://example.org/',
    }))
    await t.database.knex('lesson_resources').insert(rows)
    expect(codeOf(await addFile(slug, lesson, 'a.pdf'))).toBe('RESOURCES_FULL')
    expect(codeOf(await addLink(slug, lesson, 'https://example.org/21'))).toBe('RESOURCES_FULL')
  })

  it('leaves no file behind once nothing names it', async () => {
    const { slug, lesson } = await course()
    const [file] = ownOf(await addFile(slug, lesson, 'a.pdf'))
    const { knex } = t.database
    const count = async () =>
      (await knex('files').where({ purpose: 'resource', original_name: 'a.pdf', owner_id: teacher.id }).select('id')).length
    const before = await count()
    await knex('files')
      .where({ purpose: 'resource' })
      .update({ created_at: new Date(t.clock.now().getTime() - 2 * 86_400_000) })
    await t.call(resources.remove, { params: { slug, id: file?.id ?? '' }, as: as.teacher })
    await t.api.platform.media.removeUnusedImages()
    expect(await count()).toBeLessThan(before)
  })
})

describe('names of files', () => {
  it('lose paths, control and direction characters', () => {
    expect(cleanFileName('../../etc/passwd.txt')).toBe('passwd.txt')
    expect(cleanFileName('C:\\docs\\nota.pdf')).toBe('nota.pdf')
    expect(cleanFileName('a\u0000b\u202Efdp.txt\n')).toBe('abfdp.txt')
    expect(cleanFileName(`${'x'.repeat(300)}.pdf`)).toMatch(/^x{196}\.pdf$/)
  })
})
