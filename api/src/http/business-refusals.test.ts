import { account } from '@e-events/shared/contract/people/account.ts'
import { auth, signUp } from '@e-events/shared/contract/people/auth.ts'
import { channels } from '@e-events/shared/contract/catalogue/channels.ts'
import type { Endpoint } from '@e-events/shared/contract/endpoint.ts'
import { playback } from '@e-events/shared/contract/live/playback.ts'
import { ownProducts } from '@e-events/shared/contract/catalogue/own-products.ts'
import { tickets } from '@e-events/shared/contract/sales/tickets.ts'
import { users } from '@e-events/shared/contract/people/users.ts'
import { errorStatus, type ErrorCode } from '@e-events/shared/errors.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { factoryPassword } from '../testing/factories.ts'
import { createTestApi, type TestApi } from '../testing/test-api.ts'
import type { RequestInput } from '../testing/world.ts'

let t: TestApi
beforeAll(async () => {
  t = await createTestApi()
})
afterAll(() => t.stop())

describe('refusals that are no end of a session [ERR-003]', () => {
  it('leave 401 to sessions and log-ins, and 403 to roles', () => {
    const with401 = Object.entries(errorStatus).flatMap(([code, status]) => (status === 401 ? [code] : []))
    const with403 = Object.entries(errorStatus).flatMap(([code, status]) => (status === 403 ? [code] : []))
    // The api key is asked of programs, and the token of the sfu is no session: neither of their answers reaches the
    // session of a person.
    expect(with401.toSorted()).toEqual(['API_KEY_INVALID', 'INVALID_LOGIN', 'SIGNAL_TOKEN_INVALID', 'UNAUTHENTICATED'])
    expect(with403).toEqual(['FORBIDDEN_ROLE'])
  })

  it('are 400, 402, 404 or 409 by what they say, and the session goes on after each of them', async () => {
    const { factories } = t
    const [viewer, producer, admin] = [await factories.user(), await factories.producer(), await factories.admin()]
    const tokens = { viewer: await t.tokenOf(viewer), producer: await t.tokenOf(producer), admin: await t.tokenOf(admin) }
    const [foreign, mine] = [await factories.channel(), await factories.channel({ owner_id: producer.id, status: 'draft' })]
    const product = await factories.product({ channel_id: foreign.id })
    const draft = await factories.product({ channel_id: mine.id, status: 'draft' })
    const password = { currentPassword: 'Wrong123$', password: 'Nuevo12$', passwordConfirm: 'Nuevo12$' }
    const refusals: [as: keyof typeof tokens, endpoint: Endpoint, input: RequestInput, status: number, code: ErrorCode][] = [
      ['viewer', account.changePassword, { body: password }, 400, 'PASSWORD_WRONG'],
      ['viewer', account.requestDeletion, { body: { password: 'Wrong123$' } }, 400, 'PASSWORD_WRONG'],
      ['viewer', account.confirmTwoFactor, { body: { code: '123456' } }, 409, 'TWO_FACTOR_STATE'],
      ['viewer', account.changeEmail, { body: { email: producer.email, password: factoryPassword } }, 409, 'EMAIL_TAKEN'],
      ['viewer', account.withdrawUpgrade, {}, 409, 'UPGRADE_STATE'],
      ['viewer', account.update, { body: { web: 'nowhere' } }, 400, 'VALIDATION_FAILED'],
      ['viewer', account.publicProfile, { params: { id: admin.id } }, 404, 'NOT_FOUND'],
      ['viewer', signUp.activate, { params: { token: 'x'.repeat(43) } }, 400, 'LINK_INVALID'],
      ['viewer', playback.get, { params: { slug: product.slug } }, 402, 'TICKET_REQUIRED'],
      ['viewer', tickets.redeem, { params: { slug: draft.slug } }, 404, 'NOT_FOUND'],
      ['producer', account.requestUpgrade, { body: {} }, 409, 'UPGRADE_STATE'],
      ['producer', channels.update, { params: { slug: foreign.slug }, body: { title: 'Mía' } }, 404, 'NOT_FOUND'],
      ['producer', ownProducts.publish, { params: { slug: draft.slug }, body: {} }, 409, 'CHANNEL_NOT_APPROVED'],
      ['admin', channels.approve, { params: { slug: mine.slug } }, 409, 'CHANNEL_STATE'],
      ['admin', users.unblock, { params: { id: viewer.id }, body: {} }, 409, 'USER_STATE'],
      ['admin', account.requestDeletion, { body: { password: factoryPassword } }, 409, 'LAST_ADMIN'],
    ]
    for (const [as, endpoint, input, status, code] of refusals) {
      const reply = await t.call(endpoint, { ...input, as: tokens[as] })
      expect([endpoint.path, reply.status, (reply.body as { code?: string }).code]).toEqual([endpoint.path, status, code])
      expect((await t.call(account.me, { as: tokens[as] })).status).toBe(200)
    }
    // The three that do say 'no session' or 'never for this role'.
    expect((await t.call(auth.login, { body: { user: viewer.email, password: 'Wrong123$' } })).status).toBe(401)
    expect((await t.call(account.me, {})).status).toBe(401)
    expect((await t.call(users.list, { as: tokens.producer, query: {} })).status).toBe(403)
  })
})
