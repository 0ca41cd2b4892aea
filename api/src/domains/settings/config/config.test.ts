import { config, configKeys, moduleIds, type SiteConfig, type ThemeHome } from '@e-events/shared/contract/settings/config.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createSecretBox } from '../../../adapters/secret-box.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

let t: TestApi
let admin: string
let adminId: string
const logged: string[] = []
beforeAll(async () => {
  t = await createTestApi({ log: { level: 'trace', destination: { write: (text) => void logged.push(text) } } })
  const user = await t.factories.admin()
  adminId = user.id
  admin = await t.tokenOf(user)
})
afterAll(() => t.stop())

const first: SiteConfig = {
  approveUsers: false,
  typeTag: true,
  freeTag: true,
  coupons: true,
  moderatedChat: false,
  languages: true,
  notifications: true,
  currencies: false,
  timezones: true,
}
const subscription = { active: false, periodic: true, interval: 'monthly', priceMinor: 0 }
const monetize = { subscriptionChannels: true, paidContent: true, promotionMaxPercent: 20 }
const noProvider = { publicKey: '', secretKey: '', signingKey: '' }
const lastAudit = async () => t.database.knex('audit_log').orderBy('sequence', 'desc').first()

describe('the nine switches', () => {
  it('are these nine, all booleans, with these values on a fresh database [API-005] [ADM-061] [ADM-062]', async () => {
    const reply = await t.call(config.get).expect(200)
    expect(reply.body).toEqual(first)
    expect(Object.keys(reply.body as object)).toEqual([...configKeys])
  })

  it.each([
    ['a text', { ...first, coupons: 'true' }],
    ['a number', { ...first, coupons: 1 }],
    ['null', { ...first, coupons: null }],
    ['one missing', Object.fromEntries(Object.entries(first).filter(([key]) => key !== 'coupons'))],
    ['a tenth', { ...first, darkMode: true }],
    ['nothing', {}],
  ])('refuse %s and change nothing [ADM-067]', async (_, body) => {
    const reply = await t.call(config.update, { body: { ...body, ...('typeTag' in body ? { typeTag: false } : {}) }, as: admin })
    expect([reply.status, (reply.body as { code: string }).code]).toEqual([400, 'VALIDATION_FAILED'])
    expect((await t.call(config.get)).body).toEqual(first)
  })

  it('are changed by administrators, and the log says which of them, by whom and when [API-006] [ADM-077]', async () => {
    const wanted = { ...first, approveUsers: true, timezones: false }
    const reply = await t.call(config.update, { body: wanted, as: admin }).set('x-request-id', 'request-of-config').expect(200)
    expect(reply.body).toEqual(wanted)
    expect((await t.call(config.get)).body).toEqual(wanted)
    expect(await lastAudit()).toMatchObject({
      actor_id: adminId,
      action: 'site_config.update',
      state_before: { approveUsers: false, timezones: true },
      state_after: { approveUsers: true, timezones: false },
      request_id: 'request-of-config',
      ip: expect.stringContaining('127.0.0.1') as string,
      at: expect.any(Date) as Date,
    })
    await t.call(config.update, { body: first, as: admin }).expect(200)
  })

  it('an edit of an answer that is not the present one is refused; of two at once one wins', async () => {
    const { etag = '' } = (await t.call(config.get)).headers as { etag?: string }
    const put = (body: SiteConfig, ifMatch: string) => t.call(config.update, { body, as: admin }).set('if-match', ifMatch)
    const both = await Promise.all([put({ ...first, currencies: true }, etag), put({ ...first, freeTag: false }, etag)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'EDIT_CONFLICT' })
    const winner = both.find(({ status }) => status === 200)?.body as SiteConfig
    expect((await t.call(config.get)).body).toEqual(winner)
    expect((await put(first, '"somebody-elses"')).status).toBe(409)
    const { etag: fresh = '' } = (await t.call(config.get)).headers as { etag?: string }
    expect((await put(first, fresh)).body).toEqual(first)
  })
})

