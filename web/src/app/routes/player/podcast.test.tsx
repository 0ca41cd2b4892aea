import { playback, type Playback } from '@e-events/shared/contract/live/playback.ts'
import { viewings, type ViewingReport } from '@e-events/shared/contract/live/viewings.ts'
import { podcasts } from '@e-events/shared/contract/catalogue/podcasts.ts'
import { products } from '@e-events/shared/contract/catalogue/products.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { axeViolations } from '../../../testing/axe.ts'
import { productDetail, sessionUser } from '../../../testing/factories.ts'
import { createFakeApi, Refusal } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'

const slug = 'ondas'
const ready = (): Extract<Playback, { state: 'ready' }> => ({
  state: 'ready',
  product: {
    slug,
    title: 'Ondas, episodio 1',
    type: 'podcast',
    channel: { slug: 'marea', title: 'Marea Alta', logoUrl: null },
    posterUrl: null,
    heroUrl: null,
  },
  event: null,
  session: null,
  serverTime: new Date().toISOString(),
  lease: null,
  supportEmail: 'ayuda@example.org',
  viewers: 0,
  media: {
    feeds: [
      {
        id: '00000000-0000-4000-8000-00000000f001' as never,
        kind: 'file',
        label: '',
        language: null,
        hasAudio: true,
        hasVideo: false,
        state: 'ended',
        rungs: [],
        masterUrl: '/media/token/audio/1/master.m3u8',
        thumbnailUrl: null,
      },
    ],
    tokenExpiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    lowLatency: null,
    durationMs: 600_000,
  },
})
const chapters = [
  { title: 'Bienvenida', startMs: 0 },
  { title: 'La entrevista', startMs: 120_000 },
]

/** Adds to jsdom's audio element: playing state and position. */
const sounds: HTMLAudioElement[] = []
beforeEach(() => {
  sounds.length = 0
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(function (this: HTMLAudioElement) {
    if (!sounds.includes(this)) sounds.push(this)
    this.dispatchEvent(new Event('playing'))
    return Promise.resolve()
  })
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(function (this: HTMLAudioElement) {
    this.dispatchEvent(new Event('pause'))
  })
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify([0.1, 0.9, 0.4]))))
})

async function open(api = createFakeApi()) {
  api.on(playback.get, ready)
  api.on(podcasts.chapters, () => ({ chapters, durationMs: 600_000 }))
  api.on(products.get, () => productDetail({ slug, title: 'Ondas, episodio 1', type: 'podcast' }))
  const app = await renderApp({ at: `/player/${slug}`, api, user: sessionUser() })
  await screen.findByRole('heading', { level: 1, name: 'Ondas, episodio 1' })
  return app
}
const bar = () => screen.queryByRole('complementary', { name: 'Reproductor de pódcast' })

