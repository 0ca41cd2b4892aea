import { users, type UserRowView } from '@e-events/shared/contract/people/users.ts'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UserRow } from '../../../db/tables/people.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

interface Page {
  items: UserRowView[]
  nextCursor: string | null
  total: number
}
type Query = Record<string, string | number>

let t: TestApi
let me: UserRow
let admin: string
beforeAll(async () => {
  t = await createTestApi()
  me = await t.factories.admin({ name: 'Zacarías', surname: 'Último', company: null })
  admin = await t.tokenOf(me)
})
afterAll(() => t.stop())

const page = async (query: Query) => (await t.call(users.list, { query, as: admin }).expect(200)).body as Page
/** Every page in a row. */
async function all(query: Query): Promise<UserRowView[]> {
  const items: UserRowView[] = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const next = await page({ ...query, ...(cursor ? { cursor } : {}) })
    expect(next.items.length).toBeLessThanOrEqual(Number(query['limit'] ?? 24))
    items.push(...next.items)
    cursor = next.nextCursor
  }
  return items
}
const file = async (query: Query, language = 'es') => {
  const search = new URLSearchParams(Object.entries(query).map(([key, value]): [string, string] => [key, String(value)])).toString()
  const headers = { authorization: `Bearer ${admin}`, 'accept-language': language }
  const reply = await fetch(`${t.url}/api/users/export?${search}`, { headers })
  expect(reply.status).toBe(200)
  return { headers: reply.headers, bytes: Buffer.from(await reply.arrayBuffer()) }
}
const csv = async (query: Query, language?: string) => (await file({ format: 'csv', ...query }, language)).bytes.toString('utf8')

