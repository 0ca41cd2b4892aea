import { languages } from '@e-events/shared/domain/language.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '../testing/test-api.ts'
import { mailWords, renderMail } from './render.ts'
import { mailData, type MailTemplate } from './templates.ts'

const templates = Object.keys(mailData) as MailTemplate[]
const origin = 'https://events.example.org'
const token = 'tokentokentokentokentoken'
const everything = {
  name: 'Ana',
  token,
  newEmail: 'new@example.test',
  device: 'Firefox, Linux',
  address: '203.0.113.7',
  at: '2026-03-01T17:05:00Z',
  timezone: 'Europe/Madrid',
  reason: 'No es una empresa',
  channel: 'Sala Apolo',
  slug: 'sala-apolo',
  hours: 24,
  title: 'Noche de jazz',
  newAt: '2026-04-01T17:05:00Z',
  others: [
    { at: '2026-03-02T17:05:00Z', newAt: '2026-04-02T17:05:00Z' },
    { at: '2026-03-03T17:05:00Z', newAt: null },
  ],
  note: 'Por lluvia',
  refundBy: '2026-03-29T17:05:00Z',
  topic: 'organizing',
  from: 'Lía',
  email: 'lia@example.test',
  company: 'Sala Norte',
  message: 'Tenemos una sala',
  next: '/products/telon',
  service: 'Acme',
  account: 'marta@example.test',
  by: 'ada@example.test',
  ending: '1332',
  twoFactorSince: '2026-01-31T10:00:00Z',
  until: '2026-05-01T17:05:00Z',
  amountMinor: 1_210,
  currency: 'EUR',
  number: 48,
  count: 3,
  hasEnded: true,
  buyer: 'lia@example.test',
  orderId: '00000000-0000-4000-8000-000000000048',
  answer: 'La sala se quedó sin luz',
  isFree: false,
  carrier: 'Correos',
  trackingCode: 'PQ4F6',
  totalMinor: 605,
  newTotalMinor: 726,
  period: 'monthly',
  isRenewed: true,
  retryAt: '2026-05-02T17:05:00Z',
  accessUntil: '2026-05-08T17:05:00Z',
  endReason: 'payment',
  code: 'MTR4K-9XQJ2-WPF7A',
  kind: 'checkout',
  path: '/products/sala-apolo/checkout',
  optOut: token,
  moment: 'hour',
  paidAt: '2026-03-01T17:05:00Z',
  lines: [
    {
      kind: 'bundle',
      title: 'Abono',
      quantity: 1,
      totalMinor: 1_210,
      parts: ['Noche de jazz'],
      isMissing: false,
      at: '2026-03-01T17:05:00Z',
      timezone: 'Europe/Madrid',
      until: '2026-05-01T17:05:00Z',
    },
    {
      kind: 'gift',
      title: 'Telón',
      quantity: 1,
      totalMinor: 605,
      parts: [],
      isMissing: false,
      at: null,
      timezone: 'Europe/Madrid',
      until: null,
    },
    {
      kind: 'physical',
      title: 'Cartel',
      quantity: 2,
      totalMinor: 605,
      parts: [],
      isMissing: true,
      at: null,
      timezone: 'Europe/Madrid',
      until: null,
    },
  ],
  feeMinor: 45,
  supportMinor: 200,
  taxMinor: 210,
  hasInvoice: true,
}
const render = (template: MailTemplate, language: 'es' | 'en' | 'pt', data: Partial<typeof everything> = {}) =>
  renderMail({ template, to: 'ana@example.test', language, data: { ...everything, ...data }, origin })

