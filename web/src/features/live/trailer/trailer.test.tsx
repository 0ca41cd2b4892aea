import { playback } from '@e-events/shared/contract/live/playback.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { axeViolations } from '../../../testing/axe.ts'
import { createFakeApi, Refusal, type FakeApi } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { TrailerPlayer } from './components/trailer-player.tsx'

let api: FakeApi
beforeEach(() => {
  api = createFakeApi()
  // A browser that plays HLS by itself, as Safari on a phone does.
  vi.spyOn(HTMLMediaElement.prototype, 'canPlayType').mockReturnValue('maybe')
})
afterEach(() => void vi.restoreAllMocks())
const stored = () => ({
  masterUrl: '/media/t/vod/x/master.m3u8',
  posterUrl: null,
  seekPreviewsUrl: null,
  durationMs: 30_000,
  tokenExpiresAt: new Date().toISOString(),
})
const show = () => renderApp({ at: '/', api, language: 'en', part: <TrailerPlayer slug="apolo" posterUrl="/poster.jpg" title="Apolo" /> })

describe('the trailer', () => {
  it('asks for nothing before somebody wants to see it, then plays for a visitor [VID-009]', async () => {
    api.on(playback.trailer, stored)
    const { user, container } = await show()
    const press = await screen.findByRole('button', { name: 'Watch the trailer' })
    expect(api.countOf(playback.trailer)).toBe(0)
    expect(await axeViolations(container)).toEqual([])
    await user.click(press)
    const video = await screen.findByLabelText<HTMLVideoElement>('Trailer of Apolo', { selector: 'video' })
    expect(video.controls).toBe(true)
    await waitFor(() => expect(video.getAttribute('src')).toBe('/media/t/vod/x/master.m3u8'))
    expect(api.countOf(playback.trailer)).toBe(1)
    expect(api.calls.find((call) => call.endpoint === playback.trailer)?.token).toBeUndefined()
  })

  it('that breaks while it plays says so and can be asked for again', async () => {
    api.on(playback.trailer, stored)
    const { user } = await show()
    await user.click(await screen.findByRole('button', { name: 'Watch the trailer' }))
    const video = await screen.findByLabelText('Trailer of Apolo', { selector: 'video' })
    await waitFor(() => expect(video.hasAttribute('src')).toBe(true))
    fireEvent.error(video)
    expect((await screen.findByRole('alert')).textContent).toBe('The trailer cannot be played right now')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByLabelText('Trailer of Apolo', { selector: 'video' })
    expect(api.countOf(playback.trailer)).toBe(2)
  })

  it('that cannot be played at all, neither by the browser nor by us, says so', async () => {
    vi.spyOn(HTMLMediaElement.prototype, 'canPlayType').mockReturnValue('')
    api.on(playback.trailer, stored)
    const { user, container } = await show()
    await user.click(await screen.findByRole('button', { name: 'Watch the trailer' }))
    expect((await screen.findByRole('alert')).textContent).toBe('The trailer cannot be played right now')
    expect(container.querySelector('video')).toBeNull()
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
