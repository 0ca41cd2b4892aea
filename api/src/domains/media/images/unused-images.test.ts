import { access } from 'node:fs/promises'
import path from 'node:path'
import { images, type Image } from '@e-events/shared/contract/media/images.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

let t: TestApi
let as: string
let producerId: string
beforeAll(async () => {
  t = await createTestApi()
  const producer = await t.factories.producer()
  producerId = producer.id
  as = await t.tokenOf(producer)
})
afterAll(() => t.stop())

async function send(ageHours: number): Promise<Image & { file: string }> {
  const bytes = new Uint8Array(
    await sharp({ create: { width: 40, height: 30, channels: 3, background: '#37c' } })
      .png()
      .toBuffer(),
  )
  const reply = await t.call(images.upload, { as, upload: { contentType: 'image/png', bytes } })
  const image = reply.body as Image
  const sentAt = new Date(t.clock.nowMs() - ageHours * 3_600_000)
  await t.database.knex('files').where({ id: image.id }).update({ created_at: sentAt })
  const row = await t.database.knex('files').where({ id: image.id }).first('storage_key')
  return { ...image, file: path.join(t.storageDir, row?.storage_key ?? '') }
}
const isThere = async (image: Image & { file: string }) => {
  const status = (await t.http.get(image.url)).status
  const onDisk = await access(image.file).then(
    () => true,
    () => false,
  )
  return [status, onDisk]
}

describe('pictures that nobody uses', () => {
  it('go after a day, with everything that was made of them; used ones stay, wherever they are named', async () => {
    const young = await send(23)
    const old = await send(25)
    const posterOf = await send(25)
    const inText = await send(25)
    const product = await t.factories.product({ image_file_id: posterOf.id })
    await t.database
      .knex('products')
      .where({ id: product.id })
      .update({ description: `<img src="${inText.url}">` })
    await t.http.get(`${old.url}?w=320`).set('accept', 'image/webp').expect(200)
    expect(await t.api.platform.media.removeUnusedImages()).toBe(1)
    for (const kept of [young, posterOf, inText]) expect(await isThere(kept)).toEqual([200, true])
    expect(await isThere(old)).toEqual([404, false])
    await expect(access(path.join(t.storageDir, 'variants', old.id))).rejects.toThrow('ENOENT')
    // Taken out of the product again, it goes with the next sweep.
    await t.database.knex('products').where({ id: product.id }).update({ description: '' })
    expect(await t.api.platform.media.removeUnusedImages()).toBe(1)
    expect(await isThere(inText)).toEqual([404, false])
  })

  it('are only such as were sent as pictures of the catalogue', async () => {
    const other = await send(48)
    await t.database.knex('files').where({ id: other.id }).update({ purpose: 'avatar', owner_id: producerId })
    expect(await t.api.platform.media.removeUnusedImages()).toBe(0)
    expect(await isThere(other)).toEqual([200, true])
  })
})
