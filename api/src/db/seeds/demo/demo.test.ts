import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createDiskStorage } from '@e-events/shared/node/storage-disk.ts'
import type { Storage } from '@e-events/shared/node/storage.ts'
import { languages, type Language } from '@e-events/shared/domain/language.ts'
import { grossOf } from '@e-events/shared/domain/money.ts'
import { productTypes } from '@e-events/shared/domain/states.ts'
import { postDocumentSchema } from '@e-events/shared/domain/post-document.ts'
import { limits } from '@e-events/shared/limits.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPasswords } from '../../../domains/people/identity/passwords.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { type DemoAccount, demoUserIds } from './accounts.ts'
import { demoFilm, demoProducts, demoSound, productIdOf } from './catalogue.ts'
import { demoChannels, demoSounds, demoSpeakers } from './content.ts'
import { datesFrom } from './dates.ts'
import { seedDemo } from './demo.ts'
import { demoId } from './ids.ts'
import { liveProductSlug } from './products-live.ts'
import { removeOldRecordings } from './tidy.ts'

let database: TestDatabase
let folder: string
let storage: Storage
let demoFile: string
const now = new Date()
const dayMs = 24 * 60 * 60_000
const seed = (at = now) => seedDemo({ knex: database.knex, storage, demoFile, now: at, pictureScale: 0.25 })

beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'ee-demo-'))
  storage = await createDiskStorage({ root: join(folder, 'storage') })
  demoFile = join(folder, 'demo.json')
  await seed()
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

describe('channels that wait for staff', () => {
  const waiting = () =>
    database.knex('channels').where({ status: 'revision' }).orderBy('status_changed_at').select('slug', 'status_changed_at')

  it('fill the queue, one of them for too long, on the first day and on a later one [CAT-072]', async () => {
    for (const day of [now, new Date(now.getTime() + 9 * dayMs)]) {
      await seed(day)
      const rows = await waiting()
      const hours = rows.map(({ status_changed_at: at }) => (day.getTime() - at.getTime()) / 3_600_000)
      expect(hours).toEqual([31, 5])
      expect(hours.map((each) => each * 3_600_000 > limits.channelReviewMs)).toEqual([true, false])
      const requests = await database
        .knex('channel_revisions')
        .where({ state: 'pending' })
        .orderBy('requested_at')
        .pluck<Date[]>('requested_at')
      expect(requests.map(Number)).toEqual(rows.map(({ status_changed_at: at }) => Number(at)))
    }
    await seed()
  })
})

describe('the accounts', () => {
  const printed = async () => (JSON.parse(await readFile(demoFile, 'utf8')) as { accounts: DemoAccount[] }).accounts
  const opens = async ({ email, password }: DemoAccount) => {
    const row = await database.knex('users').where({ email }).first()
    return createPasswords().matches(password, row?.password_hash)
  }

  it('have passwords that nobody knows beforehand where other machines reach them, the same ones after a restart', async () => {
    const before = await printed()
    const exposed = () => seedDemo({ knex: database.knex, storage, demoFile, now, isExposed: true, pictureScale: 0.25 })
    await exposed()
    const own = await printed()
    for (const [index, account] of own.entries()) {
      expect(account.password).toMatch(/^[\w-]{16}$/)
      expect(account.password).not.toBe(before[index]?.password)
      expect(await opens(account), account.email).toBe(true)
    }
    for (const account of before) expect(await opens(account), account.email).toBe(false)
    await exposed()
    expect(await printed()).toEqual(own)
    await seed()
    expect(await printed()).toEqual(before)
    for (const account of before) expect(await opens(account), account.email).toBe(true)
  })
})

