import { limits } from '@e-events/shared/limits.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailsTo } from '../../../testing/mails.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

let t: TestApi
beforeAll(async () => {
  t = await createTestApi({ env: { SUPPORT_EMAIL: 'ayuda@example.test' } })
})
afterAll(() => t.stop())

const message = {
  topic: 'organizing',
  name: 'Lía Marín',
  email: 'lia@example.test',
  company: 'Sala Norte',
  message: 'Tenemos una sala.\n\n¿Cómo empezamos?',
  consent: true,
} as const
const send = (change: object = {}) => t.http.post('/api/site/contact').send({ ...message, ...change })

describe('a message to the people behind the site', () => {
  it.each([
    ['no consent', { consent: false }, 'consent'],
    ['an address that is none', { email: 'lia' }, 'email'],
    ['no name', { name: ' ' }, 'name'],
    ['a name that turns the text around', { name: 'Lía\u202Etxt' }, 'name'],
    ['nothing said', { message: ' \n ' }, 'message'],
    ['too much said', { message: 'a'.repeat(limits.contactMessageChars + 1) }, 'message'],
    ['another topic', { topic: 'spam' }, 'topic'],
  ])('is refused with %s, and nothing is kept', async (_, change, field) => {
    const reply = await send(change).expect(400)
    expect(reply.body).toMatchObject({ code: 'VALIDATION_FAILED', issues: [{ path: `body.${field}` }] })
    expect(await t.database.knex('leads')).toEqual([])
  })

  it('is kept as a lead and reaches the support address with the way to answer [PROD-043]', async () => {
    await send().expect(204)
    await send({ topic: 'white_label', company: null, message: '<b>Hola</b>' }).expect(204)
    const leads = await t.database.knex('leads').orderBy('created_at').orderBy('source', 'desc')
    expect(leads).toMatchObject([
      { source: 'producer_landing', name: 'Lía Marín', email: 'lia@example.test', company: 'Sala Norte', consent: true, status: 'new' },
      { source: 'contact', company: null, message: '<b>Hola</b>' },
    ])
    const [second, first] = await mailsTo(t, 'ayuda@example.test')
    expect(first?.text).toContain('De: Lía Marín <lia@example.test>')
    expect(first?.text).toContain('Empresa: Sala Norte')
    expect(first?.text).toContain('Tenemos una sala.\n\n¿Cómo empezamos?')
    // The message is plain text in the mail, too.
    expect(second?.html).toContain('&lt;b&gt;Hola&lt;/b&gt;')
    expect(second?.html).not.toContain('<b>Hola')
  })
})
