import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { uploads, type ProductMedia, type UploadStatus } from '@e-events/shared/contract/media/uploads.ts'
import { createStorage } from '@e-events/shared/node/create-storage.ts'
import { startS3Double } from '@e-events/shared/node/testing/s3-double.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'
import { createTusClient, locationOf, offsetOf, refusalOf, uploadChecksum, uploadIdIn } from '../../../testing/tus-client.ts'

const megabyte = 1024 * 1024
const run = promisify(execFile)

/** Where uploads lie, small enough to be filled. */
interface Place {
  env: Record<string, string>
  /** Leaves room for so many bytes more. */
  leave(bytes: number): Promise<void>
  /** Everything that is stored of uploads, and what is not seen but paid for. */
  left(): Promise<string[]>
  /** It cannot be reached. */
  setAway(isAway: boolean): void
  stop(): Promise<void>
}

async function createDisk(): Promise<Place> {
  const root = await mkdtemp(path.join(tmpdir(), 'ee-small-disk-'))
  await run('mount', ['-t', 'tmpfs', '-o', 'size=100m', 'none', root])
  const filler = path.join(root, 'filler')
  return {
    env: { STORAGE_DIR: root },
    async leave(bytes) {
      await rm(filler, { force: true })
      if (bytes === Number.POSITIVE_INFINITY) return
      const { stdout } = await run('df', ['--output=avail', '-B1', root])
      await writeFile(filler, Buffer.alloc(Number(stdout.split('\n')[1]) - bytes))
    },
    left: () => readdir(path.join(root, 'sources')).catch(() => []),
    setAway: () => undefined,
    async stop() {
      await run('umount', ['-l', root])
      await rm(root, { recursive: true, force: true })
    },
  }
}

async function createBucket(): Promise<Place> {
  const double = await startS3Double()
  const { endpoint, bucket, credentials } = double
  return {
    env: {
      STORAGE_DRIVER: 's3',
      S3_BUCKET: bucket,
      S3_ENDPOINT: endpoint,
      S3_ACCESS_KEY_ID: credentials.accessKeyId,
      S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    },
    leave(bytes) {
      double.limitBytes = double.usedBytes() + bytes
      return Promise.resolve()
    },
    left: () =>
      Promise.resolve([
        ...double.keys().filter((key) => key.startsWith('sources/')),
        ...Array.from({ length: double.openUploads() }, () => 'parts'),
      ]),
    setAway(isAway) {
      double.isAway = isAway
    },
    stop: () => double.stop(),
  }
}

/** Only root may make a small disk; a bucket is small everywhere. */
const places: [string, () => Promise<Place>][] = [['a bucket', createBucket]]
if (process.getuid?.() === 0) places.unshift(['a disk', createDisk])

