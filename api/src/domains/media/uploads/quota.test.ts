import { randomBytes, randomUUID } from 'node:crypto'
import { images } from '@e-events/shared/contract/media/images.ts'
import { tusPath, uploads, type ProductMedia } from '@e-events/shared/contract/media/uploads.ts'
import { languages } from '@e-events/shared/domain/language.ts'
import { limits } from '@e-events/shared/limits.ts'
import { errorText } from '@e-events/shared/locales/errors.ts'
import type { NewMediaEvent } from '@e-events/shared/events/media.ts'
import { queues } from '@e-events/shared/jobs/queues.ts'
import { defineQueue } from '@e-events/shared/node/queue.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

let t: TestApi
beforeAll(async () => {
  t = await createTestApi({ env: { STORAGE_RESERVE_BYTES: '0' } })
})
afterAll(() => t.stop())

const mebibyte = 1024 * 1024
const mp4 = (size = 2_000) => Buffer.concat([Buffer.from('\0\0\0\x20ftypisom\0\0\x02\0', 'latin1'), randomBytes(size - 16)])
const encode = (text: string) => Buffer.from(text).toString('base64')

/** An organizer with one channel. */
async function organizer(status: 'draft' | 'published') {
  const owner = await t.factories.producer()
  const as = await t.tokenOf(owner)
  const channel = await t.factories.channel({ owner_id: owner.id, status })
  const product = () => t.factories.product({ type: 'vod', status: 'draft', channel_id: channel.id }, { sessions: 0 })
  const open = (slug: string, size: number) =>
    t.http
      .post(tusPath)
      .set({ 'tus-resumable': '1.0.0', 'upload-length': String(size), authorization: `Bearer ${as}`, 'accept-language': 'en' })
      .set('upload-metadata', `filename ${encode('film.mp4')},productSlug ${encode(slug)},purpose ${encode('video')}`)
  return {
    owner,
    as,
    channel,
    product,
    open,
    /** Refused, or begun. */
    async begin(size: number) {
      const reply = await open((await product()).slug, size)
      return reply.status === 201 ? 'begun' : `${reply.status} ${(JSON.parse(reply.text) as { code: string }).code}`
    },
    /** Sends a whole file; answers the id of its work. */
    async send() {
      const bytes = mp4()
      const location = (await open((await product()).slug, bytes.length)).headers['location'] as string
      const reply = await t.http
        .patch(location)
        .set({ 'tus-resumable': '1.0.0', 'upload-offset': '0', authorization: `Bearer ${as}` })
        .set('content-type', 'application/offset+octet-stream')
        .send(bytes)
      expect(reply.status).toBe(204)
      return location.split('/').at(-1) ?? ''
    },
    left: async (slug: string) => ((await t.call(uploads.media, { params: { slug }, as })).body as ProductMedia).left,
  }
}
const tell = (event: NewMediaEvent) =>
  t.api.platform.handleMediaEvent({ ...event, id: randomUUID(), atMs: t.clock.nowMs(), source: 'transcoder-test' })
const ready = (assetId: string, minutes: number) =>
  tell({
    type: 'vod.ready',
    assetId: assetId as never,
    storagePrefix: `vod/${assetId}`,
    rungs: ['360p'],
    durationMs: minutes * 60_000,
    sizeBytes: 1_000,
  })
const read = (assetId: string, minutes: number) =>
  tell({ type: 'vod.progress', assetId: assetId as never, percent: 0, stage: 'encoding', attempt: 1, durationMs: minutes * 60_000 })
const jobOf = async (assetId: string) => {
  const row = await t.database.knex('media_jobs').where({ dedupe_key: assetId }).first()
  return { isWaiting: row?.lease_until === null, maxPictureMs: (row?.payload as { maxPictureMs?: number } | undefined)?.maxPictureMs }
}

describe('before a channel of theirs is approved, an organizer', () => {
  it('sends five files and no sixth, of 1 GB together; also when they are begun at the same moment', async () => {
    const made = await organizer('draft')
    expect(await made.left((await made.product()).slug)).toEqual({ bytes: 1024 * mebibyte, pictureMs: 600_000, files: 5 })
    expect(await made.begin(1024 * mebibyte + 1)).toBe('413 QUOTA_BYTES')
    expect(await made.begin(1023 * mebibyte)).toBe('begun')
    expect(await made.begin(2 * mebibyte)).toBe('413 QUOTA_BYTES')
    const slugs = await Promise.all(Array.from({ length: 12 }, () => made.product()))
    const replies = await Promise.all(slugs.map(({ slug }) => made.open(slug, 1_000)))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(4)
    const refused = replies.find(({ status }) => status !== 201)
    expect(refused?.status).toBe(413)
    expect(JSON.parse(refused?.text ?? '')).toMatchObject({ code: 'QUOTA_FILES', message: errorText('QUOTA_FILES', 'en') })
    const left = await made.left(slugs[0]?.slug ?? '')
    expect(left).toEqual({ bytes: mebibyte - 4_000, pictureMs: 600_000, files: 0 })
    // Approved, they go on.
    await t.database.knex('channels').where({ id: made.channel.id }).update({ status: 'published', approved_at: new Date() })
    expect(await made.begin(10 * mebibyte)).toBe('begun')
  })

  it('has ten minutes of video processed in a day: the next file is told how many are left, and none begins without any', async () => {
    const made = await organizer('draft')
    const first = await made.send()
    expect(await jobOf(first)).toEqual({ isWaiting: false, maxPictureMs: 600_000 })
    const second = await made.send()
    await read(first, 7)
    await ready(first, 7)
    expect(await jobOf(second)).toEqual({ isWaiting: false, maxPictureMs: 180_000 })
    await read(second, 3)
    expect(await made.begin(1_000)).toBe('413 QUOTA_MINUTES')
    // A day later.
    const { knex } = t.database
    await knex.raw('alter table media_jobs disable trigger user')
    await knex('media_jobs')
      .whereIn('dedupe_key', [first, second])
      .update({ updated_at: knex.raw(`now() - interval '25 hours'`) })
    await knex.raw('alter table media_jobs enable trigger user')
    expect(await made.begin(1_000)).toBe('begun')
  })
})

