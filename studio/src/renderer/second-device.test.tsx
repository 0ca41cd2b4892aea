import type { Broadcast, Feed } from '@e-events/shared/contract/live/broadcasts.ts'
import type { FeedState } from '@e-events/shared/domain/states.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import axe from 'axe-core'
import { act } from 'react'
import { describe, expect, it } from 'vitest'
import { feedIdOf } from '@e-events/shared/rtc/testing/fakes.ts'
import { fakeBroadcast } from '../testing/fakes.ts'
import { fakeStudio, type FakeStudio } from '../testing/fake-studio.ts'
import { fakeApi, fakeSession } from '@e-events/shared/client/testing/fake-api.ts'
import { fakeMyData, fakeProductDetail, renderApp } from '../testing/render-app.tsx'

const feed = (key: string, label: string, state: FeedState, over: Partial<Feed> = {}): Feed => ({
  id: feedIdOf(key.length),
  key,
  kind: 'camera',
  label,
  language: 'es',
  ordinal: 0,
  state,
  since: new Date(Date.now() - 42_000).toISOString(),
  hasAudio: true,
  hasVideo: true,
  rungs: [],
  ...over,
})

/** The desk of a product whose show runs, opened on a device that does not send it. */
async function secondDevice(feeds: Feed[], studio: FakeStudio = fakeStudio(), known = { running: true }) {
  const show: { now: Broadcast } = { now: fakeBroadcast() }
  show.now = { ...show.now, state: feeds.some(({ state }) => state === 'live') ? 'on_air' : 'interrupted', feeds }
  const running = !known.running
    ? {}
    : { broadcast: { state: show.now.state, startedAt: show.now.startedAt }, goLiveRefusal: 'BROADCAST_STATE' }
  const api = fakeApi({
    'POST /auth/refresh': { status: 200, body: fakeSession() },
    'GET /me': { status: 200, body: fakeMyData() },
    'GET /account/products/show': { status: 200, body: fakeProductDetail(running) },
    'GET /broadcasts/show': () => ({ status: 200, body: show.now }),
  })
  const app = await renderApp({ api, studio, hash: '#/desk/show' })
  await screen.findByRole('heading', { level: 1, name: 'Night of tests' })
  const row = (name: string) => screen.findByRole('listitem', { name })
  return { ...app, studio, show, row, user: userEvent.setup({ delay: null }) }
}

const backOnAir = () => screen.getAllByRole('button', { name: 'Back on air' })[0]!
const question = 'Camera 1” is being sent from another device. Move it here?'

