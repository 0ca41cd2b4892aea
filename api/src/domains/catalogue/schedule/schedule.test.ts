import { schedule, type ScheduleEntry, type ScheduleSection } from '@e-events/shared/contract/catalogue/schedule.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

let t: TestApi
beforeAll(async () => {
  t = await createTestApi({ env: { PUBLIC_ORIGIN: 'https://events.example.test', SMTP_URL: 'smtp://127.0.0.1:9' } })
})
afterAll(() => t.stop())

const day = (date: string, hour = 20) => new Date(`${date}T${String(hour).padStart(2, '0')}:00:00.000Z`)
const week = { from: '2031-03-03T00:00:00.000Z', to: '2031-03-10T00:00:00.000Z' }
const list = async (query: object = {}) =>
  (await t.call(schedule.list, { query: { ...week, ...query } }).expect(200)).body as { items: ScheduleEntry[]; nextCursor: string | null }
const slugs = async (query: object = {}) => (await list(query)).items.map(({ product }) => product.slug)
const product = async (slug: string, dates: Date[], fields: Parameters<TestApi['factories']['product']>[0] = {}) => {
  const made = await t.factories.product({ slug, ...fields }, { sessions: 0 })
  const sessions = []
  for (const starts_at of dates) sessions.push(await t.factories.session({ product_id: made.id, starts_at }))
  return { ...made, sessions }
}
const section = (productSlug: string, sectionId: string, as?: string) =>
  t.call(schedule.section, { params: { productSlug, sectionId }, query: { language: 'es' }, as })
const file = (productSlug: string, sectionId?: string) =>
  sectionId === undefined
    ? t.call(schedule.calendar, { params: { productSlug } })
    : t.call(schedule.sectionCalendar, { params: { productSlug, sectionId } })
/** Lines of a calendar file, long ones unfolded. */
const lines = (text: string) => text.replaceAll('\r\n ', '').split('\r\n')

describe('the programme [CAT-008, CAT-010]', () => {
  it('refuses a range that is none and a cursor of another list', async () => {
    await t.call(schedule.list, { query: {} }).expect(400)
    await t.call(schedule.list, { query: { ...week, from: 'yesterday' } }).expect(400)
    await t.call(schedule.list, { query: { ...week, cursor: 'W10' } }).expect(400)
  })

  it('lists dates of published products in their order; drafts and private ones are left out, cancelled and moved dates are said to be so [CAT-050, CAT-051, CAT-052]', async () => {
    await product('later', [day('2031-03-05')])
    await product('first', [day('2031-03-04'), day('2031-03-06')])
    await product('outside', [day('2031-03-10', 0), day('2031-03-02')])
    await product('draft', [day('2031-03-04')], { status: 'draft' })
    await product('private', [day('2031-03-04')], { status: 'private' })
    await product('called-off', [day('2031-03-04')], { cancelled_at: new Date() })
    const moved = await product('moved', [day('2031-03-04')])
    await t.database.knex('product_sessions').where({ product_id: moved.id }).update({ state: 'rescheduled', state_changed_at: new Date() })
    const channel = await t.factories.channel({ status: 'draft' })
    await product('of-a-draft-channel', [day('2031-03-04')], { channel_id: channel.id })
    // Begun the evening before: still on.
    const night = await product('night', [])
    await t.factories.session({ product_id: night.id, starts_at: day('2031-03-02', 23), ends_at: day('2031-03-03', 2) })
    const { items } = await list()
    const said = items.map((entry) => `${entry.session.startsAt.slice(0, 10)} ${entry.product.slug} ${entry.session.state}`)
    expect(said.toSorted()).toEqual([
      '2031-03-02 night coming',
      '2031-03-04 called-off cancelled',
      '2031-03-04 first coming',
      '2031-03-04 moved moved',
      '2031-03-05 later coming',
      '2031-03-06 first coming',
    ])
    expect(said.map((line) => line.slice(0, 10))).toEqual(said.map((line) => line.slice(0, 10)).toSorted())
  })

  it('comes in pages, each date once', async () => {
    const first = await list({ limit: 3 })
    const second = await list({ limit: 3, cursor: first.nextCursor })
    expect([first.items.length, second.items.length, second.nextCursor]).toEqual([3, 3, null])
    expect(new Set([...first.items, ...second.items].map(({ session }) => session.id)).size).toBe(6)
  })

  it('is filtered by type, channel and category, and says which of them have dates to come', async () => {
    const channel = await t.factories.channel({ title: 'Ateneo', slug: 'ateneo' })
    const made = await product('talk', [day('2031-03-07')], { type: 'meet', channel_id: channel.id })
    const [category] = await t.database.knex('categories').insert({ slug: 'ideas' }).returning('id')
    await t.database.knex('category_translations').insert({ category_id: category?.id ?? '', language: 'es', title: 'Ideas' })
    await t.database.knex('product_categories').insert({ product_id: made.id, category_id: category?.id ?? '' })
    expect(await slugs({ type: 'meet' })).toEqual(['talk'])
    expect(await slugs({ channel: 'ateneo' })).toEqual(['talk'])
    expect(await slugs({ category: 'ideas' })).toEqual(['talk'])
    expect(await slugs({ category: 'ideas', type: 'vod' })).toEqual([])
    const filters = (await t.call(schedule.filters, { query: { language: 'es' } }).expect(200)).body as object
    expect(filters).toMatchObject({
      types: ['broadcast', 'meet'],
      channels: expect.arrayContaining([{ slug: 'ateneo', title: 'Ateneo' }]) as unknown,
      categories: [{ slug: 'ideas', title: 'Ideas' }],
    })
  })

  it('marks what is on air: the date, not the product', async () => {
    const made = await product('airing', [day('2031-03-08'), day('2031-03-09')])
    await t.factories.broadcast({ product_id: made.id, session_id: made.sessions[0]?.id ?? '' })
    const entries = (await list()).items.filter((entry) => entry.product.slug === 'airing')
    expect(entries.map(({ onAir }) => onAir)).toEqual([true, false])
  })
})

