import { describe, expect, it } from 'vitest'
import { readEnv } from './env.ts'

describe('the environment', () => {
  it('refuses with everything that is wrong', () => {
    const message = (() => {
      try {
        readEnv({ NODE_ENV: 'production', SFU_PORT: 'http', SFU_ENABLE_TCP: 'yes' })
        return ''
      } catch (error) {
        return String(error)
      }
    })()
    expect(message).toContain('SFU_PORT')
    expect(message).toContain('SFU_ENABLE_TCP')
  })

  it.each<[string, Record<string, string>, string]>([
    ['the development secrets in production', { NODE_ENV: 'production' }, 'SFU_TOKEN_SECRET'],
    ['the development secrets under a public address', { SFU_ANNOUNCED_ADDRESS: '203.0.113.7' }, 'INTERNAL_SECRET'],
    ['the development secrets under a name of its own', { SFU_PUBLIC_URL: 'https://sfu.example.org/sfu' }, 'INTERNAL_SECRET'],
    ['a port range too small for one broadcast', { SFU_RTC_MIN_PORT: '40000', SFU_RTC_MAX_PORT: '40008' }, 'SFU_RTC_MAX_PORT'],
    ['plain RTP on ports that are published', { SFU_PLAIN_LISTEN_IP: '10.0.0.5', SFU_PLAIN_MIN_PORT: '40100' }, 'SFU_PLAIN_MIN_PORT'],
    ['no ports for plain RTP', { SFU_PLAIN_MIN_PORT: '45999' }, 'SFU_PLAIN_MAX_PORT'],
    ['every address without one that browsers can reach', { SFU_LISTEN_IP: '0.0.0.0' }, 'SFU_ANNOUNCED_ADDRESS'],
    ['a warning after the cutoff', { SFU_IDLE_WARNING_MS: '1800000' }, 'SFU_IDLE_WARNING_MS'],
  ])('refuses %s', (_, source, name) => {
    expect(() => readEnv(source)).toThrow(name)
  })

  it('lets plain RTP share ports where nobody else reaches them', () => {
    expect(readEnv({ SFU_PLAIN_LISTEN_IP: '127.0.0.1', SFU_PLAIN_MIN_PORT: '40100' }).SFU_PLAIN_MIN_PORT).toBe(40_100)
  })

  it('works on one machine with nothing set, with a worker per core', () => {
    const env = readEnv({ SFU_ANNOUNCED_ADDRESS: '' })
    expect(env).toMatchObject({ SFU_PORT: 4100, SFU_PUBLIC_URL: '/sfu', SFU_ANNOUNCED_ADDRESS: undefined, SFU_IDLE_CUTOFF_MS: 1_800_000 })
    expect(env.SFU_WORKERS).toBeGreaterThan(0)
  })
})
