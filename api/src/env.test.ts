import { describe, expect, it } from 'vitest'
import { readEnv } from './env.ts'

const secret = 'x'.repeat(32)
const production = {
  NODE_ENV: 'production',
  ACCESS_TOKEN_SECRET: secret,
  MEDIA_TOKEN_SECRET: secret,
  SFU_TOKEN_SECRET: secret,
  DATA_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
  NOTIFICATIONS_API_KEY: secret,
  SMTP_URL: 'smtps://user:password@mail.example.org',
}

describe('the environment', () => {
  it('is refused with the full list of what is wrong', () => {
    const wrong = {
      API_PORT: 'many',
      LOG_LEVEL: 'loud',
      PUBLIC_ORIGIN: 'nowhere',
      ACCESS_TOKEN_SECRET: 'short',
      STORAGE_DRIVER: 'tape',
      DATABASE_POOL: '0',
      DATA_ENCRYPTION_KEY: 'c2hvcnQ=',
    }
    const names = Object.keys(wrong)
    expect(() => readEnv(wrong)).toThrow(new RegExp(names.map((name) => `(?=[^]*${name}: )`).join('')))
  })

  it('of production may not hold the secrets of development', () => {
    expect(() => readEnv({ NODE_ENV: 'production', SFU_TOKEN_SECRET: secret })).toThrow(
      /ACCESS_TOKEN_SECRET: [^]*MEDIA_TOKEN_SECRET: [^]*DATA_ENCRYPTION_KEY: /,
    )
    expect(() => readEnv({ ...production, STORAGE_DRIVER: 's3' })).toThrow('S3_BUCKET')
    const { SMTP_URL: _, ...mute } = production
    expect(() => readEnv(mute)).toThrow(/SMTP_URL: production needs a mail server/)
    expect(readEnv(production).NODE_ENV).toBe('production')
  })

  it('names regions that are labels: object storage is told one, and nothing on disk depends on them [LIM-037, LIM-038, LIM-039]', () => {
    expect(readEnv({})).toMatchObject({ REALTIME_REGION: 'eu-west-1', DATA_REGION: 'eu-west-3' })
    const regionOf = (given: object) => (readEnv({ STORAGE_DRIVER: 's3', S3_BUCKET: 'b', ...given }).storage as { region?: string }).region
    expect(regionOf({})).toBe('eu-west-3')
    expect(regionOf({ DATA_REGION: 'eu-south-2' })).toBe('eu-south-2')
    expect(regionOf({ DATA_REGION: 'eu-south-2', S3_REGION: 'us-east-1' })).toBe('us-east-1')
    expect(readEnv({ DATA_REGION: 'eu-south-2' }).storage).toEqual(readEnv({}).storage)
  })

  it('works empty on one machine; an empty variable is an unset one', () => {
    expect(readEnv({})).toMatchObject({
      API_PORT: 4000,
      MEDIA_PUBLIC_URL: '/media',
      CORS_ORIGINS: ['app://studio'],
      storage: { kind: 'disk' },
    })
    expect(readEnv({ API_PORT: '', TURN_SECRET: '', MEDIA_PUBLIC_URL: 'https://cdn.example.org/' })).toMatchObject({
      API_PORT: 4000,
      MEDIA_PUBLIC_URL: 'https://cdn.example.org',
    })
    expect(readEnv({ STUN_URLS: ' stun:a, stun:b ,' }).STUN_URLS).toEqual(['stun:a', 'stun:b'])
  })
})
