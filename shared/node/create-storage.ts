import { site } from '../src/domain/site.ts'
import { createDiskStorage } from './storage-disk.ts'
import type { S3StorageOptions } from './storage-s3.ts'
import type { Storage } from './storage.ts'

/** Where a service keeps media, as its env.ts reads it. */
export type StorageConfig = { kind: 'disk'; root: string } | ({ kind: 's3' } & S3StorageOptions)

/** @throws when the folder cannot be made or written */
export async function createStorage(config: StorageConfig): Promise<Storage> {
  if (config.kind === 'disk') return createDiskStorage({ root: config.root })
  const { kind: _, ...options } = config
  // The SDK is large: a service that keeps media on disk starts without it.
  const { createS3Storage } = await import('./storage-s3.ts')
  return createS3Storage(options)
}

/**
 * The storage part of a service's environment: STORAGE_DRIVER (disk, s3), STORAGE_DIR, S3_BUCKET, S3_REGION (else
 * DATA_REGION), S3_ENDPOINT, S3_FORCE_PATH_STYLE, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY. @throws Error that says
 * what is missing
 */
export function readStorageConfig(env: Readonly<Record<string, string | undefined>>): StorageConfig {
  const driver = env['STORAGE_DRIVER'] || 'disk'
  if (driver === 'disk') return { kind: 'disk', root: env['STORAGE_DIR'] || '.data/storage' }
  if (driver !== 's3') throw new Error(`STORAGE_DRIVER: disk or s3, not ${driver}`)
  const bucket = env['S3_BUCKET']
  if (!bucket) throw new Error('S3_BUCKET: needed with STORAGE_DRIVER=s3')
  const accessKeyId = env['S3_ACCESS_KEY_ID']
  const secretAccessKey = env['S3_SECRET_ACCESS_KEY']
  if (!accessKeyId !== !secretAccessKey) throw new Error('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY: both or none')
  return {
    kind: 's3',
    bucket,
    region: env['S3_REGION'] || env['DATA_REGION'] || site.dataRegion,
    endpoint: env['S3_ENDPOINT'] || undefined,
    forcePathStyle: env['S3_FORCE_PATH_STYLE'] ? env['S3_FORCE_PATH_STYLE'] === 'true' : undefined,
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
  }
}
