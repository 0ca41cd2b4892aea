import { users } from '@e-events/shared/contract/people/users.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UserRow } from '../../../db/tables/people.ts'
import { mailsTo } from '../../../testing/mails.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

let t: TestApi
let me: UserRow
let admin: string
beforeAll(async () => {
  t = await createTestApi()
  me = await t.factories.admin()
  admin = await t.tokenOf(me)
})
afterAll(() => t.stop())

const patch = (id: string, body: object) => t.call(users.update, { params: { id }, body, as: admin })

describe('what nobody should do unseen', () => {
  const got = async (email: string, subject: RegExp) => (await mailsTo(t, email)).filter((mail) => subject.test(mail.subject))

  it('a new administrator is told to all of them, once', async () => {
    const made = await t.factories.user({ locale: 'en' })
    const other = await t.factories.admin({ locale: 'pt' })
    await patch(made.id, { roles: ['VIEWER', 'ADMIN'] }).expect(200)
    await patch(made.id, { name: 'Eva' }).expect(200)
    const mine = await got(made.email, /administrator/)
    expect(mine).toHaveLength(1)
    expect(mine[0]?.text).toContain(`${me.email} has made ${made.email} an administrator.`)
    expect(await got(other.email, /novo administrador/)).toHaveLength(1)
    expect((await got(me.email, /administrador/)).filter(({ text }) => text.includes(made.email))).toHaveLength(1)
  })

  it('an e-mail that staff changes is told to the old address', async () => {
    const user = await t.factories.user({ locale: 'en' })
    await patch(user.id, { email: 'another@example.test' }).expect(200)
    expect((await got(user.email, /e-mail of your account has changed/))[0]?.text).toContain('another@example.test')
  })
})
