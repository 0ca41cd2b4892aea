import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import axe from 'axe-core'
import { act } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { idleAir } from '../broadcast/air-state.ts'
import { CaptureError } from '@e-events/shared/rtc/capture-error.ts'
import { feedIdOf } from '@e-events/shared/rtc/testing/fakes.ts'
import { fakeBroadcast } from '../testing/fakes.ts'
import { fakeStudio, type FakeStudio } from '../testing/fake-studio.ts'
import { fakeApi, fakeSession, refusal, type Answers } from '@e-events/shared/client/testing/fake-api.ts'
import { fakeMyData, fakeProductDetail, renderApp } from '../testing/render-app.tsx'

const product = (over = {}) => ({ status: 200, body: fakeProductDetail(over) })
async function atDesk(over: Answers = {}, studio: FakeStudio = fakeStudio()) {
  const api = fakeApi({
    'POST /auth/refresh': { status: 200, body: fakeSession() },
    'GET /me': { status: 200, body: fakeMyData() },
    'GET /account/products/show': product(),
    ...over,
  })
  const app = await renderApp({ api, studio, hash: '#/desk/show' })
  await screen.findByRole('heading', { level: 1, name: 'Night of tests' })
  return { ...app, api, studio, user: userEvent.setup({ delay: null }) }
}
/** One feed of this window arrives at the media server. */
const sending = { 'camera-1': { state: 'live', feedId: feedIdOf(1) } } as const
const goLive = () => screen.getAllByRole('button', { name: 'Go live' })[0]!
const status = () => screen.getByRole('status', { name: 'State of the show' })

const recordingOf = ({ id, productId, startedAt }: ReturnType<typeof fakeBroadcast>) => ({
  id: productId,
  broadcastId: id,
  productSlug: 'show',
  title: 'Night of tests',
  startedAt,
  sizeBytes: 1,
  isCharged: true,
  onDemand: null,
})

describe('the desk refuses', () => {
  it('to go live without a picture', async () => {
    const { user, studio } = await atDesk()
    await user.click(goLive())
    const dialog = await screen.findByRole('dialog', { name: 'Before you go live' })
    expect(within(dialog).getByText('Add a camera or a screen first.')).toBeVisible()
    expect(within(dialog).getByRole('button', { name: 'Go live in 3, 2, 1' })).toBeDisabled()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(studio.calls).toEqual([])
  })

  it('to go live far from a session, and says when', async () => {
    const { user } = await atDesk({ 'GET /account/products/show': product({ goLiveRefusal: 'BROADCAST_NO_SESSION' }) })
    await user.click(screen.getByRole('button', { name: 'Add a camera' }))
    await user.click(goLive())
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText(/60 minutes before/)).toBeVisible()
    expect(within(dialog).getByRole('button', { name: 'Go live in 3, 2, 1' })).toBeDisabled()
  })

  it('nothing, and takes a picture away by a quiet button; the one that gives it back is bright', async () => {
    const { user } = await atDesk()
    await user.click(screen.getByRole('button', { name: 'Add a camera' }))
    const off = await screen.findByRole('button', { name: 'Picture off' })
    expect(off.className).not.toContain('contained')
    await user.click(off)
    expect((await screen.findByRole('button', { name: 'Picture on' })).className).toContain('contained')
  })

  it('a camera that the organizer does not allow, in words', async () => {
    const studio = fakeStudio({ capture: { camera: () => Promise.reject(new CaptureError('denied')) } })
    const { user } = await atDesk({}, studio)
    await user.click(screen.getByRole('button', { name: 'Add a camera' }))
    expect(await screen.findByText(/Access to the camera was refused/)).toBeVisible()
    expect(screen.getByText('Plug in your first source')).toBeVisible()
  })

  it('a product that is not there', async () => {
    const api = fakeApi({ 'POST /auth/refresh': { status: 200, body: fakeSession() } })
    await renderApp({ api, studio: fakeStudio(), hash: '#/desk/show' })
    expect(await screen.findByText('The desk could not be opened')).toBeVisible()
    expect(screen.getByText('request-1')).toBeVisible()
  })
})