describe.each(places)('an upload to %s', (name, create) => {
  let place: Place
  let t: TestApi
  let owner: { id: string; email: string }
  let token: string
  let tus: ReturnType<typeof createTusClient>
  beforeAll(async () => {
    place = await create()
    t = await createTestApi({ env: { STORAGE_RESERVE_BYTES: '0', UPLOAD_STALL_MS: '2000', ...place.env } })
    owner = await t.factories.producer()
    token = await t.tokenOf(owner)
    tus = createTusClient(t.url, token)
  })
  afterAll(async () => {
    await t.stop()
    await place.stop()
  })

  const film = (megabytes: number) =>
    Buffer.concat([Buffer.from('\0\0\0\x20ftypisom\0\0\x02\0', 'latin1'), randomBytes(megabytes * megabyte - 16)])
  const product = async () =>
    t.factories.product({ type: 'vod', channel_id: (await t.factories.channel({ owner_id: owner.id })).id }, { sessions: 0 })
  const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
  const statusOf = async (location: string) =>
    (await t.call(uploads.get, { params: { id: uploadIdIn(location) }, as: token })).body as UploadStatus
  const stored = async (location: string) => {
    const storage = await createStorage(t.env.storage)
    const parts: Buffer[] = []
    for await (const part of (await storage.read(`sources/${uploadIdIn(location)}.mp4`)) as AsyncIterable<Buffer>) parts.push(part)
    return hashOf(Buffer.concat(parts))
  }
  const begun = async (size: number) => locationOf(await tus.open({ slug: (await product()).slug, size }))
  const bytesLeft = async () => (await place.left()).toSorted()

  it('that meets a full store in its middle hears 507 in words, keeps what came, and goes on when there is room [VID-006]', async () => {
    const bytes = film(12)
    const location = await begun(bytes.length)
    expect((await tus.patch(location, 0, bytes.subarray(0, 8 * megabyte))).status).toBe(204)
    await place.leave(megabyte)
    const refused = await tus.patch(location, 8 * megabyte, bytes.subarray(8 * megabyte))
    expect(refusalOf(refused)).toEqual({ status: 507, code: 'STORAGE_FULL', message: 'There is no storage space left.' })
    expect((await statusOf(location)).state).toBe('uploading')
    const kept = offsetOf(await tus.head(location))
    expect(kept).toBeGreaterThanOrEqual(8 * megabyte)
    expect(kept).toBeLessThan(bytes.length)
    // Still full: the same words, and nothing lost.
    expect((await tus.patch(location, kept, bytes.subarray(kept))).status).toBe(507)
    await place.leave(Number.POSITIVE_INFINITY)
    const again = offsetOf(await tus.head(location))
    expect(again).toBeGreaterThanOrEqual(kept)
    expect((await tus.patch(location, again, bytes.subarray(again))).status).toBe(204)
    expect(await statusOf(location)).toMatchObject({ state: 'processing', etag: hashOf(bytes) })
    expect(await stored(location)).toBe(hashOf(bytes))
  })

  it('loses nothing when its sender falls silent: the line is cut, and it goes on from there [VID-006]', async () => {
    const bytes = film(3)
    const location = await begun(bytes.length)
    const silent = tus.begin(location, 0, bytes.length)
    const cut = new Promise((resolve) => silent.once('close', resolve))
    silent.write(bytes.subarray(0, megabyte))
    await cut
    const came = offsetOf(await tus.head(location))
    expect(came).toBe(megabyte)
    expect((await tus.patch(location, came, bytes.subarray(came))).status).toBe(204)
    expect(await stored(location)).toBe(hashOf(bytes))
  })

  it('takes no part that is not what its checksum says, and takes it when it is sent again [VID-006]', async () => {
    const bytes = film(9)
    const location = await begun(bytes.length)
    const [first, last] = [bytes.subarray(0, 8 * megabyte), bytes.subarray(8 * megabyte)]
    const damaged = (part: Buffer) => {
      const copy = Buffer.from(part)
      copy[3] = (copy[3] ?? 0) ^ 1
      copy[6] = 0
      return copy
    }
    // Damaged where a file says what it is: that is no other kind of file.
    const refused = await tus.patch(location, 0, damaged(first), uploadChecksum(first))
    expect(refusalOf(refused)).toMatchObject({ status: 460, code: 'CHECKSUM_MISMATCH' })
    expect(offsetOf(await tus.head(location))).toBe(0)
    expect((await tus.patch(location, 0, first, uploadChecksum(first))).status).toBe(204)
    expect((await tus.patch(location, first.length, damaged(last), uploadChecksum(last))).status).toBe(460)
    expect(offsetOf(await tus.head(location))).toBe(first.length)
    expect((await tus.patch(location, first.length, last, { 'upload-checksum': 'crc32 AAAA' })).status).toBe(400)
    expect((await tus.patch(location, first.length, last, uploadChecksum(last))).status).toBe(204)
    expect(await stored(location)).toBe(hashOf(bytes))
  })

  it('ends with 410 in words for the tab that another tab sends a new file past; the new one is whole, of the old one nothing is left', async () => {
    const { slug } = await product()
    const before = await bytesLeft()
    const bytes = film(2)
    const one = locationOf(await tus.open({ slug, size: bytes.length }))
    await tus.patch(one, 0, bytes.subarray(0, megabyte))
    const open = tus.begin(one, megabyte, megabyte)
    const ended = new Promise((resolve) => open.once('close', resolve))
    open.write(bytes.subarray(megabyte, megabyte + 1_000))
    const two = locationOf(await tus.open({ slug, size: bytes.length }))
    expect((await tus.patch(two, 0, bytes)).status).toBe(204)
    open.end(bytes.subarray(megabyte + 1_000))
    await ended
    const late = await tus.patch(one, megabyte, bytes.subarray(megabyte))
    expect(refusalOf(late)).toMatchObject({ status: 410, code: 'UPLOAD_GONE' })
    expect((await tus.head(one)).status).toBe(410)
    expect(await stored(two)).toBe(hashOf(bytes))
    const left = await bytesLeft()
    expect(left).toHaveLength(before.length + 1)
    expect(left.filter((one) => !before.includes(one))).toEqual([expect.stringContaining(uploadIdIn(two))])
  })

  it('by two tabs that go on with the same one has the bytes of the file, whoever sent which [VID-006]', async () => {
    const bytes = film(6)
    const location = await begun(bytes.length)
    const tab = async () => {
      for (let round = 0; round < 40; round++) {
        const asked = await tus.head(location)
        if (asked.status !== 200) continue
        const offset = offsetOf(asked)
        if (offset === bytes.length) return
        await tus.patch(location, offset, bytes.subarray(offset, offset + megabyte)).catch(() => undefined)
      }
    }
    await Promise.all([tab(), tab()])
    expect(await stored(location)).toBe(hashOf(bytes))
    expect(await statusOf(location)).toMatchObject({ state: 'processing', etag: hashOf(bytes) })
  }, 60_000)

  it('whose process died after the last byte is taken when its sender asks how far it is [VID-003]', async () => {
    const bytes = film(1)
    const location = await begun(bytes.length)
    expect((await tus.patch(location, 0, bytes)).status).toBe(204)
    const { knex } = t.database
    const id = uploadIdIn(location)
    // As the dead process left it: all bytes are there, and nobody knows.
    await knex('media_jobs').where({ dedupe_key: id }).delete()
    await knex('uploads').where({ id }).update({ state: 'uploading', asset_id: null, file_id: null, etag: null, offset_bytes: 0 })
    await knex('media_assets').where({ id }).delete()
    await knex('files')
      .where({ storage_key: `sources/${id}.mp4` })
      .delete()
    expect(offsetOf(await tus.head(location))).toBe(bytes.length)
    await expect.poll(async () => (await statusOf(location)).etag).toBe(hashOf(bytes))
  })

  it('that nobody goes on with leaves nothing; where the store cannot be reached, the next sweep removes it [VID-006]', async () => {
    const before = await bytesLeft()
    const bytes = film(10)
    const location = await begun(bytes.length)
    await tus.patch(location, 0, bytes.subarray(0, 9 * megabyte))
    expect(await bytesLeft()).not.toEqual(before)
    await t.database
      .knex('uploads')
      .where({ id: uploadIdIn(location) })
      .update({ expires_at: new Date(t.clock.nowMs() - 1_000) })
    place.setAway(true)
    await t.api.platform.media.sweepUploads()
    place.setAway(false)
    await t.api.platform.media.sweepUploads()
    expect(await bytesLeft()).toEqual(before)
    expect((await tus.head(location)).status).toBe(410)
    const { slug } = await product()
    const given = locationOf(await tus.open({ slug, size: bytes.length }))
    await tus.patch(given, 0, bytes.subarray(0, megabyte))
    expect((await tus.remove(given)).status).toBe(204)
    await expect
      .poll(async () => ((await t.call(uploads.media, { params: { slug }, as: token })).body as ProductMedia).video, { timeout: 20_000 })
      .toEqual({ state: 'none' })
    expect(await bytesLeft()).toEqual(before)
  })

  it('of what is no film leaves nothing', async () => {
    const before = await bytesLeft()
    const playlist = Buffer.from('#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\nhttp://127.0.0.1:9/a.ts\n#EXT-X-ENDLIST\n')
    const location = await begun(playlist.length)
    expect(refusalOf(await tus.patch(location, 0, playlist))).toMatchObject({ status: 400, code: 'VIDEO_FORMAT' })
    expect([name, await bytesLeft()]).toEqual([name, before])
  })
})
