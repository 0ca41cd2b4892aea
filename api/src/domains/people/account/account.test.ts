import { account } from '@e-events/shared/contract/people/account.ts'
import { auth } from '@e-events/shared/contract/people/auth.ts'
import { ownProducts } from '@e-events/shared/contract/catalogue/own-products.ts'
import { users } from '@e-events/shared/contract/people/users.ts'
import { limits } from '@e-events/shared/limits.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toJson } from '../../../db/row.ts'
import type { UserRow } from '../../../db/tables/people.ts'
import { factoryPassword } from '../../../testing/factories.ts'
import { mailsTo } from '../../../testing/mails.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'
import { actsOnOthers, ownRows } from './export-data.ts'

let t: TestApi
beforeAll(async () => {
  t = await createTestApi()
})
afterAll(() => t.stop())

const codeOf = (reply: { body: unknown }) => (reply.body as { code?: string }).code
const somebody = async (fields: Parameters<TestApi['factories']['user']>[0] = {}) => {
  const user = await t.factories.user(fields)
  return { user, as: await t.tokenOf(user) }
}
const rowOf = (user: UserRow) => t.database.knex('users').where({ id: user.id }).first()

describe('my data', () => {
  const patch = (as: string, body: unknown) => t.call(account.update, { as, body })

  it('refuses what is no address, phone, zone or currency, every field with its path, and changes nothing [ID-031]', async () => {
    const { user, as } = await somebody()
    const wrong = {
      youtube: 'javascript:alert(1)',
      web: 'not a link',
      billingPhone: 'six six six',
      billingPrefix: '+x',
      timezone: 'Mars/Olympus',
      currency: 'euro',
      country: 'Spain',
      language: 'fr',
      name: '',
      surname: 'x\u0000y',
      description: 'x'.repeat(2_001),
      publicProfile: 'yes',
      roles: ['ADMIN'],
      email: 'other@example.test',
    }
    const reply = await patch(as, wrong)
    expect(reply.status).toBe(400)
    const paths = new Set((reply.body as { issues: { path: string }[] }).issues.map(({ path }) => path))
    expect(paths).toEqual(new Set(Object.keys(wrong).map((key) => `body.${key}`)))
    expect(await rowOf(user)).toMatchObject({ name: user.name, roles: user.roles, email: user.email, youtube_url: null })
  })

  it('keeps what is sent and leaves the rest, in the session too [ID-029, ID-030, ID-031]', async () => {
    const { user, as } = await somebody()
    const wanted = {
      name: 'Inês',
      surname: 'de Sá 🎸',
      country: 'PT',
      language: 'pt',
      timezone: 'Europe/Lisbon',
      currency: 'USD',
      description: 'Guitarra\ny voz',
      newsletter: true,
      publicProfile: true,
      youtube: 'https://youtube.test/a',
      twitter: 'https://x.test/a',
      facebook: 'https://facebook.test/a',
      instagram: 'https://instagram.test/a',
      linkedin: 'https://linkedin.test/a',
      web: 'http://example.test',
      billingCompany: 'Acme, S. L.',
      billingNif: 'B12345678',
      billingAddress: 'Calle Mayor, 1',
      billingCity: 'Madrid',
      billingPostalCode: '28001',
      billingCountry: 'ES',
      billingPrefix: '+34',
      billingPhone: '600 000 000',
    }
    expect((await patch(as, wanted)).body).toMatchObject(wanted)
    expect((await patch(as, { billingCompany: '', web: null })).body).toMatchObject({ ...wanted, billingCompany: null, web: null })
    const me = await t.call(account.me, { as })
    expect(me.body).toMatchObject({ ...wanted, billingCompany: null, web: null, id: user.id, user: user.email, roles: ['VIEWER'] })
    const again = await t.call(auth.login, { body: { user: user.email, password: factoryPassword } })
    const { name, surname, country, language, timezone, description, newsletter } = wanted
    const eight = { name, surname, country, language, timezone, description, newsletter, avatarUrl: null }
    expect(again.body).toMatchObject({ user: { ...eight, id: user.id, user: user.email } })
    expect(JSON.stringify(me.body)).not.toMatch(/argon2|password_hash/)
  })

  it('keeps the proof of each change of mind about promotions [ID-061]', async () => {
    const { user, as } = await somebody()
    for (const newsletter of [true, true, false]) await patch(as, { newsletter }).expect(200)
    const consents = await t.database.knex('consents').where({ user_id: user.id }).orderBy('given_at')
    expect(consents).toMatchObject([
      { kind: 'newsletter', granted: true, source: 'my-data' },
      { kind: 'newsletter', granted: false },
    ])
    expect(await rowOf(user)).toMatchObject({ newsletter: false })
  })
})

