import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { paymentChecks, type ConnectionCheck } from '@e-events/shared/contract/sales/money/payment-checks.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { connectAccounts, startStripeSite, type StripeSite } from '../../../../testing/stripe-site.ts'
import { createTestApi, type TestApi } from '../../../../testing/test-api.ts'
import { isSignedBy } from './pos/signature.ts'
import { actedEvents } from './stripe/check-connection.ts'

async function check(t: TestApi, provider: ConnectionCheck['provider'], as?: string): Promise<ConnectionCheck> {
  const by = as ?? (await t.tokenOf(await t.factories.admin()))
  return (await t.call(paymentChecks.run, { as: by, body: { provider } }).expect(200)).body as ConnectionCheck
}

describe('a test of the connection with Stripe', () => {
  let site: StripeSite
  let t: TestApi
  beforeAll(async () => {
    site = await startStripeSite({ PUBLIC_ORIGIN: 'http://localhost:8080', RATE_LIMIT_FACTOR: '1' })
    t = site.t
  })
  afterEach(() => {
    site.stripe.setFaults({})
    site.stripe.endpoints.length = 0
    site.stripe.account.charges_enabled = true
  })
  afterAll(() => site.stop())

  const notices = {
    url: 'http://localhost:8080/api/payments/notices/stripe',
    status: 'enabled',
    enabled_events: [...actedEvents] as string[],
  }
  const hook = (fields: Partial<typeof notices> = {}) =>
    site.stripe.endpoints.push({ id: 'we_1', object: 'webhook_endpoint', ...notices, ...fields })

  it('is refused to everybody but administrators, and to them after twenty in ten minutes', async () => {
    const producer = await t.tokenOf(await t.factories.producer())
    expect((await t.call(paymentChecks.run, { as: producer, body: { provider: 'stripe' } })).status).toBe(403)
    expect((await t.call(paymentChecks.run, { body: { provider: 'stripe' } })).status).toBe(401)
    const admin = await t.tokenOf(await t.factories.admin())
    for (let i = 0; i < 20; i++) await t.call(paymentChecks.run, { as: admin, body: { provider: 'test' } }).expect(200)
    expect((await t.call(paymentChecks.run, { as: admin, body: { provider: 'test' } })).status).toBe(429)
  })

  it('reads the account and its webhooks, charges nothing, and answers no key', async () => {
    hook()
    const before = site.stripe.requests.length
    const as = await t.tokenOf(await t.factories.admin())
    const reply = await t.call(paymentChecks.run, { as, body: { provider: 'stripe' } }).expect(200)
    expect(reply.body).toEqual({
      provider: 'stripe',
      outcome: 'well',
      findings: [],
      isTest: true,
      account: site.stripe.account.id,
      noticesUrl: 'http://localhost:8080/api/payments/notices/stripe',
      checkedAt: expect.any(String) as string,
      tookMs: expect.any(Number) as number,
    })
    for (const key of Object.values(site.stripe.keys)) expect(reply.text).not.toContain(key)
    expect(site.stripe.requests.slice(before).map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /v1/account',
      'GET /v1/webhook_endpoints',
    ])
  })

  it('is written down with its result', async () => {
    const staff = await t.factories.admin()
    hook({ status: 'disabled' })
    await check(t, 'stripe', await t.tokenOf(staff))
    expect(await t.database.knex('audit_log').where({ actor_id: staff.id, action: 'media_pay.check' }).first()).toMatchObject({
      subject_type: 'media_pay',
      state_before: null,
      state_after: { provider: 'stripe', outcome: 'warning', findings: ['endpoint_off'] },
    })
  })

  it.each([
    ['no webhook', () => undefined, ['endpoint_missing']],
    ['a webhook of another site', () => hook({ url: 'https://other.example/api/payments/notices/stripe' }), ['endpoint_missing']],
    ['a webhook that tells of little', () => hook({ enabled_events: ['payment_intent.succeeded'] }), ['events_missing']],
    ['a webhook of everything', () => hook({ enabled_events: ['*'] }), []],
  ])('says what notices lack: %s', async (_, arrange, findings) => {
    arrange()
    expect(await check(t, 'stripe')).toMatchObject({ findings, outcome: findings.length === 0 ? 'well' : 'warning' })
  })

  it('tells an account that may not charge, a service that is away, and one that fails', async () => {
    hook()
    site.stripe.account.charges_enabled = false
    expect(await check(t, 'stripe')).toMatchObject({ outcome: 'failed', findings: ['charges_off'] })
    site.stripe.setFaults({ down: 'refused' })
    expect(await check(t, 'stripe')).toMatchObject({ outcome: 'failed', findings: ['unreachable'], account: null })
    site.stripe.setFaults({ down: 'error' })
    expect(await check(t, 'stripe')).toMatchObject({ outcome: 'failed', findings: ['service_error'] })
  })

  it('judges the keys that are stored: refused, of two modes, and without a signing key', async () => {
    hook()
    const { publicKey, secretKey } = site.stripe.keys
    await connectAccounts(t, { provider: { publicKey, secretKey: 'sk_test_of_somebody_else', signingKey: '' } })
    expect(await check(t, 'stripe')).toMatchObject({ outcome: 'failed', findings: ['key_refused'], account: null })
    await connectAccounts(t, { provider: { publicKey: 'pk_live_1', secretKey, signingKey: '' } })
    expect(await check(t, 'stripe')).toMatchObject({ outcome: 'failed', findings: ['modes_differ'] })
    await connectAccounts(t, { provider: { publicKey: '', secretKey, signingKey: '' } })
    expect(await check(t, 'stripe')).toMatchObject({ outcome: 'failed', findings: ['public_key_missing'] })
    await t.database.knex('payment_config').update({ provider_signing_key_encrypted: null })
    await connectAccounts(t, { provider: { publicKey, secretKey, signingKey: '' } })
    expect(await check(t, 'stripe')).toMatchObject({ outcome: 'warning', findings: ['signing_key_missing'] })
  })
})

