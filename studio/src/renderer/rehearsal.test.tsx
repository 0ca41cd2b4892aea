import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { act } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { feedIdOf } from '@e-events/shared/rtc/testing/fakes.ts'
import { fakeBroadcast } from '../testing/fakes.ts'
import { fakeStudio, type FakeStudio } from '../testing/fake-studio.ts'
import { fakeApi, fakeSession, type Answers } from '@e-events/shared/client/testing/fake-api.ts'
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

describe('a rehearsal', () => {
  it('is a rehearsal where that is chosen: no session, no recording, no sale, and its price', async () => {
    const { user, studio } = await atDesk({ 'GET /account/products/show': product({ goLiveRefusal: 'BROADCAST_NO_SESSION' }) })
    await user.click(screen.getByRole('button', { name: 'Add a camera' }))
    await user.click(goLive())
    const dialog = await screen.findByRole('dialog', { name: 'Before you go live' })
    expect(within(dialog).getByRole('button', { name: 'Go live in 3, 2, 1' })).toBeDisabled()
    await user.click(within(dialog).getByRole('button', { name: 'Rehearsal' }))
    const begin = within(dialog).getByRole('button', { name: 'Start the rehearsal in 3, 2, 1' })
    await waitFor(() => expect(begin).toBeEnabled())
    expect(within(dialog).queryByRole('switch')).toBeNull()
    expect(dialog).toHaveTextContent('The first 60 minutes are free')
    expect(dialog).toHaveTextContent('€5.00')
    vi.useFakeTimers({ shouldAdvanceTime: true })
    try {
      await user.click(begin)
      for (let second = 0; second < 3; second += 1) await act(() => vi.advanceTimersByTimeAsync(1_000))
    } finally {
      vi.useRealTimers()
    }
    expect(studio.calls).toEqual(['goLive {"kind":"rehearsal","recording":false}'])
  })

  it('shows a rehearsal as one, with the link to it', async () => {
    const { studio } = await atDesk()
    const broadcast = { ...fakeBroadcast(), kind: 'rehearsal' as const, sessionId: null, rehearsalKey: 'AAAAAAAAAAAAAAAAAAAAAA' }
    act(() => studio.show({ phase: 'on_air', broadcast, viewers: 0, feeds: sending }))
    expect(status()).toHaveTextContent('REHEARSAL')
    expect(status()).not.toHaveTextContent('watching')
    expect(screen.getAllByRole('button', { name: 'End the rehearsal' })[0]).toBeEnabled()
    expect(await screen.findByRole('textbox', { name: 'Link to the rehearsal', hidden: true })).toHaveValue(
      'https://events.example.org/rehearsals/AAAAAAAAAAAAAAAAAAAAAA',
    )
  })
})