describe('going live', () => {
  it('is a check, a countdown and one call', async () => {
    const { user, studio } = await atDesk()
    await user.click(screen.getByRole('button', { name: 'Add a camera' }))
    await user.click(goLive())
    const dialog = await screen.findByRole('dialog', { name: 'Before you go live' })
    await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Go live in 3, 2, 1' })).toBeEnabled())
    await user.click(within(dialog).getByRole('switch'))
    vi.useFakeTimers({ shouldAdvanceTime: true })
    try {
      await user.click(within(dialog).getByRole('button', { name: 'Go live in 3, 2, 1' }))
      for (const left of ['3', '2', '1']) {
        expect(within(await screen.findByRole('dialog', { name: 'Going live' })).getByRole('timer')).toHaveTextContent(left)
        expect(studio.calls).toEqual([])
        await act(() => vi.advanceTimersByTimeAsync(1_000))
      }
    } finally {
      vi.useRealTimers()
    }
    expect(studio.calls).toEqual(['goLive {"recording":false,"plan":"usage"}'])
  })

  it('begins with the recording that the product asks for', async () => {
    const { user } = await atDesk({ 'GET /account/products/show': product({ recordsBroadcasts: false }) })
    await user.click(screen.getByRole('button', { name: 'Add a camera' }))
    await user.click(goLive())
    const recording = within(await screen.findByRole('dialog', { name: 'Before you go live' })).getByRole('switch')
    expect(recording).not.toBeChecked()
    await user.click(recording)
    expect(recording).toBeChecked()
  })

  it('is cancelled by Escape while it counts', async () => {
    const { user, studio } = await atDesk()
    await user.click(screen.getByRole('button', { name: 'Add a camera' }))
    await user.click(goLive())
    await waitFor(() => expect(screen.getByRole('button', { name: 'Go live in 3, 2, 1' })).toBeEnabled())
    await user.click(screen.getByRole('button', { name: 'Go live in 3, 2, 1' }))
    await screen.findByRole('dialog', { name: 'Going live' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(studio.calls).toEqual([])
  })

  it('shows each state on the button, the bar and the frame', async () => {
    const { studio } = await atDesk()
    const broadcast = { ...fakeBroadcast(), startedAt: new Date(Date.now() - 3_725_000).toISOString() }
    expect(status()).toHaveTextContent('Off air')
    expect(screen.queryByTestId('air-frame')).toBeNull()
    act(() => studio.show({ phase: 'starting' }))
    expect(screen.getAllByText('Going live…').length).toBeGreaterThan(0)
    act(() => studio.show({ phase: 'on_air', broadcast, viewers: 12_480, feeds: sending }))
    expect(status()).toHaveTextContent(/ON AIR01:02:0\d12,480 watching/)
    expect(screen.getAllByRole('button', { name: 'End the show' })[0]).toBeEnabled()
    expect(screen.getByTestId('air-frame')).toBeInTheDocument()
    act(() =>
      studio.show({ phase: 'reconnecting', reconnection: { cause: 'network', attempt: 3, sinceMs: 0, retryAtMs: Date.now() + 60_000 } }),
    )
    expect(status()).toHaveTextContent('RECONNECTING')
    expect(screen.getAllByRole('button', { name: /Reconnecting · \d+ s/ })[0]).toBeEnabled()
    expect(screen.getByText(/The show goes on, and the studio reconnects by itself/)).toBeVisible()
    act(() => studio.show({ phase: 'on_air', reconnection: null, feeds: {}, silentSinceMs: Date.now() - 12_000 }))
    expect(status()).toHaveTextContent(/INTERRUPTED00:00:1\d/)
    expect(screen.getByTestId('air-frame')).toHaveStyle({ borderStyle: 'dashed' })
    expect(screen.getByText(/You are sending nothing/)).toBeVisible()
    act(() => studio.show({ phase: 'ending' }))
    expect(status()).toHaveTextContent('ENDING')
  })

  it('after a crash goes back by itself into the show that this window left', async () => {
    const studio = fakeStudio({ leftOnAir: ['camera-1'] })
    await atDesk({ 'GET /broadcasts/show': { status: 200, body: fakeBroadcast() } }, studio)
    await waitFor(() => expect(studio.calls).toEqual(['resume ["camera-1"]']))
  })

  it('does not go back into a show that has ended meanwhile', async () => {
    const studio = fakeStudio({ leftOnAir: ['camera-1'] })
    const { api } = await atDesk({ 'GET /broadcasts/show': { status: 200, body: fakeBroadcast('ended', 'idle') } }, studio)
    await waitFor(() => expect(api.calls.map((call) => call.key)).toContain('GET /broadcasts/show'))
    expect(studio.calls).toEqual([])
  })
})

describe('on air', () => {
  it('M silences the show and brings it back, but not while a name is typed', async () => {
    const { user, studio } = await atDesk()
    await user.click(screen.getByRole('button', { name: 'Add a camera' }))
    await user.keyboard('m')
    expect(studio.desk.get().silenced).toBe(true)
    await user.keyboard('m')
    expect(studio.desk.get().silenced).toBe(false)
    await user.click(screen.getByRole('button', { name: 'Settings of Camera 1' }))
    const name = await screen.findByLabelText(/^Name/)
    await user.clear(name)
    await user.type(name, 'mama')
    expect(studio.desk.get().silenced).toBe(false)
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(studio.desk.get().feeds).toMatchObject([{ label: 'mama' }])
  })

  it('a new source waits for its own button', async () => {
    const { user, studio } = await atDesk()
    await user.click(screen.getByRole('button', { name: 'Add a camera' }))
    act(() => studio.show({ phase: 'on_air', broadcast: fakeBroadcast(), feeds: sending }))
    expect(screen.queryByRole('button', { name: 'Put on air' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Add a source' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Screen or window…' }))
    await user.click(await screen.findByRole('button', { name: 'Put on air' }))
    expect(studio.calls).toEqual(['putOnAir "screen-2"'])
  })

  it('warns of the idle cutoff five minutes before, and one press keeps the show [LIVE-006]', async () => {
    const { user, studio } = await atDesk()
    act(() => studio.show({ phase: 'on_air', broadcast: fakeBroadcast(), idleClosesAtMs: Date.now() + 29 * 60_000 }))
    expect(screen.queryByText(/No signal arrives/)).toBeNull()
    act(() => studio.show({ idleClosesAtMs: Date.now() + 4 * 60_000 }))
    expect(screen.getByText(/The show ends by itself in 0[34]:\d\d/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: "I'm here" }))
    expect(studio.calls).toEqual(['keepAlive'])
  })

  it('ending asks first and says what happens', async () => {
    const { user, studio } = await atDesk()
    act(() => studio.show({ phase: 'on_air', broadcast: fakeBroadcast(), viewers: 2 }))
    await user.click(screen.getAllByRole('button', { name: 'End the show' })[0]!)
    const dialog = await screen.findByRole('dialog', { name: 'End the show?' })
    expect(dialog).toHaveTextContent('The picture closes for 2 viewers.')
    expect(dialog).toHaveTextContent('The recording is ready at once.')
    await user.click(within(dialog).getByRole('button', { name: 'Stay on air' }))
    expect(studio.calls).toEqual([])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(screen.getAllByRole('button', { name: 'End the show' })[0]!)
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'End the show' }))
    expect(studio.calls).toEqual(['end'])
  })

  it('a session that runs out leaves the desk and asks to log in over it', async () => {
    const { services, studio } = await atDesk({ 'POST /auth/logout': { status: 204 } })
    act(() => studio.show({ phase: 'on_air', broadcast: fakeBroadcast(), feeds: sending }))
    await act(() => services.session.logout())
    expect(await screen.findByRole('dialog', { name: 'Log in again' })).toHaveTextContent('The show goes on')
    expect(screen.getByTestId('air-frame')).toBeInTheDocument()
  })

  it('a refused stop is said, in the words of the server', async () => {
    const { studio } = await atDesk()
    act(() => studio.show({ phase: 'on_air', broadcast: fakeBroadcast(), refusal: { code: 'INTERNAL', message: 'Not now.' } }))
    expect(screen.getByText('Not now.')).toBeVisible()
  })

  it('afterwards there is a summary with the recording', async () => {
    const ended = { ...fakeBroadcast('ended', 'organizer'), peakViewers: 13_106 }
    const recording = {
      ...recordingOf(ended),
      state: 'ready',
      durationMs: 5_395_000,
      files: [
        { feedId: ended.sessionId, label: 'Stage', state: 'ready', durationMs: 5_395_000, sizeBytes: 812_000_000, mp4Url: '/media/x.mp4' },
      ],
    }
    const { studio } = await atDesk({ 'GET /recordings': { status: 200, body: { items: [recording], nextCursor: null } } })
    act(() => studio.show({ phase: 'ended', broadcast: ended }))
    expect(await screen.findByRole('heading', { level: 1, name: 'The show has ended' })).toBeVisible()
    expect(screen.getByText('1:30:00')).toBeVisible()
    expect(screen.getByText('13,106')).toBeVisible()
    expect(await screen.findByText('MP4 · 1:29:55 · 812.0 MB')).toBeVisible()
    expect(screen.getByText('1:29:55')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Download Stage' })).toBeEnabled()
  })

  it('says why a recording is shorter than its show, and no length before it is ready', async () => {
    const ended = fakeBroadcast('ended', 'organizer')
    const recording = {
      ...recordingOf(ended),
      state: 'recording',
      durationMs: 2_400_000,
      files: [{ feedId: ended.sessionId, label: 'Stage', state: 'processing', durationMs: 2_400_000, sizeBytes: 0, mp4Url: null }],
    }
    let answer: object = recording
    const { studio } = await atDesk({ 'GET /recordings': () => ({ status: 200, body: { items: [answer], nextCursor: null } }) })
    act(() => studio.show({ phase: 'ended', broadcast: ended }))
    expect(await screen.findByText('Being closed')).toBeVisible()
    expect(screen.queryByText(/40:00/)).toBeNull()
    answer = { ...recording, state: 'ready', durationMs: 4_800_000 }
    expect(await screen.findByText('1:20:00, without the 10:00 in which nothing was sent', {}, { timeout: 5_000 })).toBeVisible()
  })
})