describe('the command', () => {
  const run = (args: string[], env: Record<string, string>) =>
    spawnSync(process.execPath, [fileURLToPath(new URL('../../../cli/seed.ts', import.meta.url)), ...args], {
      encoding: 'utf8',
      env: {
        PATH: process.env['PATH'],
        DATABASE_URL: database.url,
        STORAGE_DIR: join(folder, 'other'),
        DEMO_FILE: join(folder, 'other.json'),
        ...env,
      },
    })

  it('refuses in production, where known passwords would be an open door', async () => {
    const result = run(['--demo'], { NODE_ENV: 'production' })
    expect(result.status).toBe(1)
    expect(result.stderr).toContain('never seeded in production')
    await expect(readFile(join(folder, 'other.json'))).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('does nothing unless the demo is asked for', () => {
    const result = run([], {})
    expect(result.status).toBe(1)
    expect(result.stderr).toContain('--demo')
  })
})

describe('the content', () => {
  it('is whole in three languages, within the limits of the forms', () => {
    for (const { slug, text } of demoProducts) {
      const texts = languages.map((language) => text[language])
      for (const { title, short, description } of texts) {
        expect(title.length, slug).toBeLessThanOrEqual(limits.titleChars)
        expect(short.length, slug).toBeLessThanOrEqual(limits.productShortDescriptionChars)
        expect(short, slug).toMatch(/[.!?]$/)
        expect(description.length, slug).toBeGreaterThan(80)
      }
      expect(new Set(texts.map(({ description }) => description)).size, slug).toBe(languages.length)
    }
  })

  it('has at least five types, all of them known, and prices that are round with tax', () => {
    const types = new Set(demoProducts.map(({ type }) => type))
    expect(types.size).toBeGreaterThanOrEqual(5)
    for (const type of types) expect(productTypes).toContain(type)
    for (const { slug, netMinor, taxBasisPoints = 2_100, offerPercent = 0 } of demoProducts) {
      expect(offerPercent).toBeLessThanOrEqual(20)
      if (netMinor === undefined) continue
      const { gross } = grossOf({ minor: netMinor, currency: 'EUR' }, taxBasisPoints)
      expect([0, 99], slug).toContain(gross.minor % 100)
    }
  })
})

describe('a seeded installation', () => {
  it('lets the printed accounts in, with the roles that they are printed for', async () => {
    const printed = JSON.parse(await readFile(demoFile, 'utf8')) as { accounts: DemoAccount[]; live: string }
    expect(printed.live).toBe(`/products/${liveProductSlug}`)
    expect(printed.accounts.map(({ role }) => role)).toEqual(['viewer', 'organizer', 'admin'])
    const passwords = createPasswords()
    const wanted = { viewer: 'VIEWER', organizer: 'PRODUCER', admin: 'ADMIN' }
    for (const { role, email, password } of printed.accounts) {
      const user = await database.knex('users').where({ email }).first()
      expect(password.length).toBeGreaterThanOrEqual(limits.passwordMinChars)
      expect(await passwords.matches(password, user?.password_hash)).toBe(true)
      expect(user?.roles).toContain(wanted[role])
    }
    expect((await database.knex('users').where({ id: demoUserIds.colleague }).first())?.password_hash).toBeNull()
  })

  it('tells of its channels and speakers in three languages, and is tagged in none of them', async () => {
    for (const { slug, short } of demoChannels) {
      expect(new Set(Object.values(short)).size, slug).toBe(3)
      for (const text of Object.values(short)) expect(text.length, slug).toBeLessThanOrEqual(limits.channelShortDescriptionChars)
    }
    for (const { slug, bio } of demoSpeakers) expect(new Set(Object.values(bio)).size, slug).toBe(3)
    const channel = await database.knex('channels').where({ slug: 'sala-cardumen' }).first()
    expect(channel?.translations).toMatchObject({ en: { shortDescription: expect.stringContaining('chairs') as string } })
    const speaker = await database.knex('speakers').where({ slug: 'vera-lindar' }).first()
    expect(speaker?.translations).toMatchObject({ pt: { title: 'Cantora e compositora' } })
    // A word that the texts of one language use and those of another do not is a word of that language.
    const spoken = (language: Language) =>
      new Set(
        demoProducts.flatMap(
          ({ text }) =>
            Object.values(text[language])
              .join(' ')
              .toLowerCase()
              .match(/[\p{L}\d]+/gu) ?? [],
        ),
      )
    const [es, en, pt] = [spoken('es'), spoken('en'), spoken('pt')]
    for (const tag of [...demoProducts, ...demoChannels].flatMap(({ tags }) => tags))
      for (const word of tag.split(/[ -]/)) expect(es.has(word) && !(en.has(word) && pt.has(word)), tag).toBe(false)
  })

  it('shows a drawn picture for every product, channel and speaker', async () => {
    const files = await database.knex('files').where({ purpose: 'art', is_public: true })
    for (const { storage_key } of files) expect((await storage.head(storage_key))?.contentType).toBe('image/webp')
    const products = await database.knex('products').select('image_file_id', 'hero_file_id')
    expect(products).toHaveLength(demoProducts.length)
    expect(products.every(({ image_file_id, hero_file_id }) => image_file_id !== null && hero_file_id !== null)).toBe(true)
    expect(await database.knex('channels').whereNull('logo_file_id').orWhereNull('cover_file_id')).toEqual([])
    expect(await database.knex('speakers').whereNull('image_file_id')).toEqual([])
  })

  it('has speakers of the organizer for every product, without whom nothing about it could be saved', async () => {
    const links = await database
      .knex('products as p')
      .join('channels as c', 'c.id', 'p.channel_id')
      .leftJoin('product_speakers as l', 'l.product_id', 'p.id')
      .leftJoin('speakers as s', 's.id', 'l.speaker_id')
      .select<{ slug: string; owner: string; speaks: string | null }[]>('p.slug', 'c.owner_id as owner', 's.owner_id as speaks')
    expect(links.filter(({ owner, speaks }) => owner !== speaks).map(({ slug }) => slug)).toEqual([])
  })

  it('has one show on now, dates that are still to come, and one that is over', async () => {
    const on = await database
      .knex('product_sessions as s')
      .join('products as p', 'p.id', 's.product_id')
      .where('s.starts_at', '<=', now)
      .where('s.ends_at', '>', now)
      .pluck<string[]>('p.slug')
    expect(on).toEqual([liveProductSlug])
    const future = await database.knex('product_sessions').where('starts_at', '>', now)
    expect(future.length).toBeGreaterThanOrEqual(12)
    expect(await database.knex('product_sessions').where('ends_at', '<', now)).toHaveLength(1)
  })

  it('has a meeting that its host may start at any moment, and whose door its viewer may wait at', async () => {
    const product_id = productIdOf('tutoria-abierta')
    const dates = await database.knex('product_sessions').where({ product_id }).orderBy('starts_at')
    expect(dates[0]?.starts_at.getTime()).toBeLessThan(now.getTime() + limits.meetEarlyMs)
    for (const [index, date] of dates.slice(1).entries())
      expect(date.starts_at.getTime() - limits.meetEarlyMs).toBeLessThanOrEqual(dates[index]?.ends_at.getTime() ?? 0)
    expect(await database.knex('tickets').where({ product_id, user_id: demoUserIds.viewer })).toHaveLength(1)
  })

  it('names a film for everything that plays, each waiting to be made', async () => {
    const playable = await database.knex('products').whereIn('type', ['vod', 'podcast']).select('media_asset_id')
    expect(playable.every(({ media_asset_id }) => media_asset_id !== null)).toBe(true)
    const assets = await database.knex('media_assets').where({ kind: 'vod' })
    expect(assets.map(({ state }) => state)).toEqual(['processing', 'processing', 'processing'])
    const [sound, ...others] = await database.knex('media_assets').where({ kind: 'audio' })
    expect([sound?.id, sound?.state, others]).toEqual([demoSound('cat').assetId, 'processing', []])
    const printed = JSON.parse(await readFile(demoFile, 'utf8')) as { sounds: { assetId: string }[] }
    expect(printed.sounds.map(({ assetId }) => assetId)).toEqual([sound?.id])
  })

  it('has posts to read in three languages, free and paid, and a podcast with chapters within its length', async () => {
    const posts = await database.knex('products').where({ type: 'post' }).select('id', 'slug', 'plan')
    expect(new Set(posts.map(({ plan }) => plan))).toEqual(new Set(['free', 'paid']))
    for (const { id, slug } of posts) {
      const bodies = await database.knex('product_posts').where({ product_id: id }).orderBy('language')
      expect([slug, bodies.map(({ language }) => language)]).toEqual([slug, ['en', 'es', 'pt']])
      for (const body of bodies) {
        expect(postDocumentSchema.safeParse(body.document).success, slug).toBe(true)
        expect(body.words, slug).toBeGreaterThan(150)
        expect(body.html, slug).toContain('<h2>')
        expect(body.excerpt.length, slug).toBeGreaterThan(20)
      }
    }
    const chapters = await database.knex('product_chapters').orderBy('position')
    expect(chapters.length).toBeGreaterThanOrEqual(4)
    expect(chapters.every(({ start_ms }) => start_ms < demoSounds.cat.seconds * 1_000)).toBe(true)
  })
})

describe('a second start', () => {
  it('draws nothing, doubles nothing, and keeps what the organizer has changed', async () => {
    const count = async () => (await database.knex.raw<{ rows: unknown[] }>(countAll)).rows
    const before = await count()
    await database.knex('products').where({ slug: 'marea-de-luz' }).update({ title: 'Otra marea' })
    expect(await seed()).toMatchObject({ drawn: 0 })
    expect(await count()).toEqual(before)
    expect((await database.knex('products').where({ slug: 'marea-de-luz' }).first())?.title).toBe('Otra marea')
  })

  it('forgets a meeting that was ended: its date is to come again', async () => {
    const product_id = productIdOf('tutoria-abierta')
    const [date] = await database.knex('product_sessions').where({ product_id }).orderBy('starts_at')
    const ended = { state: 'ended' as const, end_reason: 'organizer' as const, started_at: now, ended_at: now }
    await database.knex('meets').insert({ product_id, session_id: date?.id ?? null, ...ended })
    await seed()
    expect(await database.knex('meets').where({ product_id })).toEqual([])
  })

  it('a week later moves the calendar along, so that upcoming stays upcoming and the offer still runs', async () => {
    const later = new Date(now.getTime() + 7 * dayMs)
    await seed(later)
    const [next] = await database.knex('product_sessions').where({ id: demoId('session/cuerdas-de-invierno/0') })
    expect(next?.starts_at.getTime()).toBeGreaterThan(later.getTime())
    expect(await database.knex('product_sessions').where('starts_at', '<=', later).where('ends_at', '>', later)).toHaveLength(1)
    const offers = await database.knex('products').whereNotNull('offer_net_minor')
    expect(offers.length).toBeGreaterThan(0)
    for (const { offer_starts_at, offer_ends_at } of offers) {
      expect(offer_starts_at?.getTime()).toBeLessThan(later.getTime())
      expect(offer_ends_at?.getTime()).toBeGreaterThan(later.getTime())
    }
    await seed()
  })

  it('completes what was lost: a picture, and a film that could not be made', async () => {
    const [picture] = await database.knex('files').where({ purpose: 'art' }).limit(1)
    await storage.removeAll(picture?.storage_key ?? '')
    const { assetId } = demoFilm('train')
    await database.knex('media_assets').where({ id: assetId }).update({ state: 'failed', error_code: 'broken' })
    expect(await seed()).toMatchObject({ drawn: 1 })
    expect((await database.knex('media_assets').where({ id: assetId }).first())?.state).toBe('processing')
  })
})

it('keeps the wall time of a show across the night when the clocks change', () => {
  const evening = (day: number) =>
    datesFrom(new Date('2026-10-24T12:00:00Z'), [{ day, at: '20:00', minutes: 60 }])[0]?.startsAt.toISOString()
  expect(evening(0)).toBe('2026-10-24T18:00:00.000Z')
  expect(evening(1)).toBe('2026-10-25T19:00:00.000Z')
})

it('keeps the newest recording of the show, removes older ones with their files, and touches nothing that runs', async () => {
  const product_id = productIdOf(liveProductSlug)
  const show = async (
    hoursAgo: number,
    state: 'ended' | 'on_air',
    recording: 'ready' | 'recording' = state === 'ended' ? 'ready' : 'recording',
  ) => {
    const started_at = new Date(now.getTime() - hoursAgo * 3_600_000)
    const dates = { starts_at: started_at, ends_at: new Date(started_at.getTime() + 1_920_000) }
    const [session] = await database
      .knex('product_sessions')
      .insert({ product_id, ...dates })
      .returning('id')
    const session_id = session?.id ?? ''
    const ended = { ended_at: new Date(started_at.getTime() + 1_800_000), end_reason: 'organizer' as const }
    const [broadcast] = await database
      .knex('broadcasts')
      .insert({ product_id, session_id, state, started_at, ...(state === 'ended' ? ended : {}) })
      .returning('id')
    const id = broadcast?.id ?? ''
    const [feed] = await database
      .knex('feeds')
      .insert({
        broadcast_id: id,
        key: 'stage',
        kind: 'camera',
        label: 'Escenario',
        state: state === 'ended' ? 'ended' : 'live',
        ended_at: state === 'ended' ? ended.ended_at : null,
      })
      .returning('id')
    const prefix = `live/${id}/${feed?.id ?? ''}`
    const asset = { product_id, broadcast_id: id, feed_id: feed?.id ?? '', storage_prefix: prefix }
    await database
      .knex('media_assets')
      .insert({ ...asset, kind: state === 'ended' ? 'recording' : 'live', state: state === 'ended' ? 'ready' : 'recording' })
    await database.knex('recordings').insert({ broadcast_id: id, product_id, state: recording, started_at })
    await storage.put(`${prefix}/master.m3u8`, '#EXTM3U', 'application/vnd.apple.mpegurl')
    return { id, prefix }
  }
  const [old, older, newest, running] = [
    await show(4, 'ended'),
    await show(0.6, 'ended'),
    await show(0.55, 'ended'),
    await show(0.2, 'on_air'),
  ]
  // Nobody removes what a charge refers to.
  const recording = await database.knex('recordings').where({ broadcast_id: old.id }).first('id')
  const product = await database.knex('products').where({ id: product_id }).first('channel_id')
  await database.knex('usage_charges').insert({
    channel_id: product?.channel_id ?? '',
    recording_id: recording?.id ?? '',
    kind: 'recording',
    quantity: 1,
    unit_minor: 500,
    amount_minor: 500,
    period: '2026-11-01',
  })
  expect(await removeOldRecordings({ knex: database.knex, storage, now })).toBe(2)
  for (const { prefix } of [old, older]) expect(await storage.list(prefix)).toEqual([])
  for (const { prefix } of [newest, running]) expect(await storage.list(prefix)).toHaveLength(1)
  const states = async () =>
    Object.fromEntries((await database.knex('recordings').select('broadcast_id', 'state')).map((row) => [row.broadcast_id, row.state]))
  expect(await states()).toEqual({ [old.id]: 'deleted', [older.id]: 'deleted', [newest.id]: 'ready', [running.id]: 'recording' })
  expect(await removeOldRecordings({ knex: database.knex, storage, now })).toBe(0)
  // One that ended just now and cannot be played yet: it stays, and so does the one that can.
  const closing = await show(0.53, 'ended', 'recording')
  expect(await removeOldRecordings({ knex: database.knex, storage, now })).toBe(0)
  await database.knex('recordings').where({ broadcast_id: closing.id }).update({ state: 'ready' })
  expect(await removeOldRecordings({ knex: database.knex, storage, now })).toBe(1)
  expect(await storage.list(closing.prefix)).toHaveLength(1)
  expect(await storage.list(newest.prefix)).toEqual([])
})

const countAll = [
  'users',
  'files',
  'categories',
  'channels',
  'speakers',
  'products',
  'product_translations',
  'product_sessions',
  'media_assets',
  'tickets',
]
  .map((table) => `select '${table}' as name, count(*) as rows from ${table}`)
  .join(' union all ')
