import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { access, mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { ownProducts } from '@e-events/shared/contract/catalogue/own-products.ts'
import { tusPath, uploads, type ProductMedia, type UploadStatus } from '@e-events/shared/contract/media/uploads.ts'
import { limits } from '@e-events/shared/limits.ts'
import { createDiskStorage } from '@e-events/shared/node/storage-disk.ts'
import { defineQueue } from '@e-events/shared/node/queue.ts'
import { queues, vodCancelKey } from '@e-events/shared/jobs/queues.ts'
import type { NewMediaEvent } from '@e-events/shared/events/media.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

let t: TestApi
let producer: { id: string; email: string }
let as: string
beforeAll(async () => {
  t = await createTestApi({ env: { STORAGE_RESERVE_BYTES: '0' } })
  producer = await t.factories.producer()
  as = await t.tokenOf(producer)
})
afterAll(() => t.stop())

/** The head of an MP4, and noise: the api does not look further. */
const mp4 = (size: number) => Buffer.concat([Buffer.from('\0\0\0\x20ftypisom\0\0\x02\0', 'latin1'), randomBytes(size - 16)])
const product = async (fields: Parameters<TestApi['factories']['product']>[0] = {}) =>
  t.factories.product({ type: 'vod', channel_id: (await t.factories.channel({ owner_id: producer.id })).id, ...fields }, { sessions: 0 })
const metadata = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',')

interface Opening {
  slug: string
  size: number
  filename?: string
  purpose?: string
  token?: string | undefined
}
const open = ({ slug, size, filename = 'film.mp4', purpose = 'video', token = as }: Opening) => {
  const request = t.http
    .post(tusPath)
    .set('tus-resumable', '1.0.0')
    .set('upload-length', String(size))
    .set('upload-metadata', metadata({ filename, filetype: 'video/mp4', productSlug: slug, purpose }))
    .set('accept-language', 'en')
  return token === '' ? request : request.set('authorization', `Bearer ${token}`)
}
const patch = (location: string, offset: number, bytes: Buffer, token = as) =>
  t.http
    .patch(location)
    .set('tus-resumable', '1.0.0')
    .set('authorization', `Bearer ${token}`)
    .set('content-type', 'application/offset+octet-stream')
    .set('upload-offset', String(offset))
    .send(bytes)
const head = (location: string, token = as) => t.http.head(location).set('tus-resumable', '1.0.0').set('authorization', `Bearer ${token}`)
const codeOf = (reply: { text: string }) => (JSON.parse(reply.text) as { code: string }).code
const idIn = (location: string) => location.split('/').at(-1) ?? ''
const mediaOf = async (slug: string) => (await t.call(uploads.media, { params: { slug }, as })).body as ProductMedia
const statusOf = async (id: string) => (await t.call(uploads.get, { params: { id }, as })).body as UploadStatus
const sources = () => readdir(path.join(t.storageDir, 'sources')).catch(() => [])
/** Events of a worker. */
const tell = (event: NewMediaEvent) =>
  t.api.platform.handleMediaEvent({ ...event, id: randomUUID(), atMs: t.clock.nowMs(), source: 'transcoder-test' })

async function sent(slug: string, bytes: Buffer, fields: Partial<Opening> = {}): Promise<string> {
  const location = (await open({ slug, size: bytes.length, ...fields })).headers['location'] as string
  const reply = await patch(location, 0, bytes)
  expect(reply.status).toBe(204)
  return idIn(location)
}
const ready = (assetId: string) =>
  tell({
    type: 'vod.ready',
    assetId: assetId as never,
    storagePrefix: `vod/${assetId}`,
    rungs: ['720p', '540p', '360p'],
    durationMs: 60_000,
    sizeBytes: 1_000,
    posterPath: 'poster.jpg',
    thumbnailsPath: 'thumbnails.vtt',
  })