describe('a test of the connection with a card terminal', () => {
  const key = Buffer.from('a key of twenty-four by.').toString('base64')
  let t: TestApi
  let page: { status: number; text: string }
  const forms: Record<string, string>[] = []
  const terminal = createServer((request, reply) => {
    let text = ''
    request.on('data', (part) => (text += String(part)))
    request.on('end', () => {
      forms.push(Object.fromEntries(new URLSearchParams(text)))
      reply.writeHead(page.status, { 'content-type': 'text/html' }).end(page.text)
    })
  })
  beforeAll(async () => {
    t = await createTestApi({ env: { PUBLIC_ORIGIN: 'http://localhost:8080' } })
    await new Promise<void>((resolve) => terminal.listen(0, '127.0.0.1', resolve))
  })
  afterAll(async () => {
    await t.stop()
    terminal.close()
  })

  async function store(fields: Record<string, unknown> = {}): Promise<void> {
    await connectAccounts(t, { pos: { url: 'https://tpv.banco.example/pagar', code: '999008881', currency: 'EUR', key, ...fields } })
    // A bank's address is https; this one is at hand.
    await t.database.knex('payment_config').update({ pos_url: `http://127.0.0.1:${(terminal.address() as AddressInfo).port}/pagar` })
  }

  it('sends a signed form of no order, and says that the terminal took it', async () => {
    await store()
    page = { status: 200, text: '<form>card number</form>' }
    expect(await check(t, 'pos')).toMatchObject({ outcome: 'well', findings: ['form_only'], isTest: null })
    const { Ds_MerchantParameters: parameters = '', Ds_Signature: signature = '' } = forms.at(-1) ?? {}
    const told = JSON.parse(Buffer.from(parameters, 'base64').toString()) as Record<string, string>
    expect(told).toMatchObject({ DS_MERCHANT_MERCHANTCODE: '999008881', DS_MERCHANT_CURRENCY: '978' })
    expect(told['DS_MERCHANT_ORDER']).toMatch(/^0{8}[0-9A-Z]{4}$/)
    expect(isSignedBy(parameters, signature, { key, order: told['DS_MERCHANT_ORDER'] ?? '' })).toBe(true)
  })

  it.each([
    ['a wrong key', { status: 200, text: '<p>Error SIS0042: firma</p>' }, 'key_refused'],
    ['an unknown merchant', { status: 200, text: 'SIS0026' }, 'merchant_refused'],
    ['another currency', { status: 200, text: 'SIS0027' }, 'currency_refused'],
    ['something else', { status: 200, text: 'SIS0439' }, 'form_refused'],
    ['no terminal', { status: 404, text: 'not found' }, 'not_a_terminal'],
  ])('tells the reason of a refusal: %s', async (_, answer, finding) => {
    await store()
    page = answer
    expect(await check(t, 'pos')).toMatchObject({ outcome: 'failed', findings: [finding] })
  })

  it('sends nothing for a key that signs nothing, and tells an address where nobody is', async () => {
    await store({ key: 'short' })
    const before = forms.length
    expect(await check(t, 'pos')).toMatchObject({ outcome: 'failed', findings: ['key_malformed'] })
    expect(forms).toHaveLength(before)
    await store()
    await t.database.knex('payment_config').update({ pos_url: 'http://127.0.0.1:9/pagar' })
    expect(await check(t, 'pos')).toMatchObject({ outcome: 'failed', findings: ['unreachable'] })
  })

  it('says of what is not stored that it is not, and of the test provider that it is well', async () => {
    await connectAccounts(t, {})
    expect(await check(t, 'pos')).toMatchObject({ outcome: 'failed', findings: ['not_stored'] })
    expect(await check(t, 'stripe')).toMatchObject({ outcome: 'failed', findings: ['not_stored'] })
    expect(await check(t, 'test')).toMatchObject({ outcome: 'well', findings: [], isTest: true })
    await store()
    expect(await check(t, 'test')).toMatchObject({ outcome: 'well', findings: ['not_offered'] })
  })
})