describe('modules', () => {
  it('are eight; each is turned on and off by itself, and the log says so [API-012]', async () => {
    const active = async () => {
      const { modules } = (await t.call(config.modules).expect(200)).body as { modules: { id: string; active: boolean }[] }
      expect(modules.map(({ id }) => id)).toEqual([...moduleIds])
      return modules.filter((module) => module.active).map(({ id }) => id)
    }
    expect(await active()).toEqual(['notifications', 'datasheets', 'meetings'])
    await t.call(config.switchModule, { params: { id: 'leads' }, body: { active: true }, as: admin }).expect(200)
    expect(await active()).toEqual(['leads', 'notifications', 'datasheets', 'meetings'])
    expect(await lastAudit()).toMatchObject({
      action: 'module.switch',
      subject_id: 'leads',
      state_before: { active: false },
      state_after: { active: true },
    })
    await t.call(config.switchModule, { params: { id: 'leads' }, body: { active: false }, as: admin }).expect(200)
    expect(await active()).toEqual(['notifications', 'datasheets', 'meetings'])
  })

  it('an unknown one is refused', async () => {
    await t.call(config.switchModule, { params: { id: 'casino' }, body: { active: true }, as: admin }).expect(400)
  })
})

describe('payments', () => {
  const keys = { pos: 'pos-KEY-8812', secret: 'sk_live_SECRET-1', signing: 'whsec_SIGN-2' }
  const full = {
    pos: { url: 'https://pos.example.test', code: 'T-100', currency: 'EUR', key: keys.pos },
    provider: { publicKey: 'pk_live_1', secretKey: keys.secret, signingKey: keys.signing },
    subscription: { active: true, periodic: true, interval: 'annual', priceMinor: 4900 },
    monetize: { subscriptionChannels: false, paidContent: true, promotionMaxPercent: 35 },
    prepaidHourMinor: 390,
    seller: { country: 'ES', postalCode: '35001' },
  }
  const put = (body: object) => t.call(config.updateMediaPay, { body, as: admin })
  const row = async () => (await t.database.knex('payment_config').first())!

  it('are refused: a terminal without its key, half a terminal, an offered subscription without a price', async () => {
    const { pos } = full
    for (const [body, path] of [
      [{ ...full, pos: { ...pos, key: '' } }, 'body.pos.key'],
      [{ ...full, pos: { ...pos, url: '' } }, 'body.pos.url'],
      [{ ...full, pos: { ...pos, url: 'http://pos.example.test' } }, 'body.pos.url'],
      [{ ...full, pos: { url: pos.url, key: pos.key, currency: 'EUR' } }, 'body.pos.code'],
      [{ ...full, subscription: { ...full.subscription, priceMinor: 0 } }, 'body.subscription.priceMinor'],
      [{ ...full, prepaidHourMinor: 0 }, 'body.prepaidHourMinor'],
      [{ ...full, seller: { country: 'Spain', postalCode: null } }, 'body.seller.country'],
      [{ ...full, seller: { country: null, postalCode: '35001' } }, 'body.seller.country'],
      [{ ...full, monetize: { ...full.monetize, promotionMaxPercent: 0 } }, 'body.monetize.promotionMaxPercent'],
      [{ ...full, monetize: { ...full.monetize, promotionMaxPercent: 100 } }, 'body.monetize.promotionMaxPercent'],
    ] as const) {
      const reply = await put(body).expect(400)
      expect((reply.body as { issues: { path: string }[] }).issues.map((issue) => issue.path)).toEqual([path])
    }
    expect((await t.call(config.payments)).body).toEqual({ payments: { currency: 'EUR', ways: [], subscription, monetize } })
  })

  it('without keys the payment form is off [API-009]', async () => {
    expect((await t.call(config.stripe, { as: admin }).expect(200)).body).toEqual({ publicKey: '', currency: 'EUR', enabled: false })
    await t.call(config.stripe).expect(401)
  })

  it('are stored, and a repeated read equals the answer, without a key anywhere [API-007] [API-009] [API-010] [API-011]', async () => {
    const seen = {
      pos: { url: full.pos.url, code: 'T-100', currency: 'EUR', keySet: true },
      provider: { publicKey: 'pk_live_1', secretKeySet: true, signingKeySet: true },
      subscription: full.subscription,
      monetize: full.monetize,
      prepaidHourMinor: 390,
      seller: full.seller,
    }
    const replies = [await put(full).expect(200), await t.call(config.mediaPay, { as: admin }).expect(200)]
    for (const reply of replies) expect(reply.body).toEqual(seen)
    const open = await t.call(config.payments).expect(200)
    expect(open.body).toEqual({
      payments: { currency: 'EUR', ways: ['card', 'pos'], subscription: full.subscription, monetize: full.monetize },
    })
    const form = await t.call(config.stripe, { as: admin }).expect(200)
    expect(form.body).toEqual({ publicKey: 'pk_live_1', currency: 'EUR', enabled: true })
    const audit = JSON.stringify(await t.database.knex('audit_log').select('*'))
    expect(audit).toContain('secretKeyReplaced')
    const everywhere = [...replies, open, form].map(({ text }) => text).join('') + audit + logged.join('')
    for (const key of Object.values(keys)) expect(everywhere).not.toContain(key)
  })

  it('keys lie encrypted, bound to their column; an empty one keeps what is there [API-011]', async () => {
    const before = await row()
    const box = createSecretBox(t.env.DATA_ENCRYPTION_KEY)
    const open = (column: 'pos_key_encrypted' | 'provider_secret_key_encrypted' | 'provider_signing_key_encrypted') =>
      box.open(before[column]!, { table: 'payment_config', column, id: 'site' })
    expect(open('pos_key_encrypted')).toBe(keys.pos)
    expect(open('provider_secret_key_encrypted')).toBe(keys.secret)
    expect(open('provider_signing_key_encrypted')).toBe(keys.signing)
    expect(before.provider_secret_key_encrypted?.includes(keys.secret)).toBe(false)
    await put({ ...full, pos: { ...full.pos, code: 'T-101', key: '' }, provider: { ...noProvider, publicKey: 'pk_live_2' } }).expect(200)
    const after = await row()
    expect(after).toMatchObject({ pos_code: 'T-101', provider_public_key: 'pk_live_2' })
    for (const column of ['pos_key_encrypted', 'provider_secret_key_encrypted', 'provider_signing_key_encrypted'] as const)
      expect(after[column]?.equals(before[column]!)).toBe(true)
  })

  it('a terminal is taken away as a whole', async () => {
    await put({ ...full, pos: null, provider: noProvider, subscription }).expect(200)
    expect(await row()).toMatchObject({ pos_url: null, pos_key_encrypted: null, pos_code: null, pos_currency: null })
    expect((await t.call(config.stripe, { as: admin })).body).toMatchObject({ enabled: false })
  })

  it('somebody else’s newer edit is not overwritten', async () => {
    expect((await put({ ...full, pos: null }).set('if-match', '"old"')).body).toMatchObject({ code: 'EDIT_CONFLICT' })
  })
})

