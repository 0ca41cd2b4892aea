import { createHash } from 'node:crypto'
import { images, type Image } from '@e-events/shared/contract/media/images.ts'
import { playback, type Playback } from '@e-events/shared/contract/live/playback.ts'
import { uploadPartBytes } from '@e-events/shared/contract/media/uploads.ts'
import { startS3Double, type S3Double } from '@e-events/shared/node/testing/s3-double.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTusClient, locationOf, offsetOf, uploadChecksum, uploadIdIn } from '../../../api/src/testing/tus-client.ts'
import { startUploadHouse, type UploadHouse } from './upload-house.ts'

let bucket: S3Double
let house: UploadHouse
beforeAll(async () => {
  bucket = await startS3Double()
  house = await startUploadHouse({
    STORAGE_DRIVER: 's3',
    S3_BUCKET: bucket.bucket,
    S3_ENDPOINT: bucket.endpoint,
    S3_ACCESS_KEY_ID: bucket.credentials.accessKeyId,
    S3_SECRET_ACCESS_KEY: bucket.credentials.secretAccessKey,
  })
})
afterAll(async () => {
  await house.stop()
  await bucket.stop()
})

describe('where all media lie in a bucket', { timeout: 240_000 }, () => {
  it('a film is sent in parts, resumed, made into a ladder, played by a signed address and replaced [VID-003, VID-004, VID-006, VID-007, VID-008, VID-013]', async () => {
    const made = await house.product()
    // Noise compresses badly: more than one part of S3, and a rest.
    const bytes = await house.film(
      'a.mp4',
      '-f lavfi -i nullsrc=s=640x360:r=25:d=5,geq=random(1)*255:128:128 -f lavfi -i sine=f=440:d=5 -c:v libx264 -preset ultrafast -b:v 20M -pix_fmt yuv420p -c:a aac',
    )
    expect(bytes.length).toBeGreaterThan(uploadPartBytes)
    const tus = createTusClient(house.t.url, house.as)
    const location = locationOf(await tus.open({ slug: made.slug, size: bytes.length }))
    const first = bytes.subarray(0, 3_000_000)
    expect((await tus.patch(location, 0, first, uploadChecksum(first))).status).toBe(204)
    // The line goes in the middle of a part: what came of it is kept.
    const cut = tus.begin(location, first.length, bytes.length - first.length)
    const closed = new Promise((resolve) => cut.once('close', resolve))
    cut.write(bytes.subarray(first.length, first.length + 2_000_000), () => setTimeout(() => cut.destroy(), 200))
    await closed
    const came = offsetOf(await tus.head(location))
    expect(came).toBeGreaterThan(first.length)
    expect((await tus.patch(location, came, bytes.subarray(came))).status).toBe(204)
    const id = uploadIdIn(location)
    const state = await house.settled(made.slug, 'video')
    if (state.state !== 'ready') throw new Error(`it is ${JSON.stringify(state)}`)
    expect(state).toMatchObject({ rungs: ['360p'], etag: createHash('sha256').update(bytes).digest('hex'), sizeBytes: bytes.length })
    // One file, and none of the notes and parts that it was put together from.
    expect(bucket.keys().filter((key) => key.startsWith('sources/'))).toEqual([`sources/${id}.mp4`])
    expect(bucket.openUploads()).toBe(0)

    const viewer = await house.t.factories.user()
    await house.t.factories.ticket({ user_id: viewer.id, product_id: made.id })
    const reply = await house.t.call(playback.get, { params: { slug: made.slug }, as: await house.t.tokenOf(viewer) })
    const shown = reply.body as Playback
    if (shown.state !== 'ready') throw new Error(`it is ${shown.state}`)
    const master = shown.media.feeds[0]?.masterUrl ?? ''
    const [status, text] = await house.fetchText(master)
    expect([status, text.match(/RESOLUTION=\d+x\d+/g)]).toEqual([200, ['RESOLUTION=640x360']])
    const [, playlist] = await house.fetchText(master.replace('master.m3u8', '360p.m3u8'))
    const segment = /^[^#].*\.m4s$/m.exec(playlist)?.[0] ?? ''
    expect((await house.fetchBytes(master.replace('master.m3u8', segment))).length).toBeGreaterThan(10_000)
    expect((await house.fetchText(master.replace(/media\/[^/]+/, 'media/nobody')))[0]).toBe(404)
    expect((await house.fetchBytes(state.sourceUrl ?? '')).equals(bytes)).toBe(true)

    // The next film takes its place, and of the first one nothing is paid for any more.
    const other = await house.film('b.mp4', '-f lavfi -i testsrc2=s=640x360:r=25:d=2 -c:v libx264 -pix_fmt yuv420p')
    await house.send(made.slug, 'video', 'b.mp4', other)
    await expect
      .poll(async () => (await house.mediaOf(made.slug)).video, { timeout: 120_000 })
      .toMatchObject({ state: 'ready', fileName: 'b.mp4' })
    await house.t.api.platform.media.removeDeleted()
    expect(bucket.keys().filter((key) => key.includes(id))).toEqual([])
  })

  it('a picture is taken, answered in the width and format that a browser asks for, and removed when nobody uses it', async () => {
    const png = await sharp({ create: { width: 1_400, height: 800, channels: 3, background: '#336699' } })
      .png()
      .toBuffer()
    const upload = { contentType: 'image/png', bytes: png }
    const image = (await house.t.call(images.upload, { upload, as: house.as })).body as Image
    expect(bucket.keys().some((key) => key.startsWith(`images/${house.producer.id}/`))).toBe(true)
    const small = await house.t.http.get(`${image.url}?w=320`).set('accept', 'image/avif,image/webp')
    expect([small.status, small.headers['content-type']]).toEqual([200, 'image/avif'])
    expect((await sharp(small.body as Buffer).metadata()).width).toBe(320)
    const whole = await house.t.http.get(image.url)
    expect((await sharp(whole.body as Buffer).metadata()).width).toBe(1_400)
    await house.t.database
      .knex('files')
      .where({ id: image.id })
      .update({ created_at: new Date(house.t.clock.nowMs() - 25 * 3_600_000) })
    await expect.poll(() => bucket.keys().filter((key) => key.startsWith(`variants/${image.id}/`)).length, { timeout: 60_000 }).toBe(10)
    expect(await house.t.api.platform.media.removeUnusedImages()).toBe(1)
    expect(bucket.keys().filter((key) => key.startsWith('images/') || key.startsWith('variants/'))).toEqual([])
    expect((await house.t.http.get(image.url)).status).toBe(404)
  })
})
