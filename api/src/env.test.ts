import { describe, expect, it } from 'vitest'
import { readEnv } from './env.ts'
import { testSecrets } from './testing/secrets.ts'

const production = {
  NODE_ENV: 'production',
  PUBLIC_ORIGIN: 'https://events.example.org',
  ...testSecrets,
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
    expect(() => readEnv({ NODE_ENV: 'production', SFU_TOKEN_SECRET: testSecrets.SFU_TOKEN_SECRET })).toThrow(
      /ACCESS_TOKEN_SECRET: [^]*MEDIA_TOKEN_SECRET: [^]*DATA_ENCRYPTION_KEY: /,
    )
    expect(() => readEnv({ ...production, STORAGE_DRIVER: 's3' })).toThrow('S3_BUCKET')
    const { SMTP_URL: _, ...mute } = production
    expect(() => readEnv(mute)).toThrow(/SMTP_URL: production needs a mail server/)
    expect(readEnv(production)).toMatchObject({ NODE_ENV: 'production', reach: 'production' })
  })

  it('tells production by its origin: a forgotten NODE_ENV opens nothing', () => {
    const { NODE_ENV: _, ...forgotten } = production
    expect(readEnv(forgotten).reach).toBe('production')
    expect(() => readEnv({ PUBLIC_ORIGIN: 'https://events.example.org' })).toThrow(/ACCESS_TOKEN_SECRET: [^]*SMTP_URL: /)
    expect(() => readEnv({ PUBLIC_ORIGIN: 'http://192.168.1.5:8080' })).toThrow('ACCESS_TOKEN_SECRET')
    const simple = { ACCESS_TOKEN_SECRET: 'a'.repeat(32), DATA_ENCRYPTION_KEY: Buffer.alloc(32).toString('base64') }
    expect(() => readEnv({ ...production, ...simple, PUBLIC_ORIGIN: 'http://events.example.org' })).toThrow(
      /ACCESS_TOKEN_SECRET: is too simple[^]*DATA_ENCRYPTION_KEY: is too simple[^]*PUBLIC_ORIGIN: /,
    )
    expect(() => readEnv({ ...production, SFU_TOKEN_SECRET: testSecrets.ACCESS_TOKEN_SECRET })).toThrow(
      'is the same as ACCESS_TOKEN_SECRET',
    )
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