describe('the list of people [ADM-074]', () => {
  it('refuses a cursor that is not of this order, and filters that mean nothing', async () => {
    const { nextCursor } = await page({ limit: 1, sort: 'name', order: 'asc', search: 'nobody-has-this-name' })
    expect(nextCursor).toBeNull()
    await t.factories.user()
    const name = (await page({ limit: 1, sort: 'name' })).nextCursor ?? ''
    const forged = (keys: unknown[]) => Buffer.from(JSON.stringify(keys)).toString('base64url')
    for (const query of [
      { sort: 'email', cursor: name },
      { sort: 'name', order: 'asc', cursor: name },
      { cursor: forged(['createdAt-desc', '2026-13-45T99:99:99.000Z', me.id]) },
      { cursor: forged(['name-desc', 'a\u0000', me.id]), sort: 'name' },
      { cursor: 'nonsense' },
      { sort: 'password' },
      { role: 'ROOT' },
      { state: 'asleep' },
      { limit: 101 },
      { country: 'Spain' },
    ] as Query[])
      expect([query, (await t.call(users.list, { query, as: admin })).status]).toEqual([query, 400])
  })

  it('narrows by words of name, e-mail and company, by country, role, state, language, origin and newsletter', async () => {
    const now = new Date()
    const made = {
      peru: await t.factories.user({
        name: 'Íñigo',
        surname: 'Peñafiel',
        country: 'PE',
        locale: 'en',
        newsletter: true,
        is_external: true,
      }),
      firm: await t.factories.producer({ name: 'Paula', company: 'Teatro_100%', approval_state: 'pending', country: 'PE' }),
      bad: await t.factories.user({ name: 'Bruno', blocked_at: now, country: 'PE' }),
      no: await t.factories.user({ name: 'Nora', approval_state: 'not_approved', country: 'PE' }),
      gone: await t.factories.user({ name: 'Gil', deleted_at: now, country: 'PE' }),
    }
    const found = async (query: Query) => {
      const { items, total } = await page({ country: 'PE', limit: 100, ...query })
      expect(total).toBe(items.length)
      return items
        .map(({ id }) => Object.entries(made).find(([, user]) => user.id === id)?.[0] ?? '?')
        .toSorted((a, b) => a.localeCompare(b))
    }
    expect(await found({})).toEqual(['bad', 'firm', 'no', 'peru'])
    expect(await found({ search: 'PENA inigo' })).toEqual(['peru'])
    expect(await found({ search: 'peñafiel paula' })).toEqual([])
    expect(await found({ search: 'teatro_100%' })).toEqual(['firm'])
    expect(await found({ search: '%' })).toEqual(['firm'])
    expect(await found({ search: made.no.email })).toEqual(['no'])
    expect(await found({ role: 'PRODUCER' })).toEqual(['firm'])
    expect(await found({ state: 'pending' })).toEqual(['firm'])
    expect(await found({ state: 'approved' })).toEqual(['peru'])
    expect(await found({ state: 'not_approved' })).toEqual(['no'])
    expect(await found({ state: 'blocked' })).toEqual(['bad'])
    expect(await found({ state: 'deleted' })).toEqual(['gone'])
    expect(await found({ language: 'en' })).toEqual(['peru'])
    expect(await found({ external: 'true' })).toEqual(['peru'])
    expect(await found({ external: 'false', newsletter: 'false', role: 'VIEWER', search: 'ana' })).toEqual([])
    expect(await found({ newsletter: 'true', state: 'approved' })).toEqual(['peru'])
  })

  it.each(['createdAt', 'name', 'email', 'country', 'lastLoginAt'] as const)(
    'in the order of %s nobody comes twice or is left out',
    async (sort) => {
      const one = new Date('2026-01-01T10:00:00.000Z')
      for (let index = 0; index < 8; index++) {
        await t.factories.user({
          name: index % 2 ? 'Óscar' : 'Oscar',
          surname: 'Igual',
          country: index % 3 ? 'FR' : null,
          last_login_at: index % 2 ? one : null,
          created_at: one,
        })
      }
      const everybody = await t.database.knex('users').whereNull('deleted_at').pluck<string[]>('id')
      const upwards = (await all({ sort, order: 'asc', limit: 3 })).map(({ id }) => id)
      const downwards = (await all({ sort, order: 'desc', limit: 4 })).map(({ id }) => id)
      expect(upwards.toSorted()).toEqual(everybody.toSorted())
      expect(downwards).toEqual(upwards.toReversed())
    },
  )

  it('orders names as people do: accents do not matter first', async () => {
    for (const name of ['Ñandú', 'Nadal', 'Ode', 'nube', 'Álamo', 'alba']) await t.factories.user({ name, surname: '', company: 'Orden' })
    const names = (await all({ search: 'Orden', sort: 'name', order: 'asc' })).map(({ name }) => name)
    expect(names).toEqual(['Álamo', 'alba', 'Nadal', 'Ñandú', 'nube', 'Ode'])
  })
})

