import type { Knex } from 'knex'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { createFactories, type Factories } from '../testing/factories.ts'
import { minutesFromNow, outcomeOf, type RefusalCase } from '../testing/refusals.ts'

let database: TestDatabase
let knex: Knex
let make: Factories

beforeAll(async () => {
  database = await createTestDatabase({ poolMax: 20 })
  knex = database.knex
  make = createFactories(knex)
})
afterAll(() => database.drop())

describe('accounts', () => {
  it.each<RefusalCase>([
    [
      'an e-mail that differs in case only',
      'users_email_key',
      async () => {
        const { email } = await make.user()
        await make.user({ email: email.toUpperCase() })
      },
    ],
    ['an unknown role', 'users_roles_check', () => knex.raw("insert into users (email, roles) values ('a@b.c', '{OWNER}')")],
    ['a user without any role', 'users_roles_check', () => make.user({ roles: [] })],
    ['a link that is no web address', 'users_web_url_check', () => make.user({ web_url: 'javascript:alert(1)' })],
    [
      'two live refresh tokens in one family',
      'refresh_tokens_one_live',
      async () => {
        const { id: user_id } = await make.user()
        const [session] = await knex('user_sessions')
          .insert({ user_id, expires_at: minutesFromNow(60) })
          .returning('id')
        const token = (byte: number) => ({
          session_id: session?.id ?? '',
          token_hash: Buffer.alloc(32, byte),
          expires_at: minutesFromNow(60),
        })
        await knex('refresh_tokens').insert([token(1), token(2)])
      },
    ],
    [
      'a second pending role request',
      'role_requests_one_pending',
      async () => {
        const { id: user_id } = await make.user()
        await knex('role_requests').insert([{ user_id }, { user_id }])
      },
    ],
    ['a second row of site configuration', 'site_config_pkey', () => knex('site_config').insert({})],
    ['half a card terminal', 'payment_config_pos_complete', () => knex('payment_config').update({ pos_url: 'https://pos.test' })],
    [
      'an active platform subscription for nothing',
      'payment_config_subscription_price',
      () => knex('payment_config').update({ subscription_active: true }),
    ],
    [
      'an image above 8 MB',
      'files_image_size',
      () =>
        knex('files').insert({ purpose: 'image', storage_key: 'a', original_name: 'a.png', mime_type: 'image/png', size_bytes: 8_388_609 }),
    ],
    [
      'an image that is no JPEG and no PNG',
      'files_image_format',
      () => knex('files').insert({ purpose: 'image', storage_key: 'b', original_name: 'a.gif', mime_type: 'image/gif', size_bytes: 1 }),
    ],
    [
      'a video above 3 GB',
      'files_video_size',
      () =>
        knex('files').insert({
          purpose: 'video',
          storage_key: 'c',
          original_name: 'a.mp4',
          mime_type: 'video/mp4',
          size_bytes: 3_221_225_473,
        }),
    ],
  ])('refuse %s', async (_refusal, constraint, act) => {
    expect(await outcomeOf(act())).toBe(constraint)
  })

  it('free the e-mail of a deleted account for a new one', async () => {
    const { id, email } = await make.user()
    await knex('users').where({ id }).update({ deleted_at: new Date() })
    expect((await make.user({ email })).email).toBe(email)
  })

  it('keep the audit log and consents as they were written', async () => {
    await knex('audit_log').insert({ action: 'user.block', subject_type: 'user', subject_id: '1' })
    expect(await outcomeOf(knex('audit_log').delete())).toBe('audit_log_append_only')
    expect(await outcomeOf(knex('audit_log').update({ action: 'user.unblock' }))).toBe('audit_log_append_only')
  })
})
