import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { account } from '@e-events/shared/contract/people/account.ts'
import { images, type Image } from '@e-events/shared/contract/media/images.ts'
import { limits } from '@e-events/shared/limits.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assertUsableImages } from '../read/usable-images.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

let t: TestApi
let producer: { id: string; email: string; roles: string[] }
let as: string
beforeAll(async () => {
  t = await createTestApi()
  producer = await t.factories.producer()
  as = await t.tokenOf(producer)
})
afterAll(() => t.stop())

const send = (bytes: Uint8Array, contentType = 'image/jpeg', query: Record<string, unknown> = {}) =>
  t.call(images.upload, { as, query, upload: { contentType, bytes: new Uint8Array(bytes) } })
const codeOf = (reply: { body: unknown }) => (reply.body as { code: string }).code
const picture = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#c33' } })
/** Noise does not get smaller: bytes of a wished size. */
const noise = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 60 } } })
const stored = async () => (await readdir(path.join(t.storageDir, 'images'), { recursive: true }).catch(() => [])).length
const get = (url: string, accept: string) => t.http.get(url).set('accept', accept).buffer(true)

describe('refused', () => {
  it('what is no JPEG or PNG by content, whatever it is called, with the words for it; nothing stays behind [CAT-036]', async () => {
    const gif = await picture(20, 20).gif().toBuffer()
    const jpeg = await noise(300, 200).jpeg().toBuffer()
    const png = await noise(60, 60).png().toBuffer()
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(1)</script></svg>')
    const external = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/hostname" width="9" height="9"/></svg>')
    const html = Buffer.from('<!doctype html><script>alert(1)</script>')
    const cases: [Buffer, string][] = [
      [gif, 'image/gif'],
      [gif, 'image/png'],
      [svg, 'image/png'],
      [svg, 'image/svg+xml'],
      [external, 'image/png'],
      [html, 'image/jpeg'],
      [jpeg.subarray(0, jpeg.length / 2), 'image/jpeg'],
      [png.subarray(0, 60), 'image/png'],
      [Buffer.from([0xff, 0xd8, 0xff, 0, 1, 2]), 'image/jpeg'],
      [Buffer.of(), 'image/png'],
    ]
    for (const [bytes, type] of cases) {
      const reply = await send(bytes, type)
      expect([reply.status, codeOf(reply)]).toEqual([400, 'IMAGE_FORMAT'])
    }
    const english = await send(gif, 'image/gif').set('accept-language', 'en')
    expect((english.body as { message: string }).message).toBe('Only .jpg and .png images are accepted.')
    expect(await stored()).toBe(0)
  })

  it('one byte more than 8 MB; 8 388 608 bytes pass [CAT-037, LIM-028]', async () => {
    expect(limits.imageBytes).toBe(8_388_608)
    const jpeg = await noise(400, 300).jpeg().toBuffer()
    const padded = (size: number) => Buffer.concat([jpeg, Buffer.alloc(size - jpeg.length)])
    const over = await send(padded(limits.imageBytes + 1))
    expect([over.status, codeOf(over)]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
    expect((await send(padded(limits.imageBytes))).status).toBe(201)
  })

  it('a picture that is small as a file and enormous decoded, before anything is decoded', async () => {
    const bomb = await picture(9_000, 9_000).png({ compressionLevel: 9 }).toBuffer()
    expect(bomb.length).toBeLessThan(1_000_000)
    expect(codeOf(await send(bomb, 'image/png'))).toBe('IMAGE_DIMENSIONS')
    // 50 000 x 50 000, said in the head of the file: nothing that follows is looked at.
    const huge = Buffer.from(await picture(2, 2).png().toBuffer())
    huge.writeUInt32BE(50_000, 16)
    huge.writeUInt32BE(50_000, 20)
    expect(['IMAGE_DIMENSIONS', 'IMAGE_FORMAT']).toContain(codeOf(await send(huge, 'image/png')))
  })

  it('a part that lies beside the picture', async () => {
    const jpeg = await picture(400, 300).jpeg().toBuffer()
    const reply = await send(jpeg, 'image/jpeg', { crop: '350,0,100,100' })
    expect([reply.status, codeOf(reply)]).toEqual([400, 'VALIDATION_FAILED'])
    expect((await send(jpeg, 'image/jpeg', { crop: '0,0,0,10' })).status).toBe(400)
  })
})

describe('a picture', () => {
  const photo = (width: number, height: number, orientation = 1) =>
    sharp({ create: { width, height, channels: 3, background: '#37c' } })
      .withExif({ IFD0: { Copyright: 'secret-owner' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '40/1 25/1 0/1' } })
      .withMetadata({ orientation })
      .jpeg()
      .toBuffer()

  it('is kept upright and without what the camera wrote into it, with a tiny one to show meanwhile [CAT-038]', async () => {
    const reply = await send(await photo(600, 400, 6))
    expect(reply.status).toBe(201)
    const image = reply.body as Image
    expect(image).toMatchObject({ url: `/api/files/${image.id}`, width: 400, height: 600 })
    expect(image.placeholder).toMatch(/^data:image\/webp;base64,/)
    expect(image.placeholder!.length).toBeLessThan(1_000)
    const served = await get(image.url, '*/*')
    expect([served.status, served.type]).toEqual([200, 'image/jpeg'])
    const metadata = await sharp(served.body as Buffer).metadata()
    expect([metadata.width, metadata.height, metadata.exif, metadata.orientation]).toEqual([400, 600, undefined, undefined])
    expect((served.body as Buffer).includes('secret-owner')).toBe(false)
    expect([limits.imageWidthPx, limits.imageHeightPx]).toEqual([1_100, 650])
  })

  it('may be a .jpg, .jpeg or .png, and is cut where its owner wants it [CAT-036]', async () => {
    const png = (await send(await picture(800, 800).png().toBuffer(), 'image/png', { crop: '0,100,800,450' })).body as Image
    expect([png.width, png.height]).toEqual([800, 450])
    expect((await get(png.url, '*/*')).type).toBe('image/png')
  })

  it('is answered in the best format that the browser accepts and the width it asks for, never wider than it is; made once', async () => {
    const image = (await send(await picture(1_100, 650).jpeg().toBuffer())).body as Image
    const asked = (query: string, accept: string) => get(`${image.url}?w=${query}`, accept)
    const avif = await asked('320', 'image/avif,image/webp,*/*')
    expect([avif.status, avif.type]).toEqual([200, 'image/avif'])
    expect(avif.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(avif.headers['vary']).toMatch(/accept/i)
    const webp = await asked('640', 'image/webp,*/*')
    expect(webp.type).toBe('image/webp')
    expect((await sharp(webp.body as Buffer).metadata()).width).toBe(640)
    // 1920 is more than it has: its own width, and nothing in between the steps.
    expect((await sharp((await asked('1920', '*/*')).body as Buffer).metadata()).width).toBe(1_100)
    expect((await sharp((await asked('700', '*/*')).body as Buffer).metadata()).width).toBe(960)
    // Four widths (320, 640, 960, 1100) in two formats, made ahead of time.
    const folder = path.join(t.storageDir, 'variants', image.id)
    await expect.poll(() => readdir(folder).then((names) => names.length), { timeout: 30_000 }).toBe(8)
    const again = await asked('320', 'image/avif')
    expect(again.headers['etag']).toBe(avif.headers['etag'])
    expect((await get(`${image.url}?w=320`, 'image/avif').set('if-none-match', avif.headers['etag'] as string)).status).toBe(304)
    expect((await readdir(folder)).length).toBe(8)
  }, 60_000)

  it('is used by who sent it, and by staff', async () => {
    const image = (await send(await picture(30, 30).png().toBuffer(), 'image/png')).body as Image
    const { knex } = t.database
    await assertUsableImages(knex, { id: producer.id, isAdmin: false }, { imageId: image.id, coverImageId: null, logoImageId: undefined })
    await assertUsableImages(knex, { id: (await t.factories.admin()).id, isAdmin: true }, { imageId: image.id })
    const stranger = await t.factories.producer()
    await expect(assertUsableImages(knex, { id: stranger.id, isAdmin: false }, { imageId: image.id })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      issues: [{ path: 'body.imageId', rule: 'unknown_image' }],
    })
    // Files of a person or a sale are nobody's picture, not even for staff.
    const asAdmin = () => assertUsableImages(knex, { id: stranger.id, isAdmin: true }, { imageId: image.id })
    for (const change of [{ purpose: 'avatar' }, { purpose: 'invoice' }, { is_public: false }] as const) {
      await knex('files').where({ id: image.id }).update(change)
      await expect(asAdmin()).rejects.toMatchObject({ issues: [{ rule: 'unknown_image' }] })
      await knex('files').where({ id: image.id }).update({ purpose: 'image', is_public: true })
    }
    await asAdmin()
    await knex('files').where({ id: image.id }).update({ deleted_at: new Date() })
    await expect(assertUsableImages(knex, { id: producer.id, isAdmin: false }, { imageId: image.id })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
    })
  })
})

describe('a flood', () => {
  it('of pictures of people waits in the same line', async () => {
    const jpeg = await noise(2_400, 1_600).jpeg().toBuffer()
    const somebody = await t.tokenOf(await t.factories.user())
    const put = () => t.call(account.avatar, { as: somebody, upload: { contentType: 'image/jpeg', bytes: new Uint8Array(jpeg) } })
    const replies = await Promise.all(Array.from({ length: 70 }, put))
    expect([...new Set(replies.map(({ status }) => status))].toSorted((a, b) => a - b)).toEqual([200, 503])
  }, 60_000)

  it('of pictures is told that it is too much, and the box goes on answering', async () => {
    const jpeg = await noise(2_400, 1_600).jpeg().toBuffer()
    const replies = await Promise.all(Array.from({ length: 30 }, () => send(jpeg)))
    const statuses = new Set(replies.map((reply) => reply.status))
    expect([...statuses].toSorted((a, b) => a - b)).toEqual([201, 503])
    expect((await t.http.get('/healthz')).status).toBe(200)
  }, 60_000)
})