describe('a section of the programme [CAT-009, CAT-010]', () => {
  it('is nothing of another product, of a draft, or of a private one without a ticket', async () => {
    const made = await product('hidden', [day('2031-03-05')], { status: 'private' })
    const other = await product('other', [day('2031-03-05')])
    const id = made.sessions[0]?.id ?? ''
    await section('other', id).expect(404)
    await section('hidden', id).expect(404)
    await section('hidden', 'not-an-id').expect(400)
    await file('hidden').expect(404)
    await file('other', id).expect(404)
    await file('nothing').expect(404)
    const draft = await product('sketch', [day('2031-03-05')], { status: 'draft' })
    await section('sketch', draft.sessions[0]?.id ?? '').expect(404)

    const viewer = await t.factories.user()
    await t.factories.ticket({ user_id: viewer.id, product_id: made.id })
    await section('hidden', id, await t.tokenOf(viewer)).expect(200)
    expect(other.sessions).toHaveLength(1)
  })

  it('shows one date with its agenda and people, or one block of it', async () => {
    const made = await product('congress', [day('2031-03-05', 9)], { title: 'Congreso' })
    const session = made.sessions[0]?.id ?? ''
    const [ana, eva] = [await t.factories.speaker({ name: 'Ana' }), await t.factories.speaker({ name: 'Eva' })]
    await t.database.knex('product_speakers').insert({ product_id: made.id, speaker_id: ana.id })
    const [block] = await t.database
      .knex('session_sections')
      .insert({
        session_id: session,
        title: 'Apertura',
        description: 'Bienvenida',
        starts_at: day('2031-03-05', 9),
        ends_at: day('2031-03-05', 10),
      })
      .returning('id')
    await t.database.knex('session_section_speakers').insert({ section_id: block?.id ?? '', speaker_id: eva.id })

    const date = (await section('congress', session).expect(200)).body as ScheduleSection
    expect(date).toMatchObject({ kind: 'session', id: session, title: null, state: 'scheduled', session: { timezone: 'Europe/Madrid' } })
    expect([date.speakers.map(({ name }) => name), date.agenda.map(({ title }) => title), date.product.title]).toEqual([
      ['Ana'],
      ['Apertura'],
      'Congreso',
    ])
    const opening = (await section('congress', block?.id ?? '').expect(200)).body as ScheduleSection
    expect(opening).toMatchObject({
      kind: 'block',
      title: 'Apertura',
      description: 'Bienvenida',
      endsAt: '2031-03-05T10:00:00.000Z',
      session: { id: session },
    })
    expect(opening.speakers.map(({ name }) => name)).toEqual(['Eva'])
  })

  it('of a deferred live ends with its video, here, on its card and in its calendar file', async () => {
    const startsAt = day('2031-05-06', 20)
    const deferred = await t.factories.product({ type: 'live', slug: 'premiere' }, { sessions: 0 })
    const { id } = await t.factories.session({ product_id: deferred.id, starts_at: startsAt, ends_at: day('2031-05-06', 23) })
    const video = await t.factories.asset({ product_id: deferred.id, duration_ms: 40 * 60_000 })
    await t.database.knex('products').where({ id: deferred.id }).update({ media_asset_id: video.id })
    const shown = (await section('premiere', id).expect(200)).body as ScheduleSection
    const endsAt = '2031-05-06T20:40:00.000Z'
    expect([shown.endsAt, shown.session.endsAt, shown.product.event?.session?.endsAt]).toEqual([endsAt, endsAt, endsAt])
    expect((await file('premiere').expect(200)).text).toContain('DTEND:20310506T204000Z')
  })
})

