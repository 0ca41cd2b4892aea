import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { call, logIn, startShow } from '../support/api-calls.ts'
import { expect, test } from '../support/e2e.ts'
import { addShow } from '../support/people.ts'
import { knock } from '../support/signalling.ts'
import { startStack, type Stack } from '../support/stack.ts'

// The same platform with half an hour cut to seconds by its own options: everything behind the clock is real.
test.describe('idle cutoff', () => {
  let stack: Stack
  test.beforeAll(async () => {
    test.setTimeout(120_000)
    const logDir = path.join(fileURLToPath(new URL('../../test-results', import.meta.url)), 'services-idle')
    stack = await startStack({ logDir, env: { SFU_IDLE_CUTOFF_MS: '3000', SFU_IDLE_WARNING_MS: '1500' } })
  })
  test.afterAll(() => stack.stop())

  test('a show without media is warned, closed with its reason, and may start again in its session [CARD-005, LIVE-006]', async () => {
    const show = await addShow(stack, { sessions: [{ fromMin: -5, toMin: 60 }] })
    const { slug } = show.product
    const token = await logIn(stack, show.organizer)
    const started = await startShow(stack, slug, { token })
    const { peer } = await knock(stack, { token: started.body.grant.token })
    if (!peer) throw new Error('the organizer is not let in')
    expect((await peer.send({ method: 'join', data: {} })).ok).toBe(true)
    await expect.poll(() => peer.notifications.map((one) => one.method)).toContain('idleWarning')
    await expect.poll(() => peer.notifications.find((one) => one.method === 'broadcastClosed')?.data).toEqual({ reason: 'idle' })
    await expect
      .poll(async () => (await call(stack, `GET /broadcasts/${slug}`, { token })).body)
      .toMatchObject({ state: 'ended', endReason: 'idle' })
    await expect.poll(() => peer.isConnected()).toBe(false)
    const again = await startShow(stack, slug, { token })
    expect(again).toMatchObject({ status: 200, body: { broadcast: { state: 'on_air' } } })
    expect(again.body.broadcast.id).not.toBe(started.body.broadcast.id)
  })
})
