import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { uplinkKey } from './lib/use-uplink.ts'
import { fakeBroadcast } from '../testing/fakes.ts'
import { fakeStudio } from '../testing/fake-studio.ts'
import { fakeApi, fakeSession, type Answers } from '@e-events/shared/client/testing/fake-api.ts'
import { fakeMyData, fakeProductDetail, renderApp } from '../testing/render-app.tsx'

const path = 'POST /uplink-checks'
const received = { status: 200, body: { receivedBytes: 1 } }

async function atDesk(answers: Answers = { [path]: received }, over = {}) {
  const api = fakeApi({
    'POST /auth/refresh': { status: 200, body: fakeSession() },
    'GET /me': { status: 200, body: fakeMyData() },
    'GET /account/products/show': { status: 200, body: fakeProductDetail(over) },
    ...answers,
  })
  const studio = fakeStudio()
  const { services } = await renderApp({ api, studio, hash: '#/desk/show' })
  await screen.findByRole('heading', { level: 1, name: 'Night of tests' })
  const measured = () => api.calls.filter(({ key }) => key === path).length
  const user = userEvent.setup({ delay: null })
  return {
    studio,
    user,
    measured,
    isMeasured: () => expect.poll(() => services.queries.getQueryState(uplinkKey)?.status).not.toBe('pending'),
    knowsUplink: (bps: number) => services.queries.setQueryData(uplinkKey, bps),
    addCamera: () => user.click(screen.getByRole('button', { name: 'Add a camera' })),
    async check() {
      await user.click(screen.getAllByRole('button', { name: 'Go live' })[0]!)
      const dialog = await screen.findByRole('dialog', { name: 'Before you go live' })
      return within(dialog).getByRole('listitem', { name: 'Upload' })
    },
  }
}

/** A line whose bodies take their time, by a clock of its own. */
function line(bps: number): Answers {
  let lateMs = 0
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + lateMs)
  return {
    [path]: (body) => {
      lateMs += 30 + ((body as Uint8Array).length * 8 * 1000) / bps
      return received
    },
  }
}
afterEach(() => vi.restoreAllMocks())

it.each([
  [12_000_000, '1080p', /^1[12]\.\d Mb\/s; your feeds need at least 5\.0 Mb\/s$/, 'good'],
  [4_000_000, '720p', /^[34]\.\d Mb\/s; your feeds need at least 2\.8 Mb\/s$/, 'good'],
  [2_000_000, '720p', /^Your feeds need at least 2\.8 Mb\/s and the upload gives [12]\.\d Mb\/s: lower the quality of one\.$/, 'weak'],
] as const)('a line of %i b/s is measured when the desk opens, and picks %s [LIVE-012]', async (bps, preset, words, state) => {
  const { studio, isMeasured, addCamera, check } = await atDesk(line(bps))
  await isMeasured()
  await addCamera()
  await expect.poll(() => studio.desk.get().feeds.map((feed) => feed.preset)).toEqual([preset])
  const row = await check()
  expect(within(row).getByText(words)).toBeVisible()
  expect(row).toHaveAttribute('data-state', state)
})

it('below 1 Mb/s even one small feed is warned about [LIVE-012]', async () => {
  const { studio, isMeasured, addCamera, check } = await atDesk(line(900_000))
  await isMeasured()
  await addCamera()
  const [feed] = studio.desk.get().feeds
  await act(() => studio.desk.change(feed!.key, { preset: '360p' }))
  const row = await check()
  expect(row).toHaveAttribute('data-state', 'weak')
})

it('measuring again is one press', async () => {
  const { measured, isMeasured, knowsUplink, check, user } = await atDesk()
  await isMeasured()
  knowsUplink(400_000)
  const row = await check()
  expect(row).toHaveAttribute('data-state', 'weak')
  const before = measured()
  await user.click(within(row).getByRole('button', { name: 'Measure again' }))
  await expect.poll(() => row.getAttribute('data-state')).toBe('good')
  expect(measured()).toBeGreaterThan(before)
})

it('a camera is sent at what is usual where nothing could be measured, and the check says so', async () => {
  const refused = { status: 404, body: { code: 'NOT_FOUND', message: '', requestId: 'r' } }
  const { studio, isMeasured, addCamera, check } = await atDesk({ [path]: refused })
  await isMeasured()
  await addCamera()
  await expect.poll(() => studio.desk.get().feeds.map((feed) => feed.preset)).toEqual(['720p'])
  const row = await check()
  expect(row).toHaveTextContent('It could not be measured')
  expect(row).toHaveAttribute('data-state', 'weak')
})

it('nothing is measured beside a show that runs', async () => {
  const { measured } = await atDesk({ [path]: received }, { broadcast: fakeBroadcast() })
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(measured()).toBe(0)
})
