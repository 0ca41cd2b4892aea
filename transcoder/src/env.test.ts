import { describe, expect, it } from 'vitest'
import { readEnv } from './env.ts'

describe('environment', () => {
  it('is refused with everything that is wrong', () => {
    expect(() => readEnv({ TRANSCODER_PORT: 'x', REDIS_URL: 'nowhere' })).toThrow(
      /TRANSCODER_PORT[^]*REDIS_URL|REDIS_URL[^]*TRANSCODER_PORT/,
    )
    expect(() => readEnv({ NODE_ENV: 'production' })).toThrow(/INTERNAL_SECRET: .*\nMEDIA_TOKEN_SECRET: /)
    expect(() => readEnv({ TRANSCODER_RTP_MIN_PORT: '5000', TRANSCODER_RTP_MAX_PORT: '5004' })).toThrow('at least 20 ports')
    expect(() => readEnv({ STORAGE_DRIVER: 's3' })).toThrow('S3_BUCKET')
  })

  it('is refused with the published secrets wherever others reach it, also where they were written down', () => {
    const published = (name: string) => `development-only-${name}-change-me-before-production`
    const given = { INTERNAL_SECRET: published('internal'), MEDIA_TOKEN_SECRET: published('media') }
    expect(() => readEnv({ ...given, NODE_ENV: 'production' })).toThrow('INTERNAL_SECRET')
    expect(() => readEnv({ ...given, PUBLIC_ORIGIN: 'https://events.example.test' })).toThrow('MEDIA_TOKEN_SECRET')
    expect(readEnv({ ...given, PUBLIC_ORIGIN: 'http://localhost:8080' }).PUBLIC_ORIGIN).toBe('http://localhost:8080')
    const own = { INTERNAL_SECRET: 'mB2v9xQ0tR5yU8wZ1aC4dF7gH3jK6lN0', MEDIA_TOKEN_SECRET: 'pO9iU8yT7rE6wQ5aS4dF3gH2jK1lM0nB' }
    expect(readEnv({ ...own, NODE_ENV: 'production' }).NODE_ENV).toBe('production')
  })

  it('works on one machine without any of it, and takes an empty variable for none', () => {
    const env = readEnv({ FFMPEG_BIN: '' })
    expect(env).toMatchObject({ TRANSCODER_PORT: 4200, storage: { kind: 'disk' } })
    expect(env.FFMPEG_BIN).toBeUndefined()
  })

  it('lets nginx send segments from a folder, never from a bucket', () => {
    const given = { MEDIA_ACCEL_REDIRECT_PREFIX: '/internal-media' }
    expect(readEnv(given).MEDIA_ACCEL_REDIRECT_PREFIX).toBe('/internal-media')
    const bucket = {
      STORAGE_DRIVER: 's3',
      S3_ENDPOINT: 'http://127.0.0.1:9',
      S3_BUCKET: 'b',
      S3_ACCESS_KEY_ID: 'k',
      S3_SECRET_ACCESS_KEY: 's',
    }
    expect(readEnv({ ...given, ...bucket }).MEDIA_ACCEL_REDIRECT_PREFIX).toBeUndefined()
    for (const wrong of ['internal', '/internal/', '/a/../b', '/a b']) {
      expect(() => readEnv({ MEDIA_ACCEL_REDIRECT_PREFIX: wrong }), wrong).toThrow('MEDIA_ACCEL_REDIRECT_PREFIX')
    }
  })
})