describe('costs of a show', () => {
  const euros = (minor: number) => ({ minor, currency: 'EUR' })
  const before = {
    isPrivate: false,
    includedMinutes: 90,
    quantity: 40,
    hourPrice: euros(45),
    recordingPrice: euros(4_900),
    balanceMinutes: 0,
    freeMinutes: 15,
    show: null,
  }

  it('are said before it begins, and the price of the recording only where it is recorded', async () => {
    const { user } = await atDesk({ 'GET /broadcasts/show/usage': { status: 200, body: before } })
    await user.click(screen.getByRole('button', { name: 'Add a camera' }))
    await user.click(goLive())
    const dialog = within(await screen.findByRole('dialog', { name: 'Before you go live' }))
    expect(await dialog.findByText(/90 minutes are included.*€0\.45 per paid ticket \(40 so far\)/)).toBeVisible()
    expect(dialog.getByText('It costs €49.00, and nothing once it is published as a video.')).toBeVisible()
    await user.click(dialog.getByRole('switch'))
    expect(dialog.queryByText(/€49\.00/)).toBeNull()
  })

  it('are in sight on air: time used, hours so far, the next hour with its price, the recording', async () => {
    const show = {
      endedAt: null,
      minutes: 100,
      hours: 1,
      charged: euros(1_800),
      next: { at: new Date(Date.now() + 50 * 60_000).toISOString(), amount: euros(1_800) },
      plan: 'usage',
      prepaidMinutes: 0,
      freeUntil: null,
      recording: euros(4_900),
    }
    const { studio } = await atDesk({ 'GET /broadcasts/show/usage': { status: 200, body: { ...before, show } } })
    expect(screen.queryByRole('region', { name: 'Costs of this show' })).toBeNull()
    act(() => studio.show({ phase: 'on_air', broadcast: fakeBroadcast() }))
    const costs = await screen.findByRole('region', { name: 'Costs of this show' })
    expect(costs).toHaveTextContent(
      /1 h 40 min used, 1 h 30 min included€18\.00 for hours so farnext hour at \d\d:\d\d: €18\.00recording €49\.00/,
    )
  })
})

