import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createStorage, readStorageConfig } from './create-storage.ts'
import { createS3Storage } from './storage-s3.ts'
import { describeStorage } from './storage.conformance.ts'
import { startS3Double, type S3Double } from './testing/s3-double.ts'

const partBytes = 5 * 1024 * 1024
const optionsFor = ({ endpoint, bucket, credentials }: S3Double) => ({ endpoint, bucket, credentials, region: 'eu-west-1', partBytes })

describeStorage('S3', async () => {
  const double = await startS3Double()
  const storage = await createStorage({ kind: 's3', ...optionsFor(double) })
  return { storage, stop: () => double.stop() }
})

describe('S3 storage in trouble', () => {
  let double: S3Double
  let folder: string
  beforeAll(async () => {
    double = await startS3Double()
    folder = await mkdtemp(join(tmpdir(), 'ee-s3-'))
  })
  afterAll(async () => {
    await double.stop()
    await rm(folder, { recursive: true, force: true })
  })

  it('says wrong credentials instead of calling the object absent', async () => {
    const storage = createS3Storage({ ...optionsFor(double), credentials: { accessKeyId: 'other', secretAccessKey: 'other' } })
    await expect(storage.read('a/b.m4s')).rejects.toMatchObject({ name: 'AccessDenied' })
    await expect(storage.put('a/b.m4s', 'x', 'video/mp4')).rejects.toMatchObject({ name: 'AccessDenied' })
    storage.close()
  })

  it('answers STORAGE_FULL, keeps what was there and leaves no paid-for parts behind', async () => {
    const storage = createS3Storage(optionsFor(double))
    await storage.put('full/a.m3u8', 'old', 'application/vnd.apple.mpegurl')
    double.limitBytes = 1_000
    const file = join(folder, 'big.mp4')
    await writeFile(file, Buffer.alloc(partBytes + 1))
    await expect(storage.put('full/a.m3u8', 'x'.repeat(2_000), 'application/vnd.apple.mpegurl')).rejects.toMatchObject({
      code: 'STORAGE_FULL',
    })
    await expect(storage.putFile('full/b.mp4', file, 'video/mp4')).rejects.toMatchObject({ code: 'STORAGE_FULL' })
    expect(double.openUploads()).toBe(0)
    expect(await storage.getText('full/a.m3u8')).toBe('old')
    storage.close()
  })
})

describe('the storage part of the environment', () => {
  it.each([
    [{ STORAGE_DRIVER: 'tape' }, 'disk or s3, not tape'],
    [{ STORAGE_DRIVER: 's3' }, 'S3_BUCKET'],
    [{ STORAGE_DRIVER: 's3', S3_BUCKET: 'media', S3_ACCESS_KEY_ID: 'id' }, 'both or none'],
  ])('refuses %j and says what is missing', (env, message) => {
    expect(() => readStorageConfig(env)).toThrow(message)
  })

  it('names a disk without being asked, and a bucket with what is given', () => {
    expect(readStorageConfig({})).toEqual({ kind: 'disk', root: '.data/storage' })
    const given = {
      STORAGE_DRIVER: 's3',
      S3_BUCKET: 'media',
      S3_ENDPOINT: 'http://minio:9000',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret',
    }
    expect(readStorageConfig({ ...given, S3_FORCE_PATH_STYLE: '' })).toMatchObject({
      kind: 's3',
      bucket: 'media',
      region: 'eu-west-3',
      endpoint: 'http://minio:9000',
      credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
    })
    expect(readStorageConfig({ ...given, S3_FORCE_PATH_STYLE: 'false' })).toMatchObject({ forcePathStyle: false })
  })
})
