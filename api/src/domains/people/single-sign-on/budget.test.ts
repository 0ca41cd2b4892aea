import supertest from 'supertest'
import { describe, expect, it } from 'vitest'
import { factoryPassword } from '../../../testing/factories.ts'
import { createTestApi } from '../../../testing/test-api.ts'

describe('starts of single sign-on', () => {
  it('spend nobody’s log-ins, and log-ins spend none of theirs: any page can send a browser there', async () => {
    const tight = await createTestApi({ env: { RATE_LIMIT_FACTOR: '0.1' } })
    try {
      const user = await tight.factories.user()
      const start = (from: string) => supertest(tight.url).get('/api/auth/social/acme').set('x-forwarded-for', from)
      const logIn = (from: string, password: string) =>
        supertest(tight.url).post('/api/auth/login').set('x-forwarded-for', from).send({ user: user.email, password })
      for (let turn = 0; turn < 7; turn++) await start('203.0.113.7').expect(302)
      expect((await start('203.0.113.7')).get('location')).toContain('rate-limited')
      await logIn('203.0.113.7', factoryPassword).expect(200)
      for (let turn = 0; turn < 7; turn++) await logIn('203.0.113.8', 'Wrong123$')
      await logIn('203.0.113.8', factoryPassword).expect(429)
      expect((await start('203.0.113.8')).get('location')).not.toContain('rate-limited')
    } finally {
      await tight.stop()
    }
  })
})

describe('both doors', () => {
  it('are limited per address', async () => {
    const tight = await createTestApi({ env: { RATE_LIMIT_FACTOR: '0.1' } })
    try {
      for (const door of ['/api/auth/social/acme', '/api/auth/social/acme/callback']) {
        const ends: string[] = []
        const from = `203.0.113.${door.length}`
        for (let turn = 0; turn < 7; turn++) {
          const reply = await supertest(tight.url).get(door).set('x-forwarded-for', from)
          ends.push(new URL(reply.get('location') ?? '', 'http://here.test').searchParams.get('reason') ?? '')
        }
        expect(ends.at(-1)).toBe('rate-limited')
        expect(ends[0]).not.toBe('rate-limited')
      }
    } finally {
      await tight.stop()
    }
  })
})