describe('the plan of a show', () => {
  const euros = (minor: number) => ({ minor, currency: 'EUR' })
  const before = {
    isPrivate: false,
    includedMinutes: 90,
    quantity: 1,
    hourPrice: euros(45),
    recordingPrice: euros(4_900),
    balanceMinutes: 0,
    freeMinutes: 15,
    show: null,
  }
  const running = {
    endedAt: null,
    minutes: 0,
    hours: 0,
    charged: euros(0),
    next: null,
    plan: 'free',
    prepaidMinutes: 0,
    freeUntil: null,
    recording: null,
  }
  const path = 'GET /broadcasts/show/usage'

  it('is chosen before it begins: prepaid time where there is some, and the free option without a recording', async () => {
    const { user } = await atDesk({ [path]: { status: 200, body: before } })
    await user.click(screen.getByRole('button', { name: 'Add a camera' }))
    await user.click(goLive())
    const dialog = within(await screen.findByRole('dialog', { name: 'Before you go live' }))
    expect(await dialog.findAllByRole('radio')).toHaveLength(2)
    await user.click(dialog.getByRole('radio', { name: /^Free, 15 minutes/ }))
    expect(dialog.getByRole('switch')).toBeDisabled()
    expect(dialog.getByText('The free option is not recorded')).toBeVisible()
  })

  it('free counts down in sight and goes on with one press, without a break [LIVE-017]', async () => {
    const gone = { ...before, balanceMinutes: 60, show: { ...running, plan: 'usage', freeUntil: null } }
    const show = { ...running, freeUntil: new Date(Date.now() + 4 * 60_000).toISOString() }
    const { user, studio, api } = await atDesk({
      [path]: { status: 200, body: { ...before, balanceMinutes: 60, show } },
      'PUT /broadcasts/show/plan': { status: 200, body: gone },
    })
    act(() => studio.show({ phase: 'on_air', broadcast: fakeBroadcast() }))
    expect(await screen.findByRole('timer', { name: 'Time of the free option' })).toHaveTextContent(/The free option ends in [34]:\d\d\./)
    expect(screen.getByRole('button', { name: 'Go on with prepaid time' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Go on by use' }))
    await waitFor(() => expect(screen.queryByRole('timer', { name: 'Time of the free option' })).toBeNull())
    expect(api.calls.find(({ key }) => key === 'PUT /broadcasts/show/plan')?.body).toEqual({ plan: 'usage' })
    expect(studio.calls).toEqual([])
  })

  it('prepaid says early that the balance runs low, and that the show goes on', async () => {
    const show = { ...running, plan: 'prepaid', freeUntil: null, prepaidMinutes: 50 }
    const { studio } = await atDesk({ [path]: { status: 200, body: { ...before, balanceMinutes: 10, show } } })
    act(() => studio.show({ phase: 'on_air', broadcast: fakeBroadcast() }))
    expect(await screen.findByText(/^10 prepaid minutes are left: the show goes on/)).toBeVisible()
  })
})

describe('every state', () => {
  it.each([
    ['off air', {}],
    ['on air', { phase: 'on_air', broadcast: fakeBroadcast(), viewers: 5, feeds: sending }],
    ['interrupted', { phase: 'on_air', broadcast: fakeBroadcast(), silentSinceMs: 0 }],
    [
      'reconnecting',
      { phase: 'reconnecting', broadcast: fakeBroadcast(), reconnection: { cause: 'media', attempt: 0, sinceMs: 0, retryAtMs: null } },
    ],
    ['ended', { phase: 'ended', broadcast: fakeBroadcast('ended', 'idle') }],
  ] as const)('%s has no accessibility violation', async (_name, state) => {
    const { studio, container, user } = await atDesk({ 'GET /recordings': refusal('UNAVAILABLE', 503) })
    await user.click(screen.getByRole('button', { name: 'Add a camera' }))
    act(() => studio.show({ ...idleAir, ...state }))
    // jsdom paints nothing, so contrast is looked at in the browser.
    const { violations } = await axe.run(container, { resultTypes: ['violations'], rules: { 'color-contrast': { enabled: false } } })
    expect(violations.map((violation) => `${violation.id}: ${violation.nodes[0]?.html}`)).toEqual([])
  })
})
