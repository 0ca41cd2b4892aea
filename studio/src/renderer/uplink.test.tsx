import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { uplinkKey } from './lib/use-uplink.ts'
import { fakeBroadcast } from '../testing/fakes.ts'
import { fakeStudio } from '../testing/fake-studio.ts'
import { fakeApi, fakeMyData, fakeProductDetail, fakeSession, renderApp, type Answers } from '../testing/render-app.tsx'

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
    async knowsUplink(bps: number) {
      await expect.poll(() => services.queries.isFetching({ queryKey: uplinkKey })).toBe(0)
      services.queries.setQueryData(uplinkKey, bps)
    },
    addCamera: () => user.click(screen.getByRole('button', { name: 'Add a camera' })),
    async check() {
      await user.click(screen.getAllByRole('button', { name: 'Go live' })[0]!)
      const dialog = await screen.findByRole('dialog', { name: 'Before you go live' })
      return within(dialog).getByRole('listitem', { name: 'Upload' })
    },
  }
}

it('the upload is measured when the desk opens, and compared with what the feeds need [LIVE-012]', async () => {
  const { measured, knowsUplink, addCamera, check } = await atDesk()
  await expect.poll(measured).toBeGreaterThan(2)
  await knowsUplink(7_000_000)
  await addCamera()
  const row = await check()
  expect(row).toHaveTextContent('7.0 Mb/s; your feeds need 5.0 Mb/s')
  expect(row).toHaveAttribute('data-state', 'good')
})

it('feeds that need more than there is are told, and measuring again is one press', async () => {
  const { measured, knowsUplink, addCamera, check, user } = await atDesk()
  await expect.poll(measured).toBeGreaterThan(2)
  await knowsUplink(2_000_000)
  await addCamera()
  const row = await check()
  expect(row).toHaveTextContent('Your feeds need 2.8 Mb/s and the upload gives 2.0 Mb/s: lower the quality of one.')
  expect(row).toHaveAttribute('data-state', 'weak')
  const before = measured()
  await user.click(within(row).getByRole('button', { name: 'Measure again' }))
  await expect.poll(() => row.getAttribute('data-state')).toBe('good')
  expect(measured()).toBeGreaterThan(before)
})

it('a new camera is sent at what the upload carries beside the others; nobody is asked where it is not known', async () => {
  const { studio, knowsUplink, addCamera, check } = await atDesk({
    [path]: { status: 404, body: { code: 'NOT_FOUND', message: '', requestId: 'r' } },
  })
  const presets = () => studio.desk.get().feeds.map(({ preset }) => preset)
  await addCamera()
  await expect.poll(presets).toEqual(['720p'])
  const row = await check()
  expect(row).toHaveTextContent('It could not be measured')
  expect(row).toHaveAttribute('data-state', 'weak')
  await knowsUplink(8_000_000)
  await expect.poll(() => row.textContent).toContain('8.0 Mb/s')
})

it('a new camera is sent at 1080p from 5 Mb/s on', async () => {
  const { studio, measured, knowsUplink, addCamera } = await atDesk()
  await expect.poll(measured).toBeGreaterThan(2)
  await knowsUplink(5_000_000)
  await addCamera()
  await expect.poll(() => studio.desk.get().feeds.map(({ preset }) => preset)).toEqual(['1080p'])
})

it('nothing is measured beside a show that runs', async () => {
  const { measured } = await atDesk({ [path]: received }, { broadcast: fakeBroadcast() })
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(measured()).toBe(0)
})
