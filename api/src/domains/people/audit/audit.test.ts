import { users, type AuditEntry } from '@e-events/shared/contract/people/users.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changedFields, writeAudit } from '../../../db/audit-log.ts'
import type { UserRow } from '../../../db/tables/people.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

let t: TestApi
let me: UserRow
let admin: string
beforeAll(async () => {
  t = await createTestApi()
  me = await t.factories.admin({ name: 'Ada', surname: 'Auditora' })
  admin = await t.tokenOf(me)
})
afterAll(() => t.stop())

const list = async (query: Record<string, string | number> = {}) =>
  (await t.call(users.audit, { query, as: admin }).expect(200)).body as { items: AuditEntry[]; nextCursor: string | null }

describe('the audit log', () => {
  it('cannot be rewritten, not even by SQL', async () => {
    const { knex } = t.database
    // prettier-ignore
    await writeAudit(knex, { actorId: null, requestId: null, address: null, action: 'page.update', subject: { type: 'page', id: '1' }, before: null, after: {} })
    await expect(knex('audit_log').update({ action: 'page.delete' })).rejects.toThrow('audit_log')
    await expect(knex('audit_log').delete()).rejects.toThrow('audit_log')
  })

  it('keeps of before and after what differs', () => {
    expect(changedFields({ a: 1, b: [1], c: null }, { a: 2, b: [1], d: true })).toEqual([
      { a: 1, c: null },
      { a: 2, d: true },
    ])
    expect(changedFields(null, { a: 1 })).toEqual([null, { a: 1 }])
    expect(changedFields({ a: 1 }, null)).toEqual([{ a: 1 }, null])
  })

  it('says who did what to whom, when, from where, before and after [ADM-039]', async () => {
    const user = await t.factories.user({ name: 'Bruno', surname: 'Bloqueado' })
    await t
      .call(users.block, { params: { id: user.id }, body: { reason: 'spam' }, as: admin })
      .set('x-request-id', 'block-request')
      .expect(200)
    const { items } = await list({ subjectId: user.id })
    expect(items).toEqual([
      {
        id: expect.any(String) as string,
        at: expect.stringMatching(/^\d{4}-/) as string,
        actor: { id: me.id, name: 'Ada Auditora', email: me.email },
        action: 'user.block',
        subject: { type: 'user', id: user.id, name: 'Bruno Bloqueado' },
        before: { state: 'approved' },
        after: { state: 'blocked', reason: 'spam' },
        address: expect.stringContaining('127.0.0.1') as string,
        requestId: 'block-request',
      },
    ])
  })

  it('a refused act leaves no line', async () => {
    const user = await t.factories.user({ deleted_at: new Date() })
    await t.call(users.block, { params: { id: user.id }, body: {}, as: admin }).expect(409)
    expect((await list({ subjectId: user.id })).items).toEqual([])
  })

  it('is read page by page, the latest first, narrowed by act, person, object and time', async () => {
    const other = await t.factories.admin()
    const as = await t.tokenOf(other)
    const people = await Promise.all([t.factories.user(), t.factories.user(), t.factories.user()])
    const before = new Date().toISOString()
    for (const { id } of people) await t.call(users.block, { params: { id }, body: {}, as }).expect(200)
    await t.call(users.unblock, { params: { id: people[0].id }, body: {}, as }).expect(200)
    await t.call(users.addClient, { body: { name: 'Eva', email: 'eva@example.test' }, as }).expect(201)

    const seen: string[] = []
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await list({ actor: other.id, limit: 2, ...(cursor ? { cursor } : {}) })
      seen.push(...page.items.map(({ action, subject }) => `${action} ${subject.id}`))
      cursor = page.nextCursor
    }
    expect(seen.slice(1)).toEqual([
      `user.unblock ${people[0].id}`,
      `user.block ${people[2].id}`,
      `user.block ${people[1].id}`,
      `user.block ${people[0].id}`,
    ])
    const count = async (query: Record<string, string>) => (await list({ actor: other.id, limit: 100, ...query })).items.length
    expect(await count({ action: 'user' })).toBe(4)
    expect(await count({ action: 'user.unblock' })).toBe(1)
    expect(await count({ action: 'use' })).toBe(0)
    expect(await count({ subjectType: 'client' })).toBe(1)
    expect(await count({ from: before })).toBe(5)
    expect(await count({ to: before })).toBe(0)
    for (const query of [{ action: 'DROP' }, { from: 'yesterday' }, { cursor: 'WyIxIiwiMiJd' }, { actor: 'me' }])
      await t.call(users.audit, { query, as: admin }).expect(400)
  })

  it('leaves as a file, with the words of the reader', async () => {
    const query = { format: 'csv', action: 'client.add' }
    const text = (await t.call(users.exportAudit, { query, as: admin }).set('accept-language', 'pt').expect(200)).text
    const [head, line, end] = text.split('\r\n')
    expect(head).toBe('\ufeffData (UTC),Quem,E-mail,Ação,Objeto,Identificador,Antes,Depois,Endereço,Pedido')
    expect(line).toContain(',client.add,client,')
    expect(line).toContain(`"{""name"":""Eva"",""email"":""eva@example.test"",""surname"":""""}"`)
    expect(end).toBe('')
  })

  it('names what is gone as the line itself does, and settings by nothing', async () => {
    const body = { name: 'Celia', email: 'celia@example.test' }
    const { id } = (await t.call(users.addClient, { body, as: admin }).expect(201)).body as { id: string }
    const namesOf = async () => (await list({ subjectId: id })).items.map(({ action, subject }) => [action, subject.name])
    expect(await namesOf()).toEqual([['client.add', 'Celia']])
    await t.call(users.removeClient, { params: { id }, as: admin })
    expect(await namesOf()).toEqual([
      ['client.remove', 'Celia'],
      ['client.add', 'Celia'],
    ])
    const { knex } = t.database
    // prettier-ignore
    await writeAudit(knex, { actorId: null, requestId: null, address: null, action: 'site_config.update', subject: { type: 'site', id: 'site' }, before: null, after: {} })
    expect((await list({ subjectId: 'site', action: 'site_config.update' })).items[0]?.subject).toEqual({
      type: 'site',
      id: 'site',
      name: null,
    })
  })
})