describe('the home page', () => {
  const texts = (es: string) => ({ es, en: '', pt: '' })
  const hero = { type: 'hero', hidden: false, media: { kind: 'catalogue' }, title: texts(''), subtitle: texts(''), productId: null }
  const sections = [
    { ...hero, id: 'top' },
    { id: 's1', type: 'product_slider', hidden: false, title: texts('Música "en vivo"'), source: { kind: 'category', slug: 'musica' } },
    {
      id: 'end',
      type: 'call_to_action',
      hidden: true,
      title: texts('¿Tienes un escenario?'),
      subtitle: texts(''),
      buttonText: texts('Empezar'),
      buttonLink: '/page/producers',
    },
  ]
  const put = (body: object[]) => t.call(config.updateThemeHome, { body: { sections: body }, as: admin })
  const get = async (as?: string) => (await t.call(config.themeHome, { as }).expect(200)).body as ThemeHome

  it('refuses an unknown kind of section, two of one id, what does not belong there and links that are scripts [API-015] [CAT-086]', async () => {
    const [, , call] = sections
    for (const wrong of [
      [{ ...hero, id: 'a', type: 'casino' }],
      [
        { ...hero, id: 'a' },
        { ...hero, id: 'a' },
      ],
      [{ ...hero, id: 'a', extra: 1 }],
      [{ ...hero, id: 'a', media: { kind: 'image', imageId: null } }],
      [{ ...hero, id: 'a', title: texts('bad\u0000text') }],
      [{ ...call, buttonLink: 'javascript:alert(1)' }],
      [{ ...call, buttonLink: '//elsewhere.example' }],
      [{ ...call, title: texts('') }],
    ])
      expect([(await put(wrong)).status, wrong]).toEqual([400, wrong])
    expect(await get()).toEqual({ sections: [] })
  })

  it('keeps its sections in their order, also when they are put again in another; hidden ones are for administrators [API-013] [API-015] [CAT-086] [ADM-077]', async () => {
    expect((await put(sections).expect(200)).body).toEqual({ sections })
    expect(await get(admin)).toEqual({ sections })
    expect(await get()).toEqual({ sections: sections.slice(0, 2) })
    const turned = sections.toReversed()
    await put(turned).expect(200)
    expect(await get(admin)).toEqual({ sections: turned })
    expect(await lastAudit()).toMatchObject({
      actor_id: adminId,
      action: 'sections.publish',
      subject_type: 'home',
      state_after: { version: 2 },
    })
    await put([]).expect(200)
    expect(await get(admin)).toEqual({ sections: [] })
  })

  it('is not overwritten from an old answer', async () => {
    const { etag = '' } = (await t.call(config.themeHome, { as: admin })).headers as { etag?: string }
    expect((await put(sections).set('if-match', '"old"')).body).toMatchObject({ code: 'EDIT_CONFLICT' })
    await put(sections).set('if-match', etag).expect(200)
    expect((await put([]).set('if-match', etag)).body).toMatchObject({ code: 'EDIT_CONFLICT' })
  })
})