describe('afterwards', () => {
  it('the bytes of all channels count, and free ones come back with what is removed', async () => {
    const made = await organizer('published')
    const { slug, id } = await made.product()
    expect(await made.left(slug)).toEqual({ bytes: limits.ownerStoredBytes, pictureMs: limits.ownerPictureMs, files: null })
    const { knex } = t.database
    const [asset] = await knex('media_assets')
      .insert({
        product_id: id,
        kind: 'vod',
        state: 'ready',
        storage_prefix: `vod/${randomUUID()}`,
        size_bytes: limits.ownerStoredBytes - 500,
      })
      .returning('id')
    expect(await made.begin(501)).toBe('413 QUOTA_BYTES')
    await knex('media_assets')
      .where({ id: asset?.id ?? '' })
      .update({ state: 'deleted', deleted_at: new Date() })
    expect(await made.begin(501)).toBe('begun')
  })

  it('files of one organizer are processed one after the other, and those of another do not wait behind them', async () => {
    const many = await organizer('published')
    const [first, second, third] = [await many.send(), await many.send(), await many.send()]
    const other = await organizer('published')
    const foreign = await other.send()
    const waiting = async () => (await Promise.all([first, second, third, foreign].map(jobOf))).map(({ isWaiting }) => isWaiting)
    expect(await waiting()).toEqual([false, true, true, false])
    // Nobody else gets it meanwhile, however often the sweep looks.
    await t.api.platform.sweep.wakeOverdue()
    expect(await waiting()).toEqual([false, true, true, false])
    const queue = defineQueue(queues.vodLadder, { redisUrl: t.env.REDIS_URL })
    const { waiting: before } = await queue.counts()
    await tell({ type: 'vod.failed', assetId: first as never, reason: 'words of ffmpeg', code: 'unreadable' })
    expect(await waiting()).toEqual([true, false, true, false])
    expect((await queue.counts()).waiting).toBe(before + 1)
    await queue.close()
    // After cancelling the one in work, the next one begins, too.
    const slug = ((await t.call(uploads.get, { params: { id: second }, as: many.as })).body as { productSlug: string }).productSlug
    await t.call(uploads.cancel, { params: { slug, purpose: 'video' }, as: many.as })
    expect((await jobOf(third)).isWaiting).toBe(false)
  })

  it('500 pictures within a day, and no more', async () => {
    const made = await organizer('published')
    const picture = new Uint8Array(
      await sharp({ create: { width: 8, height: 8, channels: 3, background: '#c33' } })
        .png()
        .toBuffer(),
    )
    const send = () => t.call(images.upload, { as: made.as, upload: { contentType: 'image/png', bytes: picture } })
    const { knex } = t.database
    const row = (index: number) => ({
      owner_id: made.owner.id,
      purpose: 'image' as const,
      storage_key: `images/${made.owner.id}/${index}.png`,
      original_name: 'image',
      mime_type: 'image/png',
      size_bytes: 100,
    })
    await knex('files').insert(Array.from({ length: limits.ownerImages - 1 }, (_, index) => row(index)))
    expect((await send()).status).toBe(201)
    const refused = await send()
    expect([refused.status, (refused.body as { code: string }).code]).toEqual([413, 'QUOTA_IMAGES'])
    await knex('files')
      .where({ owner_id: made.owner.id })
      .update({ created_at: knex.raw(`now() - interval '25 hours'`) })
    expect((await send()).status).toBe(201)
  })
})

it.each(languages)('the words of what is used up name the numbers that count: %s', (language) => {
  expect(errorText('QUOTA_BYTES', language)).toContain(`${limits.newcomerStoredBytes / 1024 ** 3} GB`)
  expect(errorText('QUOTA_MINUTES', language)).toContain(`${limits.newcomerPictureMs / 60_000} min`)
  expect(errorText('QUOTA_MINUTES', language)).toContain(`${limits.ownerPictureMs / 3_600_000} h`)
  expect(errorText('QUOTA_FILES', language)).toContain(` ${limits.newcomerFiles} `)
  expect(errorText('QUOTA_IMAGES', language)).toContain(` ${limits.ownerImages} `)
})