describe('templates', () => {
  it.each(templates)('%s says something of its own in each language, as HTML and as text [UX-054]', (template) => {
    const mails = languages.map((language) => render(template, language))
    for (const part of ['subject', 'text', 'html'] as const) expect(new Set(mails.map((mail) => mail[part])).size).toBe(3)
    for (const { text, html, subject, language } of mails) {
      expect(`${subject}${text}${html}`).not.toMatch(/undefined|\[object|null|\{\w+\}/)
      expect(html).toContain(`lang="${language}"`)
      expect(text).toContain('Ana')
      // All links lead to our own origin, in both parts.
      const [inText, inHtml] = [text, html].map((part) => [...part.matchAll(/https?:\/\/[^\s"<]+/g)].map(([url]) => url))
      for (const url of [...(inText ?? []), ...(inHtml ?? [])]) expect(url.startsWith(origin)).toBe(true)
      expect(new Set(inHtml)).toEqual(new Set([...(inText ?? [])].map((url) => url)))
    }
    const said = languages.flatMap((language) => {
      const write = mailWords[language][template] as (data: unknown, formats: unknown) => { lines: string[] }
      return write(everything, { dateTime: () => language, money: () => language }).lines
    })
    expect(new Set(said).size).toBe(said.length)
  })

  it('escape what people typed, and no name becomes a header, a line or a turned sentence', () => {
    const name = 'Eva <script>alert("x")</script>\r\nBcc: all@example.test\u202E'
    for (const language of languages) {
      for (const template of templates) {
        const { html, text, subject } = render(template, language, {
          name,
          reason: '<img src=x onerror=y>',
          device: '<b>',
          channel: '<img src=x>',
        })
        expect(html).not.toMatch(/<script|<img|<b>/)
        expect(subject).not.toMatch(/[\r\n<]|Eva/)
        expect(`${html}${text}`).not.toMatch(/\r|^Bcc|\u202E/m)
      }
    }
  })
})

describe('delivery', () => {
  let t: TestApi
  beforeAll(async () => {
    t = await createTestApi()
  })
  afterAll(() => t.stop())
  const rows = () => t.database.knex('outbox').where({ topic: 'mail' })
  const mailbox = async () => (await t.api.platform.mailbox?.list()) ?? []
  const enqueue = (to = 'ana@example.test') =>
    t.api.platform.mailer.enqueue(t.database.knex, { template: 'recovery', to, language: 'pt', data: { name: 'Ana', token } })

  it('refuses an address that could be two, and keeps nothing of a change that was rolled back', async () => {
    for (const wrong of ['a@b.test, c@d.test', 'a@b.test\nBcc: c@d.test', 'nobody']) await expect(enqueue(wrong)).rejects.toThrow(/email/i)
    await t.database.knex
      .transaction(async (trx) => {
        await t.api.platform.mailer.enqueue(trx, { template: 'approval', to: 'x@example.test', language: 'es', data: { name: '' } })
        throw new Error('rolled back')
      })
      .catch(() => undefined)
    expect(await rows()).toEqual([])
  })

  it('leaves after the commit, once, and the outbox then knows neither address nor link', async () => {
    await enqueue()
    const waiting = JSON.stringify(await rows())
    expect(waiting).not.toContain(token)
    expect(waiting).not.toContain('ana@')
    expect(await t.api.platform.outbox.deliver('mail')).toBe(1)
    expect(await t.api.platform.outbox.deliver('mail')).toBe(0)
    const [row] = await rows()
    expect(row).toMatchObject({ attempts: 1, payload: { template: 'recovery', language: 'pt' }, failed_at: null })
    expect(row?.payload).not.toHaveProperty('sealed')
    const [mail] = await mailbox()
    expect(mail).toMatchObject({ to: 'ana@example.test', subject: 'Escolhe uma palavra-passe nova' })
    expect(mail?.text).toContain(`${t.env.PUBLIC_ORIGIN}/reset-password/${token}`)
  })

  it('is tried again with growing waits while it cannot leave, and given up in the end', async () => {
    await t.database.knex('outbox').delete()
    await enqueue()
    // Sealed for another row: it cannot be opened, however often it is tried.
    await t.database.knex('outbox').update({ id: '00000000-0000-4000-8000-000000000001' })
    const waits: number[] = []
    for (let attempt = 1; attempt <= 20; attempt++) {
      const before = t.clock.nowMs()
      expect(await t.api.platform.outbox.deliver('mail')).toBe(1)
      expect(await t.api.platform.outbox.deliver('mail')).toBe(0)
      const [row] = await rows()
      expect(row?.last_error).toContain('belongs elsewhere')
      waits.push((row?.available_at.getTime() ?? 0) - before)
      t.clock.advance(60 * 60_000 + 1_000)
    }
    const seconds = waits.map((waitMs) => Math.round(waitMs / 1_000))
    expect(seconds.slice(0, 4)).toEqual([4, 8, 16, 32])
    expect(Math.max(...seconds)).toBe(3_600)
    expect((await rows())[0]?.failed_at).not.toBeNull()
    expect(await t.api.platform.outbox.deliver('mail')).toBe(0)
  })

  it('is not lost by an outage: what waited leaves once it can, in the language of its reader [UX-054]', async () => {
    await t.database.knex('outbox').delete()
    const before = (await mailbox()).length
    await enqueue('lia@example.test')
    const [{ id } = { id: '' }] = await rows()
    // It cannot leave while its row carries another id.
    await t.database.knex('outbox').update({ id: '00000000-0000-4000-8000-000000000002' })
    for (let attempt = 1; attempt <= 3; attempt++) {
      await t.api.platform.outbox.deliver('mail')
      t.clock.advance(60_000)
    }
    expect(await mailbox()).toHaveLength(before)
    await t.database.knex('outbox').update({ id })
    expect(await t.api.platform.outbox.deliver('mail')).toBe(1)
    expect(await mailbox()).toHaveLength(before + 1)
    expect((await mailbox()).find(({ to }) => to === 'lia@example.test')).toMatchObject({
      language: 'pt',
      subject: 'Escolhe uma palavra-passe nova',
    })
  })

  it('is shown by the development mailbox, which runs no script and is absent where other machines reach the api', async () => {
    await enqueue('page@example.test')
    await t.api.platform.outbox.deliver('mail')
    const list = await t.http.get('/api/dev/mailbox').expect(200)
    expect(list.text).toContain('page@example.test')
    expect(list.get('content-security-policy')).toMatch(/^default-src 'none'/)
    const [mail] = ((await t.http.get('/api/dev/mailbox.json')).body as { items: { id: string }[] }).items
    const page = await t.http.get(`/api/dev/mailbox/${mail?.id}`).expect(200)
    expect(page.text).toContain(`<a href="${t.env.PUBLIC_ORIGIN}/reset-password/${token}">`)
    expect((await t.http.get(`/api/dev/mailbox/${mail?.id}/html`)).text).toMatch(/^<!doctype html>/)
    await t.http.get('/api/dev/mailbox/unknown').expect(404)
    const away: Record<string, string>[] = [
      { NODE_ENV: 'production', SMTP_URL: 'smtp://127.0.0.1:9' },
      // Nobody said production: other machines reach it, and that is enough.
      { PUBLIC_ORIGIN: 'http://192.168.1.5:8080' },
    ]
    for (const env of away) {
      const other = await createTestApi({ env })
      try {
        for (const path of ['/api/dev/mailbox', '/api/dev/mailbox.json']) await other.http.get(path).expect(404)
      } finally {
        await other.stop()
      }
    }
  })
})