describe('a podcast', () => {
  it('opens an audio player, which goes on while browsing and is taken up again [CAT-088]', async () => {
    const app = await open()
    expect(bar()).toBeNull()
    await app.user.click(screen.getByRole('button', { name: 'Reproducir' }))
    expect(screen.getByRole('button', { name: 'Pausa' })).toBeTruthy()
    const [sound] = sounds

    await app.user.click(screen.getByRole('link', { name: 'Volver a la ficha' }))
    await waitFor(() => expect(app.router.state.location.pathname).toBe(`/products/${slug}`))
    await waitFor(() => expect(bar()).not.toBeNull())
    const mini = within(bar()!)
    expect(mini.getByRole('button', { name: 'Pausa' })).toBeTruthy()
    expect(sounds).toEqual([sound])

    await act(() => app.router.navigate('/'))
    await app.user.click(within(bar()!).getByRole('button', { name: 'Pausa' }))
    expect(within(bar()!).getByRole('button', { name: 'Reproducir' })).toBeTruthy()
    await app.user.click(within(bar()!).getByRole('link', { name: 'Ondas, episodio 1' }))
    await screen.findByRole('heading', { level: 1, name: 'Ondas, episodio 1' })
    expect(bar()).toBeNull()
  })

  it('is measured from its first play on, and not while its page is only looked at', async () => {
    const api = createFakeApi()
    const told: ViewingReport[] = []
    api.on(viewings.report, ({ body }) => void told.push(body))
    const app = await open(api)
    globalThis.dispatchEvent(new Event('pagehide'))
    expect(told).toEqual([])
    await app.user.click(screen.getByRole('button', { name: 'Reproducir' }))
    await waitFor(() => {
      globalThis.dispatchEvent(new Event('pagehide'))
      expect(told.at(-1)).toMatchObject({ of: 'video', hasStarted: true, isOver: true })
    })
    expect(api.calls.findLast(({ endpoint }) => endpoint === viewings.report)?.params).toMatchObject({ slug })
  })

  it('has chapters to jump to, a speed that is kept, and a sleep timer', async () => {
    const app = await open()
    const list = await screen.findByRole('region', { name: 'Capítulos' })
    const [first, second] = within(list).getAllByRole('button')
    expect(first?.getAttribute('aria-current')).toBe('true')
    await app.user.click(second!)
    await waitFor(() => expect(second?.getAttribute('aria-current')).toBe('true'))
    expect(screen.getByRole('slider', { name: 'Posición' }).getAttribute('aria-valuetext')).toBe('2:00 de 10:00, capítulo La entrevista')
    await app.user.click(screen.getByRole('button', { name: 'Retroceder 15 segundos' }))
    expect(first?.getAttribute('aria-current')).toBe('true')

    await app.user.click(screen.getByRole('button', { name: 'Velocidad: 1×' }))
    await app.user.click(await screen.findByRole('menuitemradio', { name: '1,5×' }))
    expect(await screen.findByRole('button', { name: 'Velocidad: 1,5×' })).toBeTruthy()
    expect(sounds[0]?.playbackRate).toBe(1.5)
    await app.user.click(screen.getByRole('button', { name: /^Temporizador/ }))
    await app.user.click(await screen.findByRole('menuitemradio', { name: 'Al acabar el capítulo' }))
    expect(await screen.findByRole('button', { name: 'Temporizador: Al acabar el capítulo' })).toBeTruthy()
  })

  it('falls silent when its listener logs out, and closes when told to', async () => {
    const app = await open()
    await app.user.click(screen.getByRole('button', { name: 'Reproducir' }))
    await act(() => app.router.navigate('/'))
    await waitFor(() => expect(bar()).not.toBeNull())
    await app.user.click(within(bar()!).getByRole('button', { name: 'Cerrar el reproductor' }))
    expect(bar()).toBeNull()

    await act(() => app.router.navigate(`/player/${slug}`))
    await screen.findByRole('heading', { level: 1, name: 'Ondas, episodio 1' })
    await act(() => app.router.navigate('/'))
    await waitFor(() => expect(bar()).not.toBeNull())
    act(() => app.services.session.end())
    await waitFor(() => expect(bar()).toBeNull())
  })

  it('without a ticket is an offer, as every other player', async () => {
    const api = createFakeApi()
    api.on(playback.get, () => {
      throw new Refusal('TICKET_REQUIRED')
    })
    await renderApp({ at: `/player/${slug}`, api, user: sessionUser() })
    expect((await screen.findByRole('link', { name: /entrada|ficha|Conseguir/i })).getAttribute('href')).toBe(`/products/${slug}`)
  })

  it('has nothing that axe reports, on its page and in its bar', async () => {
    const app = await open()
    await screen.findByRole('region', { name: 'Capítulos' })
    expect(await axeViolations(app.container)).toEqual([])
    await app.user.click(screen.getByRole('link', { name: 'Volver a la ficha' }))
    await waitFor(() => expect(bar()).not.toBeNull())
    expect(await axeViolations(bar()!)).toEqual([])
  })
})