describe('avatar', () => {
  const put = (as: string, bytes: Buffer, contentType = 'image/jpeg') =>
    t.call(account.avatar, { as, upload: { contentType, bytes: new Uint8Array(bytes) } })
  const picture = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#c33' } })

  it('refuses other formats by content, broken and oversized files, whatever they say they are [LIM-028]', async () => {
    const { user, as } = await somebody()
    const gif = await picture(20, 20).gif().toBuffer()
    const jpeg = await picture(200, 200).jpeg().toBuffer()
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(1)</script></svg>')
    for (const bytes of [gif, svg, jpeg.subarray(0, 200), Buffer.from([0xff, 0xd8, 0xff, 0, 1, 2]), Buffer.of()]) {
      const reply = await put(as, bytes)
      expect([reply.status, codeOf(reply)]).toEqual([400, 'IMAGE_FORMAT'])
    }
    expect(codeOf(await put(as, gif, 'image/gif'))).toBe('UNSUPPORTED_MEDIA_TYPE')
    // A frame of 9,000 by 9,000 in a file of some kilobytes.
    const bomb = await picture(9_000, 9_000).png({ compressionLevel: 9 }).toBuffer()
    expect(codeOf(await put(as, bomb, 'image/png'))).toBe('IMAGE_DIMENSIONS')
    const large = await put(as, Buffer.concat([jpeg, Buffer.alloc(limits.imageBytes)]))
    expect([large.status, codeOf(large)]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
    expect(limits.imageBytes).toBe(8 * 1024 * 1024)
    expect(await rowOf(user)).toMatchObject({ avatar_file_id: null })
  })

  it('becomes a square without what the camera wrote, replaces the one before, and can be taken away', async () => {
    const { as } = await somebody()
    const exif = { IFD0: { Copyright: 'secret-owner' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '40/1 25/1 0/1' } }
    const photo = await picture(1_600, 900).withExif(exif).jpeg().toBuffer()
    expect((await sharp(photo).metadata()).exif).toBeDefined()
    const first = ((await put(as, photo)).body as { avatarUrl: string }).avatarUrl
    const served = await t.http.get(first).buffer(true).expect(200)
    expect(served.type).toBe('image/jpeg')
    const metadata = await sharp(served.body as Buffer).metadata()
    expect([metadata.width, metadata.height, metadata.exif]).toEqual([512, 512, undefined])
    expect((served.body as Buffer).includes('secret-owner')).toBe(false)

    const second = ((await put(as, await picture(300, 200).png().toBuffer(), 'image/png')).body as { avatarUrl: string }).avatarUrl
    expect(second).not.toBe(first)
    expect((await t.http.get(first)).status).toBe(404)
    expect((await sharp((await t.http.get(second).buffer(true)).body as Buffer).metadata()).width).toBe(200)
    expect((await t.call(account.removeAvatar, { as })).body).toMatchObject({ avatarUrl: null })
    expect((await t.http.get(second)).status).toBe(404)
  })
})

describe('public profile', () => {
  const profile = (id: string, as?: string) => t.call(account.publicProfile, { as, params: { id } })

  it('is absent for visitors, unless its owner shows it, and of accounts that are blocked or deleted [ID-011, ID-037]', async () => {
    const { as } = await somebody()
    const hidden = await t.factories.user({ public_profile: false })
    const blocked = await t.factories.user({ public_profile: true, blocked_at: new Date() })
    const deleted = await t.factories.user({ public_profile: true, deleted_at: new Date() })
    for (const { id } of [hidden, blocked, deleted]) expect((await profile(id, as)).status).toBe(404)
    expect((await profile(hidden.id)).status).toBe(401)
  })

  it('shows eleven fields and nothing of e-mail, billing or roles [ID-037, ID-038]', async () => {
    const { as } = await somebody()
    const shown = await t.factories.user({ public_profile: true, description: 'Hola', billing_nif: 'B1', web_url: 'https://a.test' })
    const reply = await profile(shown.id, as)
    expect(reply.body).toEqual({
      id: shown.id,
      name: shown.name,
      surname: shown.surname,
      avatarUrl: null,
      description: 'Hola',
      youtube: null,
      twitter: null,
      facebook: null,
      instagram: null,
      linkedin: null,
      web: 'https://a.test',
    })
  })
})

describe('upgrade to organizer', () => {
  const ask = (as: string) => t.call(account.requestUpgrade, { as, body: { message: 'Organizo conciertos' } })

  it('is asked for once, gives no role by itself, and may be taken back and asked for again [ID-039, ID-040]', async () => {
    const { user, as } = await somebody()
    expect(codeOf(await t.call(account.withdrawUpgrade, { as }))).toBe('UPGRADE_STATE')
    const asked = await ask(as)
    expect(asked.status).toBe(201)
    expect(asked.body).toMatchObject({ roles: ['VIEWER'], upgrade: { state: 'pending', message: 'Organizo conciertos', reason: null } })
    expect(codeOf(await ask(as))).toBe('UPGRADE_STATE')
    expect((await t.call(ownProducts.listOwn, { as, query: {} })).status).toBe(403)
    expect((await t.call(account.withdrawUpgrade, { as })).body).toMatchObject({ upgrade: { state: 'withdrawn' } })
    expect((await ask(as)).status).toBe(201)
    // Decisions of staff about it.
    const decision = { state: 'refused' as const, reason: 'Falta el NIF', decided_at: new Date() }
    await t.database.knex('role_requests').where({ user_id: user.id, state: 'pending' }).update(decision)
    expect((await t.call(account.me, { as })).body).toMatchObject({ upgrade: { state: 'refused', reason: 'Falta el NIF' } })
    expect((await ask(as)).status).toBe(201)
    const admin = await t.tokenOf(await t.factories.admin())
    await t.call(users.decideUpgrade, { as: admin, params: { id: user.id }, body: { decision: 'approve' } }).expect(200)
    expect((await t.call(account.me, { as })).body).toMatchObject({ roles: ['VIEWER', 'PRODUCER'], upgrade: { state: 'approved' } })
    expect((await t.call(ownProducts.listOwn, { as, query: {} })).status).toBe(200)
    const producer = await t.factories.producer()
    expect(codeOf(await ask(await t.tokenOf(producer)))).toBe('UPGRADE_STATE')
  })
})

describe('guided tours', () => {
  it('are remembered once each, for their own account', async () => {
    const [{ as }, other] = [await somebody(), await somebody()]
    expect((await t.call(account.finishTour, { as, params: { tour: 'Not A Tour' } })).status).toBe(400)
    for (const tour of ['studio', 'studio', 'first-channel']) await t.call(account.finishTour, { as, params: { tour } }).expect(204)
    expect((await t.call(account.tours, { as })).body).toEqual({ finished: ['studio', 'first-channel'] })
    expect((await t.call(account.tours, { as: other.as })).body).toEqual({ finished: [] })
  })
})

describe('export of personal data', () => {
  it('decides about every reference to a person that the database has', async () => {
    const { rows } = await t.database.knex.raw<{ rows: { source: string }[] }>(
      `select k.conrelid::regclass || '.' || a.attname as source from pg_constraint k
       join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey)
       where k.contype = 'f' and k.confrelid = 'users'::regclass`,
    )
    expect([...ownRows, ...actsOnOthers].toSorted()).toEqual(rows.map(({ source }) => source).toSorted())
  })

  it('is one file with what the tables know about its owner, nothing of others, and no key [ID-062]', async () => {
    const { user, as } = await somebody({ description: 'Mi vida', billing_nif: 'B12345678' })
    const stranger = await somebody({ description: 'Otra vida' })
    await t.call(account.requestUpgrade, { as, body: { message: 'Por favor' } })
    await t.call(account.requestUpgrade, { as: stranger.as, body: { message: 'Yo no' } })
    await t.factories.ticket({ user_id: user.id })
    await t.call(account.startTwoFactor, { as, body: { password: factoryPassword } })
    const reply = await t.call(account.exportData, { as })
    expect(reply.get('content-disposition')).toContain('attachment; filename="e-events-data.json"')
    expect(reply.get('cache-control')).toBe('no-store')
    const data = JSON.parse(reply.text) as Record<string, unknown>
    expect(data).toMatchObject({
      account: { id: user.id, email: user.email, description: 'Mi vida', billing_nif: 'B12345678' },
      role_requests: [{ message: 'Por favor' }],
      tickets: [{ user_id: user.id }],
      user_sessions: [{ client: 'studio' }],
    })
    expect(reply.text).not.toMatch(/argon2|_hash"|_encrypted"|Otra vida|Yo no/)
    expect((await t.call(account.exportData, {})).status).toBe(401)
  })
})

describe('deletion of an account', () => {
  const ask = (as: string, password = factoryPassword) => t.call(account.requestDeletion, { as, body: { password } })
  const cancel = (as: string) => t.call(account.cancelDeletion, { as })
  const sweep = () => t.api.platform.people.deleteAccount.deleteDue()

  it('needs the password, is refused to the last administrator, and can be taken back in the days of grace [ID-062]', async () => {
    const { user, as } = await somebody()
    expect(codeOf(await ask(as, 'Wrong123$'))).toBe('PASSWORD_WRONG')
    const asked = await ask(as)
    const { deletionAt } = asked.body as { deletionAt: string }
    expect(Math.abs(Date.parse(deletionAt) - t.clock.nowMs() - limits.deletionGraceMs)).toBeLessThan(60_000)
    expect((await ask(as)).body).toMatchObject({ deletionAt })
    expect(await sweep()).toBe(0)
    expect((await cancel(as)).body).toMatchObject({ deletionAt: null })
    expect((await mailsTo(t, user.email)).map(({ subject }) => subject)).toEqual(['Tu cuenta se queda', 'Tu cuenta se va a eliminar'])

    await t.database
      .knex('users')
      .whereRaw(`'ADMIN' = any(roles)`)
      .update({ roles: ['VIEWER'] })
    const admins = [await t.factories.admin(), await t.factories.admin()]
    const [first = '', second = ''] = await Promise.all(admins.map((admin) => t.tokenOf(admin)))
    const both = await Promise.all([ask(first), ask(second)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(both.map(codeOf)).toContain('LAST_ADMIN')
    for (const as of [first, second]) await cancel(as)
  })

  it('happens after fourteen days: nobody comes in, nothing says who it was, orders and invoices stay with their amounts [ID-062]', async () => {
    const { user, as } = await somebody({ surname: 'Peculiar', description: 'Mi vida', billing_nif: 'B12345678', locale: 'en' })
    const photo = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#33c' } })
      .png()
      .toBuffer()
    const avatar = await t.call(account.avatar, { as, upload: { contentType: 'image/png', bytes: new Uint8Array(photo) } })
    const { avatarUrl } = avatar.body as { avatarUrl: string }
    const { knex } = t.database
    const [order] = await knex('orders')
      .insert({
        user_id: user.id,
        email: user.email,
        net_minor: 1_000,
        total_minor: 1_000,
        terms_accepted_at: new Date(),
        billing: toJson({ name: 'Ana Peculiar', nif: 'B12345678' }),
      })
      .returning('*')
    const [series] = await knex('invoice_series').insert({ name: 'A' }).returning('id')
    await knex('invoices').insert({
      series_id: series?.id ?? '',
      order_id: order?.id ?? '',
      seller: toJson({ name: 'e-events' }),
      buyer: toJson({ name: 'Ana Peculiar', nif: 'B12345678', country: 'ES' }),
      currency: 'EUR',
      net_minor: 1_000,
      tax_minor: 0,
      total_minor: 1_000,
    })
    await knex('leads').insert({ name: 'Ana Peculiar', email: user.email, source: 'contact', message: 'Hola', consent: true })
    await ask(as)
    t.clock.advance(limits.deletionGraceMs + 60_000)
    expect(await sweep()).toBe(1)
    expect(await sweep()).toBe(0)

    expect((await t.call(account.me, { as })).status).toBe(401)
    const login = await t.call(auth.login, { body: { user: user.email, password: factoryPassword } })
    expect(codeOf(login)).toBe('INVALID_LOGIN')
    const row = await rowOf(user)
    expect(row?.deleted_at).not.toBeNull()
    expect(JSON.stringify(row)).not.toMatch(/Ana|Peculiar|Mi vida|B12345678|argon2|example\.test/)
    const [kept] = await knex('orders').where({ id: order?.id })
    expect(kept).toMatchObject({ user_id: user.id, total_minor: 1_000, number: order?.number, billing: {} })
    const [invoice] = await knex('invoices').where({ order_id: order?.id })
    expect(invoice).toMatchObject({ total_minor: 1_000, number: 1, buyer: { pseudonym: user.id, country: 'ES' } })
    expect(JSON.stringify([kept, invoice])).not.toMatch(/Peculiar|B12345678|example\.test/)
    expect((await t.http.get(avatarUrl)).status).toBe(404)
    expect(await knex('leads').where({ email: user.email })).toEqual([])
    const [session] = await knex('user_sessions').where({ user_id: user.id })
    expect(session).toMatchObject({ revoked_reason: 'deleted', ip: null, user_agent: '' })
    expect((await mailsTo(t, user.email))[0]?.subject).toBe('Your account has been deleted')
    // The address is free again.
    await t.factories.user({ email: user.email })
  })
})
