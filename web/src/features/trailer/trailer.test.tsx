import { playback } from '@e-events/shared/contract/playback.ts'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { axeViolations } from '../../testing/axe.ts'
import { createFakeApi, Refusal, type FakeApi } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { TrailerPlayer } from './components/trailer-player.tsx'

let api: FakeApi
beforeEach(() => {
  api = createFakeApi()
})
const show = () => renderApp({ at: '/', api, language: 'en', part: <TrailerPlayer slug="apolo" posterUrl="/poster.jpg" title="Apolo" /> })

describe('the trailer', () => {
  it('asks for nothing before somebody wants to see it, then plays for a visitor [VID-009]', async () => {
    api.on(playback.trailer, () => ({
      masterUrl: '/media/t/vod/x/master.m3u8',
      posterUrl: null,
      seekPreviewsUrl: null,
      durationMs: 30_000,
      tokenExpiresAt: new Date().toISOString(),
    }))
    const { user, container } = await show()
    const press = await screen.findByRole('button', { name: 'Watch the trailer' })
    expect(api.countOf(playback.trailer)).toBe(0)
    expect(await axeViolations(container)).toEqual([])
    await user.click(press)
    // jsdom cannot play: what is shown then is the failure with its way out, or the element that would play.
    await waitFor(() => expect(container.querySelector('video') ?? screen.queryByRole('alert')).not.toBeNull())
    expect(api.countOf(playback.trailer)).toBe(1)
    expect(api.calls.find((call) => call.endpoint === playback.trailer)?.token).toBeUndefined()
  })

  it('that is not there says so and can be asked for again', async () => {
    api.on(playback.trailer, () => {
      throw new Refusal('NOT_FOUND')
    })
    const { user } = await show()
    await user.click(await screen.findByRole('button', { name: 'Watch the trailer' }))
    expect((await screen.findByRole('alert')).textContent).toBe('The trailer cannot be played right now')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(api.countOf(playback.trailer)).toBe(2))
  })
})
