import { screen, waitFor, within } from '@testing-library/react'
import { playback as playbackGroup, type DeferredLive, type Playback } from '@e-events/shared/contract/live/playback.ts'
import { products } from '@e-events/shared/contract/catalogue/products.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { productDetail, sessionUser } from '../../../testing/factories.ts'
import { createFakeApi } from '../../../testing/fake-api.ts'
import { playbackBase, playbackFeed, playbackMedia, playbackOnAir } from '../../../testing/playback-factories.ts'
import { renderApp } from '../../../testing/render-app.tsx'

const iso = (ms: number) => new Date(ms).toISOString()
const base = () => ({ ...playbackBase(), product: { ...playbackBase().product, type: 'live' } })

function onAir(deferred: Partial<DeferredLive> = {}): Playback {
  const startsAt = iso(Date.now() - 60_000)
  const media = playbackMedia([playbackFeed()])
  return {
    ...base(),
    state: 'on_air',
    startedAt: startsAt,
    media,
    deferred: { startsAt, durationMs: 3_600_000, isInStep: false, ...deferred },
  }
}

async function open(answer: () => Playback, search = '') {
  const api = createFakeApi()
  api.on(playbackGroup.get, answer)
  return renderApp({ at: `/player/noche-de-faro${search}`, api, user: sessionUser() })
}

/** Makes the media element report these facts, as a browser would. */
const says = (video: HTMLVideoElement, facts: object) => {
  for (const [name, value] of Object.entries(facts)) Object.defineProperty(video, name, { configurable: true, get: () => value as unknown })
}
const fail = (words: string): never => {
  throw new Error(words)
}

describe('a deferred live', () => {
  it('begins at its hour by itself, though nothing is pushed [LIVE-019]', async () => {
    let startsAtMs: number | undefined
    const app = await open(() => {
      // From the first answer on: a page takes its time to be drawn.
      startsAtMs ??= Date.now() + 1_000
      if (Date.now() >= startsAtMs) return onAir()
      const event = { state: 'room_open', session: null, changesAt: iso(startsAtMs) } as const
      return { ...base(), event, state: 'available_on', availableAt: iso(startsAtMs) }
    })
    expect(await screen.findByRole('timer')).toBeTruthy()
    expect(await screen.findByRole('region', { name: 'Vídeo' }, { timeout: 4_000 })).toBeTruthy()
    expect(app.api.countOf(playbackGroup.get)).toBeLessThan(5)
  })

  it('says that it is a recording, and may be stopped and gone back in [CAT-022]', async () => {
    await open(() => onAir())
    const stage = await screen.findByRole('region', { name: 'Vídeo' })
    for (const name of ['Atrás 10 segundos (J)', 'Adelante 10 segundos (L)'])
      expect(within(stage).getByRole('button', { name })).toBeTruthy()
    expect(within(stage).getByRole('slider', { name: 'Posición' })).toBeTruthy()
  })

  it('shown in step it can neither be stopped nor gone back in', async () => {
    const app = await open(() => onAir({ isInStep: true }))
    const stage = await screen.findByRole('region', { name: 'Vídeo' })
    await waitFor(() => expect(within(stage).queryByRole('button', { name: 'Atrás 10 segundos (J)' })).toBeNull())
    expect(within(stage).queryByRole('slider', { name: 'Posición' })).toBeNull()
    for (const name of ['Pausa (K)', 'Reproducir (K)', 'Adelante 10 segundos (L)'])
      expect(within(stage).queryByRole('button', { name })).toBeNull()
    // The keys do nothing either, and say nothing.
    await app.user.keyboard('k')
    expect(screen.queryByText('En pausa')).toBeNull()
  })

  it.each(['live', 'broadcast'])('a %s that was left at 34:10 goes on at 34:10 as a recording', async (type) => {
    const shown = onAir()
    const product = { ...base().product, type }
    onTestFinished(() => localStorage.clear())
    let answer: Playback = type === 'live' ? { ...shown, product } : { ...playbackOnAir([playbackFeed()]), product }
    const app = await open(() => answer)
    const video = await waitFor(() => document.querySelector('video') ?? fail('no video'))
    const [leftSec, edgeSec] = [34 * 60 + 10, 40 * 60]
    says(video, { duration: Number.POSITIVE_INFINITY, readyState: 4, seekable: { length: 1, start: () => 0, end: () => edgeSec } })
    video.currentTime = leftSec
    video.dispatchEvent(new Event('timeupdate'))
    await waitFor(() => expect(localStorage.getItem('e-events.resume.noche-de-faro')).toMatch(new RegExp(`^${leftSec} \\d+$`)))
    app.unmount()
    answer = { ...base(), product, state: 'finished', recording: playbackMedia([playbackFeed({ state: 'ended' })]) }
    await open(() => answer, '?recording=')
    await waitFor(() => expect(document.querySelector('video')?.currentTime).toBe(leftSec))
  })

  it('whose video is late says so at its hour', async () => {
    await open(() => ({ ...base(), state: 'not_available_yet' }))
    expect(await screen.findByRole('heading', { name: 'El vídeo aún se está preparando' })).toBeTruthy()
  })

  it.each([
    [false, /Puedes parar y volver atrás, pero no adelantarte/],
    [true, /nadie puede pararla ni volver atrás/],
  ])('is told apart on its page, in step %s [CAT-022]', async (fakeLive, words) => {
    const api = createFakeApi()
    api.on(products.get, () => productDetail({ slug: 'noche-de-faro', type: 'live', fakeLive }))
    await renderApp({ at: '/products/noche-de-faro', api })
    expect(await screen.findByText(words)).toBeTruthy()
  })
})