describe('the list as a file', () => {
  it('is exactly what the filter leaves, in its order and in the reader’s language', async () => {
    await t.factories.user({
      name: 'Úrsula',
      surname: 'Exporta',
      country: 'MX',
      roles: ['VIEWER', 'PRODUCER'],
      email: 'ursula@example.test',
    })
    await t.factories.user({ name: 'Abel', surname: 'Exporta', country: 'MX', newsletter: true, email: 'abel@example.test' })
    await t.factories.user({ name: 'Otro', surname: 'Exporta', country: 'CL' })
    const query = { search: 'exporta', country: 'MX', sort: 'name', order: 'asc' }
    const text = await csv(query)
    expect(text.startsWith('\ufeffIdentificador,Nombre,Apellidos,Correo electrónico,')).toBe(true)
    const lines = text.slice(1).split('\r\n')
    expect(lines.slice(1).map((line) => line.split(',')[1] ?? '')).toEqual(['Abel', 'Úrsula', ''])
    expect(lines[2]).toMatch(/,Úrsula,Exporta,ursula@example\.test,,MX,es,VIEWER PRODUCER,Aprobado,Sí,No,No,\d{4}-\d\d-\d\dT[\d:.]+Z,$/)
    expect((await csv(query, 'en')).split('\r\n')[0]).toContain('Name,Surname,E-mail')
    expect((await csv(query, 'pt')).split('\r\n')[1]).toContain(',Aprovado,Sim,Não,Sim,')
    const reply = await file({ format: 'csv', ...query }, 'en')
    expect(reply.headers.get('content-disposition')).toMatch(/^attachment; filename="users-\d{4}-\d\d-\d\d\.csv"/)
    expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(await t.database.knex('audit_log').where({ action: 'user.export' }).orderBy('sequence', 'desc').first()).toMatchObject({
      actor_id: me.id,
      state_after: { format: 'csv', country: 'MX', search: 'exporta' },
    })
  })

  it('never hands a spreadsheet something to run, and quotes what would break a line', async () => {
    const names = ['=HYPERLINK("http://evil.example","x")', '+1', '-2', '@SUM(A1)', ' =1+1', '＝1', 'Ana, "la\nque"', 'José-María']
    for (const name of names) await t.factories.user({ name, surname: 'Fórmula', country: 'IT' })
    const text = await csv({ country: 'IT' })
    expect(text).toContain(`,"'=HYPERLINK(""http://evil.example"",""x"")",`)
    for (const neutral of [`,'+1,`, `,'-2,`, `,'@SUM(A1),`, `,' =1+1,`, `,'＝1,`, `,"Ana, ""la\nque""",`, ',José-María,'])
      expect(text).toContain(neutral)
  })

  it('is a workbook whose cells are text, also of what looks like a formula', async () => {
    await t.factories.user({ name: '=1+1', surname: 'A & <B> "C" \u0007', country: 'NO', last_login_at: new Date('2026-03-01T12:00:00Z') })
    const reply = await file({ format: 'xlsx', country: 'NO' }, 'en')
    expect(reply.headers.get('content-type')).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    const parts = unzipSync(new Uint8Array(reply.bytes))
    const text = (name: string) => strFromU8(parts[name] ?? new Uint8Array())
    const sheet = text('xl/worksheets/sheet1.xml') + text('xl/sharedStrings.xml')
    expect(sheet).toContain('=1+1')
    expect(sheet).toContain('A &amp; &lt;B&gt;')
    expect(sheet).toContain('Last log-in (UTC)')
    expect(sheet).not.toMatch(/<f[ >]/)
    expect(sheet).not.toContain('\u0007')
  })
})

describe('ten thousand people', () => {
  const many = 10_000
  beforeAll(async () => {
    await t.database.knex.raw(
      `insert into users (email, email_verified_at, name, surname, country, created_at, company)
       select 'crowd-' || n || '@example.test', now(), 'Persona ' || n, 'Multitud', 'DE', now() - n * interval '1 minute', 'Multitud S. A.'
       from generate_series(1, ?::int) n`,
      [many],
    )
    await t.database.knex.raw('analyze users')
  })

  it('are listed, searched and counted', async () => {
    expect((await page({ country: 'DE' })).total).toBe(many)
    expect((await page({ search: 'persona 9999', country: 'DE' })).items.map(({ name }) => name)).toEqual(['Persona 9999'])
    expect((await page({ country: 'DE', sort: 'name', order: 'asc' })).items[0]?.name).toBe('Persona 1')
  })

  it.each(['csv', 'xlsx'] as const)('leave as %s, everybody once', async (format) => {
    const { bytes } = await file({ format, country: 'DE' })
    const parts = format === 'xlsx' ? unzipSync(new Uint8Array(bytes)) : {}
    // prettier-ignore
    const text = format === 'csv' ? bytes.toString() : Object.values(parts).map((part) => strFromU8(part)).join('')
    expect(new Set(text.match(/crowd-\d+@example\.test/g)).size).toBe(many)
  })
})
