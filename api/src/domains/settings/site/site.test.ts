import { site } from '@e-events/shared/contract/settings/site.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

let t: TestApi
beforeAll(async () => {
  t = await createTestApi({
    env: { SUPPORT_EMAIL: 'ayuda@example.test', OPERATOR_NAME: 'Faro Eventos S. L.', OPERATOR_TAX_ID: 'B00000000' },
  })
})
afterAll(() => t.stop())

describe('who runs this site', () => {
  it('is told to everybody, and what was not configured is null [UX-051]', async () => {
    const reply = await t.call(site.info).expect(200)
    expect(reply.body).toEqual({
      supportEmail: 'ayuda@example.test',
      leastStudioVersion: expect.stringMatching(/^\d+\.\d+\.\d+$/) as string,
      operator: { name: 'Faro Eventos S. L.', taxId: 'B00000000', address: null, registry: null, dataProtectionEmail: null },
    })
  })

  it('takes the support address of the site settings before that of the environment [UX-051]', async () => {
    await t.database.knex('site_config').update({ support_email: 'hola@example.test' })
    const reply = await t.call(site.info).expect(200)
    expect(reply.body).toMatchObject({ supportEmail: 'hola@example.test' })
  })
})