describe('back on air is refused', () => {
  it('without a source: it asks for one first', async () => {
    const { user, studio } = await secondDevice([feed('a', 'Camera 1', 'interrupted')])
    await user.click(backOnAir())
    const dialog = await screen.findByRole('dialog', { name: 'Plug in a source first' })
    expect(studio.calls).toEqual([])
    expect(screen.queryByTestId('air-frame')).toBeNull()
    await user.click(within(dialog).getByRole('button', { name: 'Add a camera' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(backOnAir())
    expect(studio.calls).toEqual(['enter [{"key":"camera-1","claim":"lost"}]'])
  })

  it('where another device sends, until the organizer says so', async () => {
    const { user, studio } = await secondDevice([feed('a', 'Camera 1', 'live')])
    await user.click(screen.getByRole('button', { name: 'Add a camera' }))
    await screen.findByRole('listitem', { name: 'Camera 1' })
    await user.click(backOnAir())
    const dialog = await screen.findByRole('dialog', { name: new RegExp(question) })
    expect(studio.calls).toEqual([])
    await user.click(within(dialog).getByRole('button', { name: 'Leave it there' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(studio.calls).toEqual([])
  })
})

it('a start that is refused because the show runs elsewhere becomes the offer', async () => {
  const { studio, row, show } = await secondDevice([feed('a', 'Camera 1', 'interrupted')], fakeStudio(), { running: false })
  expect(show.now.state).toBe('interrupted')
  expect(screen.queryByRole('button', { name: 'Back on air' })).toBeNull()
  act(() => studio.show({ refusal: { code: 'BROADCAST_STATE', message: null } }))
  expect(within(await row('Camera 1')).getByRole('button', { name: 'Continue Camera 1 here' })).toBeEnabled()
})

describe('a second device', () => {
  it('sees the feeds of the show, alive or lost and since when', async () => {
    const { row } = await secondDevice([feed('a', 'Camera 1', 'interrupted'), feed('s', 'Slides', 'live', { kind: 'screen' })])
    expect(within(await row('Camera 1')).getByText(/No signal for 0:4\d/)).toBeVisible()
    expect(within(await row('Slides')).getByText(/Sent from another device for 0:4\d/)).toBeVisible()
    expect(await screen.findByText(/This show is being sent from another device/)).toBeVisible()
  })

  it('takes a lost seat with one press that also plugs in the camera: the name and language of the feed stay', async () => {
    const { user, studio, row } = await secondDevice([feed('a', 'Stage left', 'interrupted')])
    expect(await screen.findByText(/This show is interrupted/)).toBeVisible()
    await user.click(within(await row('Stage left')).getByRole('button', { name: 'Continue Stage left here' }))
    await waitFor(() => expect(studio.calls).toEqual(['enter [{"key":"camera-1","claim":"lost"}]']))
    expect(studio.desk.get().feeds).toMatchObject([{ key: 'camera-1', seat: 'a', label: 'Stage left', language: 'es' }])
    expect(studio.desk.outputs().map(({ seat }) => seat)).toEqual(['a'])
  })

  it('chooses the source where several fit', async () => {
    const { user, studio, row } = await secondDevice([feed('a', 'Stage left', 'interrupted')])
    await user.click(screen.getByRole('button', { name: 'Add a camera' }))
    await user.click(screen.getByRole('button', { name: 'Add a source' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Stage camera' }))
    await user.click(within(await row('Stage left')).getByRole('button', { name: 'Continue Stage left here' }))
    const menu = await screen.findByRole('menu', { name: 'Continue Stage left with' })
    expect(studio.calls).toEqual([])
    await user.click(within(menu).getByRole('menuitem', { name: 'Camera 2' }))
    expect(studio.calls).toEqual(['enter [{"key":"camera-2","claim":"lost"}]'])
  })

  it('moves a seat from a device that sends only after the question', async () => {
    const { user, studio, row } = await secondDevice([feed('a', 'Camera 1', 'live')])
    await user.click(screen.getByRole('button', { name: 'Add a camera' }))
    // Its own camera has another name: this one is taken.
    expect(studio.desk.get().feeds).toMatchObject([{ label: 'Camera 2' }])
    await user.click(within(await row('Camera 1')).getByRole('button', { name: 'Move Camera 1 here' }))
    const dialog = await screen.findByRole('dialog', { name: new RegExp(question) })
    expect(dialog).toHaveTextContent('The other device stops sending and is told')
    expect(studio.calls).toEqual([])
    await user.click(within(dialog).getByRole('button', { name: 'Move here' }))
    expect(studio.calls).toEqual(['enter [{"key":"camera-1","claim":"any"}]'])
  })

  it('may add its camera as a new feed instead', async () => {
    const { user, studio } = await secondDevice([feed('a', 'Camera 1', 'live')])
    await user.click(screen.getByRole('button', { name: 'Add a camera' }))
    await screen.findByRole('listitem', { name: 'Camera 1' })
    await user.click(backOnAir())
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Add as a new feed' }))
    expect(studio.calls).toEqual(['enter [{"key":"camera-1","claim":"own"}]'])
    expect(studio.desk.outputs().map(({ seat }) => seat)).toEqual(['camera-1'])
  })

  it('asks when the seat turned out to be sent after all', async () => {
    const { user, studio } = await secondDevice([feed('a', 'Camera 1', 'interrupted')])
    await user.click(await screen.findByRole('button', { name: 'Continue Camera 1 here' }))
    await waitFor(() => expect(studio.calls).toHaveLength(1))
    act(() => studio.show({ contested: 'camera-1', feeds: { 'camera-1': { state: 'elsewhere' } }, taken: 'device' }))
    await user.click(within(await screen.findByRole('dialog', { name: new RegExp(question) })).getByRole('button', { name: 'Move here' }))
    expect(studio.calls.at(-1)).toBe('enter [{"key":"camera-1","claim":"any"}]')
  })

  it('has no accessibility violation, with the offer and with the question', async () => {
    const { user, container, row } = await secondDevice([feed('a', 'Camera 1', 'live'), feed('b', 'Camera 2', 'interrupted')])
    await row('Camera 1')
    const check = async (node: Element) =>
      (await axe.run(node, { resultTypes: ['violations'], rules: { 'color-contrast': { enabled: false } } })).violations.map(
        (one) => `${one.id}: ${one.nodes[0]?.html}`,
      )
    expect(await check(container)).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Add a camera' }))
    await user.click(screen.getByRole('button', { name: 'Move Camera 1 here' }))
    expect(await check(await screen.findByRole('dialog'))).toEqual([])
  })
})

describe('the first device', () => {
  it('is told that one feed goes on elsewhere and keeps the others', async () => {
    const { user, studio } = await secondDevice([feed('camera-1', 'Camera 1', 'live'), feed('screen-2', 'Screen', 'live')])
    await user.click(screen.getByRole('button', { name: 'Add a camera' }))
    act(() => studio.desk.describe('camera-1', { label: 'Camera 1' }))
    act(() =>
      studio.show({
        phase: 'on_air',
        broadcast: fakeBroadcast(),
        feeds: { 'camera-1': { state: 'elsewhere' }, 'screen-2': { state: 'live', feedId: feedIdOf(2) } },
      }),
    )
    expect(screen.getByText(/Camera 1” now goes out from another device. Everything else still goes out from here/)).toBeVisible()
    expect(screen.getAllByText('Sent from another device')).toHaveLength(2)
    expect(screen.getByTestId('air-frame')).toHaveStyle({ borderStyle: 'solid' })
  })

  it('keeps what it was told, and its cameras, when the language changes', async () => {
    const { user, studio } = await secondDevice([feed('camera-1', 'Camera 1', 'live')])
    await user.click(screen.getByRole('button', { name: 'Add a camera' }))
    act(() => studio.show({ phase: 'idle', taken: 'device', feeds: { 'camera-1': { state: 'elsewhere' } } }))
    await user.click(screen.getByRole('button', { name: 'Language' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Español' }))
    expect(await screen.findByText(/Aquí ya no se envía nada/)).toBeVisible()
    expect(studio.calls).not.toContain('close')
    await user.click(screen.getByRole('button', { name: 'Idioma' }))
    await user.click(await screen.findByRole('menuitem', { name: 'English' }))
    expect(await screen.findByText(/Nothing is sent from here any more/)).toBeVisible()
  })

  it('is off air when its last feed went, and may ask for it back', async () => {
    const { user, studio } = await secondDevice([feed('camera-1', 'Camera 1', 'live')])
    await user.click(screen.getByRole('button', { name: 'Add a camera' }))
    act(() => studio.desk.describe('camera-1', { label: 'Camera 1' }))
    act(() => studio.show({ phase: 'idle', taken: 'device', feeds: { 'camera-1': { state: 'elsewhere' } } }))
    expect(screen.getByText(/Nothing is sent from here any more/)).toBeVisible()
    expect(screen.queryByTestId('air-frame')).toBeNull()
    await user.click(await screen.findByRole('button', { name: 'Move Camera 1 here' }))
    const dialog = await screen.findByRole('dialog', { name: new RegExp(question) })
    expect(within(dialog).queryByRole('button', { name: 'Add as a new feed' })).toBeNull()
    await user.click(within(dialog).getByRole('button', { name: 'Move here' }))
    expect(studio.calls).toEqual(['enter [{"key":"camera-1","claim":"any"}]'])
    expect(studio.desk.get().feeds).toMatchObject([{ key: 'camera-1', seat: null }])
  })
})