describe('the sign-up form', () => {
  beforeEach(async () => {
    await t.call(config.updateRegisterFields, { body: { fields: [] }, as: admin }).expect(200)
    await t.call(config.updateRegisterDomains, { body: { allowed: [], forbidden: [] }, as: admin }).expect(200)
  })

  it('has no extra fields at first; administrators choose them [API-016]', async () => {
    expect((await t.call(config.registerFields).expect(200)).body).toEqual({ fields: [] })
    const company = { name: 'company', type: 'text', required: true, label: { es: 'Empresa', en: 'Company', pt: 'Empresa' }, values: [] }
    const country = { name: 'country', type: 'select', required: false, label: null, values: ['ES', 'PT'] }
    const put = (fields: object[]) => t.call(config.updateRegisterFields, { body: { fields }, as: admin })
    for (const fields of [[{ ...company, name: 'password' }], [company, company], [{ ...company, type: 'file' }]])
      expect((await put(fields)).status).toBe(400)
    await put([company, country]).expect(200)
    expect((await t.call(config.registerFields)).body).toEqual({ fields: [company, country] })
  })

  it('takes every e-mail domain at first; lists are kept in small letters [API-018]', async () => {
    expect((await t.call(config.registerDomains).expect(200)).body).toEqual({ allowed: [], forbidden: [] })
    const put = (body: object) => t.call(config.updateRegisterDomains, { body, as: admin })
    for (const wrong of ['example', '@example.org', 'https://example.org', '-a.org', 'a b.org'])
      expect([wrong, (await put({ allowed: [wrong], forbidden: [] })).status]).toEqual([wrong, 400])
    await put({ allowed: ['Example.ORG'], forbidden: ['mailinator.com'] }).expect(200)
    expect((await t.call(config.registerDomains)).body).toEqual({ allowed: ['example.org'], forbidden: ['mailinator.com'] })
  })

  it('names other ways to log in, without their secrets [API-017]', async () => {
    expect((await t.call(config.registerSocial).expect(200)).body).toEqual({ social: [] })
    await t.database.knex('social_providers').insert({
      provider: 'acme',
      label: 'Acme',
      issuer_url: 'https://id.acme.example',
      client_id: 'web',
      client_secret_encrypted: Buffer.from('hush'),
      is_enabled: true,
    })
    expect((await t.call(config.registerSocial)).body).toEqual({
      social: [{ provider: 'acme', label: 'Acme', clientId: 'web', enabled: true }],
    })
  })
})