describe('an upload is refused', () => {
  it('to visitors, viewers and strangers, and for what is no product of theirs', async () => {
    const { slug } = await product()
    expect((await open({ slug, size: 10, token: '' })).status).toBe(401)
    expect((await open({ slug, size: 10, token: await t.tokenOf(await t.factories.user()) })).status).toBe(403)
    const stranger = await t.tokenOf(await t.factories.producer())
    expect((await open({ slug, size: 10, token: stranger })).status).toBe(404)
    expect((await open({ slug: 'absent', size: 10 })).status).toBe(404)
    const location = (await open({ slug, size: 100 })).headers['location'] as string
    expect((await head(location, stranger)).status).toBe(404)
    expect((await patch(location, 0, mp4(100), stranger)).status).toBe(404)
    expect((await t.call(uploads.get, { params: { id: idIn(location) }, as: stranger })).status).toBe(404)
  })

  it('where its name or its first bytes are not those of an MP4, with the words for it; nothing stays behind [VID-001]', async () => {
    const { slug } = await product()
    const before = await sources()
    const renamed = await open({ slug, size: 1_000, filename: 'a.mov' })
    expect([renamed.status, codeOf(renamed)]).toEqual([400, 'VIDEO_FORMAT'])
    expect((JSON.parse(renamed.text) as { message: string }).message).toBe('Only MP4 videos are accepted.')
    expect(codeOf(await open({ slug, size: 0 }))).toBe('VIDEO_FORMAT')
    const others = [
      Buffer.from('#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\nhttp://127.0.0.1:9/a.ts\n#EXT-X-ENDLIST\n'),
      Buffer.from(`ffconcat version 1.0\nfile '/etc/hostname'\n`),
      Buffer.from('\0\0\0\x14ftypqt  \0\0\0\0qt  ', 'latin1'),
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"></svg>'),
      Buffer.from('tiny'),
    ]
    for (const bytes of others) {
      const location = (await open({ slug, size: bytes.length })).headers['location'] as string
      const reply = await patch(location, 0, bytes)
      expect([reply.status, codeOf(reply)]).toEqual([400, 'VIDEO_FORMAT'])
      expect((await head(location)).status).toBe(410)
    }
    // In pieces that are too small to tell, it is looked at when all are there.
    const location = (await open({ slug, size: 40 })).headers['location'] as string
    await patch(location, 0, Buffer.from('#EXTM'))
    expect(codeOf(await patch(location, 5, Buffer.alloc(35, 'x')))).toBe('VIDEO_FORMAT')
    expect(await sources()).toEqual(before)
    expect((await mediaOf(slug)).video).toMatchObject({ state: 'failed', reason: 'unreadable', mayRetry: false })
  })

  it('when it is said to be a byte larger than 3 GB; 3 221 225 472 bytes are begun [VID-002, LIM-030]', async () => {
    expect(limits.videoBytes).toBe(3_221_225_472)
    const { slug } = await product()
    const over = await open({ slug, size: limits.videoBytes + 1 })
    expect([over.status, codeOf(over)]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
    expect((await open({ slug, size: limits.videoBytes })).status).toBe(201)
  })

  it('when the disk would be too full', async () => {
    const full = await createTestApi({ env: { STORAGE_RESERVE_BYTES: String(10 ** 15) } })
    try {
      const owner = await full.factories.producer()
      const token = await full.tokenOf(owner)
      const made = await full.factories.product(
        { type: 'vod', channel_id: (await full.factories.channel({ owner_id: owner.id })).id },
        { sessions: 0 },
      )
      const reply = await full.http
        .post(tusPath)
        .set({ 'tus-resumable': '1.0.0', 'upload-length': '100', authorization: `Bearer ${token}` })
        .set('upload-metadata', metadata({ filename: 'a.mp4', productSlug: made.slug, purpose: 'video' }))
      expect([reply.status, codeOf(reply)]).toEqual([507, 'STORAGE_FULL'])
    } finally {
      await full.stop()
    }
  })

  it('for a medium that the product does not have: sound belongs to a podcast, video to the others; a trailer to all', async () => {
    const vod = await product()
    const podcast = await product({ type: 'podcast' })
    const cases: [string, string, string, number][] = [
      [vod.slug, 'audio', 'a.mp3', 409],
      [podcast.slug, 'video', 'a.mp4', 409],
      [podcast.slug, 'audio', 'a.ogg', 400],
      [podcast.slug, 'audio', 'a.mp3', 201],
      [podcast.slug, 'trailer', 'a.mp4', 201],
      [vod.slug, 'image', 'a.mp4', 400],
    ]
    for (const [slug, purpose, filename, status] of cases) {
      expect([purpose, filename, (await open({ slug, size: 100, purpose, filename })).status]).toEqual([purpose, filename, status])
    }
  })
})

describe('an upload', () => {
  it('goes on where it was cut, byte for byte, and tells how far it is [VID-003, VID-006, API-033]', async () => {
    const { slug } = await product()
    const bytes = mp4(300_000)
    const opened = await open({ slug, size: bytes.length })
    expect(opened.status).toBe(201)
    const location = opened.headers['location'] as string
    expect(location).toMatch(new RegExp(`^${tusPath}/[0-9a-f-]{36}$`))
    const id = idIn(location)
    expect((await patch(location, 0, bytes.subarray(0, 100_000))).headers['upload-offset']).toBe('100000')
    expect(await statusOf(id)).toMatchObject({ state: 'uploading', percent: 33.3, offsetBytes: 100_000, productSlug: slug })
    expect((await mediaOf(slug)).video).toMatchObject({ state: 'uploading', percent: 33.3, playable: false })
    // A part that does not begin where the last one ended changes nothing.
    expect((await patch(location, 90_000, bytes.subarray(90_000))).status).toBe(409)
    const asked = await head(location)
    expect([asked.headers['upload-offset'], asked.headers['upload-length']]).toEqual(['100000', '300000'])
    expect((await patch(location, 100_000, bytes.subarray(100_000))).status).toBe(204)
    // A sender that missed the last answer learns that the upload is complete.
    expect((await head(location)).headers['upload-offset']).toBe('300000')
    expect(await statusOf(id)).toMatchObject({ state: 'processing', stage: 'waiting', percent: 0 })
    const storage = await createDiskStorage({ root: t.storageDir })
    const parts: Buffer[] = []
    for await (const part of (await storage.read(`sources/${id}.mp4`)) as AsyncIterable<Buffer>) parts.push(part)
    expect(Buffer.concat(parts).equals(bytes)).toBe(true)
    const queue = defineQueue(queues.vodLadder, { redisUrl: t.env.REDIS_URL })
    expect((await queue.counts()).waiting).toBeGreaterThan(0)
    await queue.close()
  })

  it('leaves its hash on the product, and the same file is known again [VID-007, VID-008]', async () => {
    const made = await product()
    const bytes = mp4(50_000)
    const etag = createHash('sha256').update(bytes).digest('hex')
    const first = await sent(made.slug, bytes)
    const row = () => t.database.knex('products').where({ id: made.id }).first()
    expect((await statusOf(first)).etag).toBe(etag)
    expect(await row()).toMatchObject({
      etag,
      source_video_url: `/media/sources/${first}.mp4`,
      playback_url: `/media/vod/${first}/master.m3u8`,
    })
    await ready(first)
    const shown = (await mediaOf(made.slug)).video
    expect(shown).toMatchObject({ state: 'ready', etag, durationMs: 60_000, uploadId: first })
    if (shown.state !== 'ready') throw new Error('not ready')
    // Two addresses: of what was sent, for its owner alone, and of what is played.
    expect(shown.sourceUrl).toMatch(new RegExp(`^/media/[^/]+/sources/${first}\\.mp4$`))
    expect(shown.playbackUrl).toMatch(new RegExp(`^/media/[^/]+/vod/${first}/master\\.m3u8$`))
    const again = await sent(made.slug, bytes)
    expect(await statusOf(again)).toMatchObject({ state: 'ready', etag })
    expect(await t.database.knex('media_assets').where({ product_id: made.id }).pluck('id')).toEqual([first])
    await expect(access(path.join(t.storageDir, 'sources', `${again}.mp4`))).rejects.toThrow('ENOENT')
  })

  it('is removed a day after its last byte when nobody goes on [VID-006]', async () => {
    const { slug } = await product()
    const location = (await open({ slug, size: 200_000 })).headers['location'] as string
    await patch(location, 0, mp4(100_000))
    const file = path.join(t.storageDir, 'sources', `${idIn(location)}.mp4`)
    const { knex } = t.database
    await knex('uploads')
      .where({ id: idIn(location) })
      .update({ expires_at: new Date(t.clock.nowMs() + 1_000) })
    await t.api.platform.media.sweepUploads()
    expect((await stat(file)).size).toBe(100_000)
    await knex('uploads')
      .where({ id: idIn(location) })
      .update({ expires_at: new Date(t.clock.nowMs() - 1_000) })
    await t.api.platform.media.sweepUploads()
    await expect(access(file)).rejects.toThrow('ENOENT')
    expect((await head(location)).status).toBe(410)
    expect((await mediaOf(slug)).video).toEqual({ state: 'none' })
  })

  it('that lost whoever took its last byte is taken again by the sweep', async () => {
    const { slug } = await product()
    const id = await sent(slug, mp4(1_000))
    const { knex } = t.database
    // As if the process had died right after the last byte.
    await knex('media_jobs').where({ dedupe_key: id }).delete()
    await knex('uploads').where({ id }).update({ asset_id: null, file_id: null, etag: null })
    await knex('media_assets').where({ id }).delete()
    await knex('files')
      .where({ storage_key: `sources/${id}.mp4` })
      .delete()
    await knex.raw(`alter table uploads disable trigger user`)
    await knex('uploads')
      .where({ id })
      .update({ updated_at: new Date(t.clock.nowMs() - 11 * 60_000) })
    await knex.raw(`alter table uploads enable trigger user`)
    await t.api.platform.media.sweepUploads()
    expect(await statusOf(id)).toMatchObject({ state: 'processing' })
    expect(await knex('media_jobs').where({ dedupe_key: id }).first('state')).toMatchObject({ state: 'queued' })
  })
})

describe('processing', () => {
  const failed = (assetId: string, code: 'timeout' | 'unreadable') =>
    tell({ type: 'vod.failed', assetId: assetId as never, reason: 'words of ffmpeg', code })

  it('shows stage and percent, then plays; an upload that is replaced plays until the new one is ready [VID-003, VID-004, VID-012]', async () => {
    const made = await product()
    const first = await sent(made.slug, mp4(2_000))
    await tell({ type: 'vod.progress', assetId: first as never, percent: 0, stage: 'reading', attempt: 1 })
    expect((await mediaOf(made.slug)).video).toMatchObject({ state: 'processing', stage: 'reading', attempt: 1 })
    await tell({ type: 'vod.progress', assetId: first as never, percent: 40, stage: 'encoding', attempt: 1 })
    expect((await mediaOf(made.slug)).video).toMatchObject({ state: 'processing', stage: 'encoding', percent: 40 })
    expect(await statusOf(first)).toMatchObject({ state: 'processing', percent: 40, stage: 'encoding' })
    await ready(first)
    const shown = async () => (await t.database.knex('products').where({ id: made.id }).first())?.media_asset_id
    expect(await shown()).toBe(first)
    const second = await sent(made.slug, mp4(3_000))
    expect((await mediaOf(made.slug)).video).toMatchObject({ state: 'processing', playable: true })
    expect(await shown()).toBe(first)
    await ready(second)
    expect(await shown()).toBe(second)
    // Replaced media leave nothing behind.
    await expect
      .poll(() => t.database.knex('media_assets').where({ id: first }).first('state', 'removed_at'))
      .toMatchObject({ state: 'deleted' })
    await expect(access(path.join(t.storageDir, 'sources', `${first}.mp4`))).rejects.toThrow('ENOENT')
  })

  it('that failed says why in words, tells its owner, and is tried again where that may help [VID-005]', async () => {
    const made = await product()
    const id = await sent(made.slug, mp4(2_000))
    await failed(id, 'timeout')
    expect((await mediaOf(made.slug)).video).toMatchObject({ state: 'failed', reason: 'timeout', mayRetry: true })
    expect(await statusOf(id)).toMatchObject({ state: 'failed', reason: 'timeout' })
    const notice = await t.database
      .knex('notifications')
      .where({ user_id: producer.id, type: 'media.failed' })
      .orderBy('sequence', 'desc')
      .first()
    expect(notice).toMatchObject({ payload: { productSlug: made.slug, reason: 'timeout' } })
    expect(notice?.subject).toContain(made.title)
    const retried = await t.call(uploads.retry, { params: { slug: made.slug, purpose: 'video' }, as })
    expect((retried.body as ProductMedia).video).toMatchObject({ state: 'processing', stage: 'waiting', percent: 0 })
    await ready(id)
    expect((await mediaOf(made.slug)).video).toMatchObject({ state: 'ready' })
    // Ready is not failed, and failed is not ready without a new job.
    for (const endpoint of [uploads.retry, uploads.cancel])
      expect((await t.call(endpoint, { params: { slug: made.slug, purpose: 'video' }, as })).status).toBe(409)
    await failed(id, 'unreadable')
    expect((await mediaOf(made.slug)).video).toMatchObject({ state: 'ready' })
    const broken = await sent((await product()).slug, mp4(2_000))
    await failed(broken, 'unreadable')
    const slug = (await statusOf(broken)).productSlug ?? ''
    expect((await t.call(uploads.retry, { params: { slug, purpose: 'video' }, as })).status).toBe(409)
  })

  it('is cancelled: no worker gets it, a worker that has it is told, a late word changes nothing; it can be begun again', async () => {
    const made = await product()
    const id = await sent(made.slug, mp4(2_000))
    const cancelled = await t.call(uploads.cancel, { params: { slug: made.slug, purpose: 'video' }, as })
    expect((cancelled.body as ProductMedia).video).toMatchObject({ state: 'failed', reason: 'cancelled', mayRetry: true })
    expect(await t.redis.get(vodCancelKey(id))).toBe('1')
    await ready(id)
    expect((await mediaOf(made.slug)).video).toMatchObject({ state: 'failed', reason: 'cancelled' })
    await t.call(uploads.retry, { params: { slug: made.slug, purpose: 'video' }, as })
    expect(await t.redis.get(vodCancelKey(id))).toBeNull()
    // Sending is cancelled, too.
    const sending = await product()
    const location = (await open({ slug: sending.slug, size: 1_000 })).headers['location'] as string
    const stopped = await t.call(uploads.cancel, { params: { slug: sending.slug, purpose: 'video' }, as })
    expect((stopped.body as ProductMedia).video).toEqual({ state: 'none' })
    expect((await head(location)).status).toBe(410)
  })

  it('and what was made of it are removed, unless somebody can have bought it', async () => {
    const sold = await product()
    const id = await sent(sold.slug, mp4(2_000))
    await ready(id)
    expect((await t.call(uploads.remove, { params: { slug: sold.slug, purpose: 'video' }, as })).status).toBe(409)
    const draft = await product({ status: 'draft' })
    const other = await sent(draft.slug, mp4(2_000))
    await ready(other)
    const removed = await t.call(uploads.remove, { params: { slug: draft.slug, purpose: 'video' }, as })
    expect((removed.body as ProductMedia).video).toEqual({ state: 'none' })
    await expect(access(path.join(t.storageDir, 'sources', `${other}.mp4`))).rejects.toThrow('ENOENT')
    expect(await t.database.knex('products').where({ id: draft.id }).first()).toMatchObject({ media_asset_id: null, etag: null })
    // A worker that had it in hand comes too late: what it made goes as well.
    const late = path.join(t.storageDir, 'vod', other, 'master.m3u8')
    await mkdir(path.dirname(late), { recursive: true })
    await writeFile(late, '#EXTM3U')
    await ready(other)
    await expect(access(late)).rejects.toThrow('ENOENT')
  })

  it('goes with a draft that is deleted', async () => {
    const draft = await product({ status: 'draft' })
    const id = await sent(draft.slug, mp4(2_000))
    expect((await t.call(ownProducts.remove, { params: { slug: draft.slug }, as })).status).toBe(204)
    await t.api.platform.media.removeDeleted()
    await expect(access(path.join(t.storageDir, 'sources', `${id}.mp4`))).rejects.toThrow('ENOENT')
  })
})
