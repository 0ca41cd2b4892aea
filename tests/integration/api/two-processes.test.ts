import type { ChildProcess } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '../../../api/src/testing/test-api.ts'
import { createTusClient, locationOf, offsetOf, uploadIdIn } from '../../../api/src/testing/tus-client.ts'
import { until } from '../sfu/support.ts'
import { startApiProcess } from './api-process.ts'

const megabyte = 1024 * 1024
let t: TestApi
let slug: string
let a: ReturnType<typeof createTusClient>
let token: string
const children: ChildProcess[] = []
beforeAll(async () => {
  t = await createTestApi({ env: { STORAGE_RESERVE_BYTES: '0' } })
  const owner = await t.factories.producer()
  token = await t.tokenOf(owner)
  slug = (await t.factories.product({ type: 'vod', channel_id: (await t.factories.channel({ owner_id: owner.id })).id }, { sessions: 0 }))
    .slug
  a = createTusClient(t.url, token)
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await t.stop()
})

/** A second api, as a process of its own, on the same database, Redis and storage. */
async function startSecond() {
  const { child, url } = await startApiProcess(t)
  children.push(child)
  return { child, tus: createTusClient(url, token) }
}

const film = (megabytes: number) =>
  Buffer.concat([Buffer.from('\0\0\0\x20ftypisom\0\0\x02\0', 'latin1'), randomBytes(megabytes * megabyte - 16)])
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const stored = async (location: string) => hashOf(await readFile(path.join(t.storageDir, 'sources', `${uploadIdIn(location)}.mp4`)))

describe('one upload at two processes of the api', { timeout: 120_000 }, () => {
  it('asked at one while the other still writes, it is taken over with all that came; its bytes are those of the file [VID-006]', async () => {
    const { tus: b } = await startSecond()
    const bytes = film(6)
    const location = locationOf(await a.open({ slug, size: bytes.length }))
    // A has a piece in hand that does not end.
    const held = a.begin(location, 0, bytes.length)
    held.write(bytes.subarray(0, 2 * megabyte))
    await until(
      'two megabytes have come',
      async () => (await readFile(path.join(t.storageDir, 'sources', `${uploadIdIn(location)}.mp4`))).length === 2 * megabyte,
    )
    const asked = await b.head(location)
    expect([asked.status, offsetOf(asked)]).toEqual([200, 2 * megabyte])
    // And what the first line still brings is not written past the one who has taken over.
    held.write(randomBytes(megabyte))
    expect((await b.patch(location, 2 * megabyte, bytes.subarray(2 * megabyte, 4 * megabyte))).status).toBe(204)
    held.destroy()
    // A piece to B that is open, and the next one straight to A.
    const open = b.begin(location, 4 * megabyte, 2 * megabyte)
    open.write(bytes.subarray(4 * megabyte, 5 * megabyte))
    await until(
      'five megabytes have come',
      async () => (await readFile(path.join(t.storageDir, 'sources', `${uploadIdIn(location)}.mp4`))).length === 5 * megabyte,
    )
    const taken = await a.patch(location, 5 * megabyte, bytes.subarray(5 * megabyte))
    expect(taken.status).toBe(204)
    open.destroy()
    expect(await stored(location)).toBe(hashOf(bytes))
    expect(
      await t.database
        .knex('uploads')
        .where({ id: uploadIdIn(location) })
        .first('state', 'etag'),
    ).toEqual({
      state: 'processing',
      etag: hashOf(bytes),
    })
  })

  it('whose process is killed in the middle goes on at the other one, as soon as the lock of the dead one has run out [VID-006]', async () => {
    const { child, tus: b } = await startSecond()
    const bytes = film(4)
    const location = locationOf(await b.open({ slug, size: bytes.length }))
    const lost = b.begin(location, 0, bytes.length)
    lost.write(bytes.subarray(0, 3 * megabyte))
    const file = path.join(t.storageDir, 'sources', `${uploadIdIn(location)}.mp4`)
    await until('three megabytes have come', async () => (await readFile(file)).length === 3 * megabyte)
    child.kill('SIGKILL')
    const asked = await a.head(location)
    expect([asked.status, offsetOf(asked)]).toEqual([200, 3 * megabyte])
    expect((await a.patch(location, 3 * megabyte, bytes.subarray(3 * megabyte))).status).toBe(204)
    expect(await stored(location)).toBe(hashOf(bytes))
  })

  it('that another request holds for too long is answered 423 in words, which clients repeat', async () => {
    const bytes = film(1)
    const location = locationOf(await a.open({ slug, size: bytes.length }))
    const key = `upload-lock:${uploadIdIn(location)}`
    // A holder that lives but does not let go.
    await t.redis.set(key, 'somebody', 'PX', 60_000)
    const refused = await a.patch(location, 0, bytes)
    expect([refused.status, (JSON.parse(refused.text) as { code: string }).code]).toEqual([423, 'UPLOAD_BUSY'])
    await t.redis.del(key)
    expect((await a.patch(location, 0, bytes)).status).toBe(204)
    expect(await stored(location)).toBe(hashOf(bytes))
  })
})
