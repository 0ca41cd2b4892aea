import { broadcasts } from '@e-events/shared/contract/live/broadcasts.ts'
import { limits } from '@e-events/shared/limits.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

let t: TestApi
let as: string
beforeAll(async () => {
  t = await createTestApi()
  as = await t.tokenOf(await t.factories.producer())
})
afterAll(() => t.stop())

const send = (length: number, options: { as?: string; contentType?: string } = { as }) =>
  t.call(broadcasts.checkUplink, {
    ...(options.as === undefined ? {} : { as: options.as }),
    upload: { contentType: options.contentType ?? 'application/octet-stream', bytes: new Uint8Array(length) },
  })

it('counts the bytes of an organizer, none of another type and no more than agreed', async () => {
  expect(await send(0)).toMatchObject({ status: 200, body: { receivedBytes: 0 } })
  expect(await send(limits.uplinkCheckBytes)).toMatchObject({ status: 200, body: { receivedBytes: limits.uplinkCheckBytes } })
  expect(await send(limits.uplinkCheckBytes + 1)).toMatchObject({ status: 413, body: { code: 'PAYLOAD_TOO_LARGE' } })
  expect(await send(10, { as, contentType: 'text/plain' })).toMatchObject({ status: 415 })
})

it('is nothing for strangers and viewers', async () => {
  expect(await send(10, {})).toMatchObject({ status: 401 })
  const viewer = await t.tokenOf(await t.factories.user())
  expect(await send(10, { as: viewer })).toMatchObject({ status: 403, body: { code: 'FORBIDDEN_ROLE' } })
})