describe('calendar files [API-026]', () => {
  it('are RFC 5545: lines of at most 75 bytes ending in CRLF, times in UTC, text escaped, and nobody adds properties by a title', async () => {
    const title = 'Noche; de, fuego\\ñ\r\nATTACH:https://evil.example.test ' + 'ñ'.repeat(80)
    const made = await product('fire', [day('2031-07-05')], { title, short_description: 'Una línea\nEND:VEVENT' })
    const reply = await file('fire').expect(200)
    expect(reply.headers['content-type']).toMatch(/^text\/calendar; charset=utf-8/)
    expect(reply.headers['content-disposition']).toContain('fire.ics')
    const text = reply.text
    expect(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75 && !/[\r\n]/.test(line))).toBe(true)
    const all = lines(text)
    expect(all.filter((line) => line.startsWith('BEGIN:'))).toEqual(['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'BEGIN:VALARM'])
    expect(all).toContain('TRIGGER:-PT15M')
    expect(all.some((line) => line.startsWith('ATTACH'))).toBe(false)
    expect(all).toContain(`UID:${made.sessions[0]?.id}@events.example.test`)
    expect(all).toContain('DTSTART:20310705T200000Z')
    expect(all).toContain('DTEND:20310705T213000Z')
    expect(all).toContain('STATUS:CONFIRMED')
    expect(all).toContain('SEQUENCE:0')
    expect(all.some((line) => line.startsWith('SUMMARY:Noche\\; de\\, fuego'))).toBe(true)
    expect(all.some((line) => line.startsWith('URL') && line.includes('https://events.example.test/schedule/fire/section/'))).toBe(true)
  })

  it('of a date alone, of a block, and of every date of a product', async () => {
    const made = await product('tour', [day('2031-04-01'), day('2031-04-02')])
    expect(lines((await file('tour').expect(200)).text).filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(2)
    const one = lines((await file('tour', made.sessions[1]?.id).expect(200)).text)
    expect(one.filter((line) => line.startsWith('DTSTART'))).toEqual(['DTSTART:20310402T200000Z'])
    const [block] = await t.database
      .knex('session_sections')
      .insert({ session_id: made.sessions[0]?.id ?? '', title: 'Bis', starts_at: day('2031-04-01', 21), ends_at: day('2031-04-01', 22) })
      .returning('id')
    const encore = lines((await file('tour', block?.id).expect(200)).text)
    expect(encore).toContain(`UID:${block?.id}@events.example.test`)
    expect(encore).toContain('DTSTART:20310401T210000Z')
  })

  it('hold the same hour of the evening in Madrid before and after the clocks change, in spring and in autumn [PLY-024]', async () => {
    const nights = ['2031-03-29T20:30+01:00', '2031-03-30T20:30+02:00', '2031-10-25T20:30+02:00', '2031-10-26T20:30+01:00']
    await product(
      'clocks',
      nights.map((at) => new Date(at)),
    )
    const starts = lines((await file('clocks').expect(200)).text).flatMap((line) => /^DTSTART:(.*)$/.exec(line)?.slice(1) ?? [])
    expect(starts).toEqual(['20310329T193000Z', '20310330T183000Z', '20311025T183000Z', '20311026T193000Z'])
    const instants = starts.map((at) => at.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'))
    const hours = instants.map((at) =>
      new Date(at).toLocaleTimeString('es', { timeZone: 'Europe/Madrid', hour: '2-digit', minute: '2-digit' }),
    )
    expect(hours).toEqual(['20:30', '20:30', '20:30', '20:30'])
  })

  it('a date that was called off is CANCELLED, one that was moved keeps its identity, each with a higher sequence', async () => {
    const { knex } = t.database
    const made = await product('play', [day('2031-05-01'), day('2031-05-02')])
    const [off, old] = [made.sessions[0]?.id ?? '', made.sessions[1]?.id ?? '']
    await knex('product_sessions').where({ id: off }).update({ state: 'cancelled', state_changed_at: new Date() })
    const moved = await t.factories.session({ product_id: made.id, starts_at: day('2031-05-09'), rescheduled_from_id: old })
    await knex('product_sessions').where({ id: old }).update({ state: 'rescheduled', state_changed_at: new Date() })
    const called = lines((await file('play', off).expect(200)).text)
    expect([called.includes('STATUS:CANCELLED'), called.includes('SEQUENCE:1')]).toEqual([true, true])
    expect(called).not.toContain('BEGIN:VALARM')
    for (const id of [old, moved.id]) {
      const shifted = lines((await file('play', id).expect(200)).text)
      expect(shifted).toEqual(
        expect.arrayContaining([`UID:${old}@events.example.test`, 'DTSTART:20310509T200000Z', 'SEQUENCE:1', 'STATUS:CONFIRMED']),
      )
    }
    expect((await section('play', old).expect(200)).body).toMatchObject({ state: 'rescheduled', movedTo: { id: moved.id } })
    await knex('products').where({ id: made.id }).update({ cancelled_at: new Date() })
    const all = lines((await file('play').expect(200)).text)
    expect(all.filter((line) => line.startsWith('STATUS:'))).toEqual(['STATUS:CANCELLED', 'STATUS:CANCELLED'])
    expect(all.filter((line) => line.startsWith('SEQUENCE:')).sort()).toEqual(['SEQUENCE:1', 'SEQUENCE:2'])
  })
})
