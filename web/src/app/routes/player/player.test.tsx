import { act, screen, waitFor, within } from '@testing-library/react'
import { home } from '@e-events/shared/contract/storefront/home.ts'
import { playback as playbackGroup, type Playback } from '@e-events/shared/contract/live/playback.ts'
import { schedule } from '@e-events/shared/contract/catalogue/schedule.ts'
import { products } from '@e-events/shared/contract/catalogue/products.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import axe from 'axe-core'
import { describe, expect, it, vi } from 'vitest'
import { home as homeOf, productDetail, sessionAt, sessionUser } from '../../../testing/factories.ts'
import { createFakeApi, Refusal, type FakeApi } from '../../../testing/fake-api.ts'
import { playbackBase, playbackFeed, playbackMedia, playbackOnAir } from '../../../testing/playback-factories.ts'
import { renderApp } from '../../../testing/render-app.tsx'

const hourMs = 3_600_000
const feed = playbackFeed
const media = playbackMedia
const base = playbackBase

async function openPlayer(answer: () => Playback, options: { language?: Language } = {}) {
  const api = createFakeApi()
  api.on(playbackGroup.get, answer)
  return renderApp({ at: '/player/noche-de-faro', api, user: sessionUser(), ...options })
}
const videos = () => document.querySelectorAll('video')

describe('refusals', () => {
  it('sends a visitor home without asking for playback [PLY-001]', async () => {
    const api = createFakeApi()
    api.on(home.get, () => homeOf())
    const app = await renderApp({ at: '/player/noche-de-faro', api })
    await waitFor(() => expect(app.router.state.location.pathname).toBe('/'))
    expect(api.countOf(playbackGroup.get)).toBe(0)
  })
  it('offers the ticket to somebody without access, with no media address, and the session stays [PLY-001]', async () => {
    const app = await openPlayer(() => {
      throw new Refusal('TICKET_REQUIRED')
    })
    expect(await screen.findByRole('heading', { name: 'Necesitas una entrada' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Ver la entrada' })).toHaveProperty('pathname', '/products/noche-de-faro')
    expect(videos()).toHaveLength(0)
    expect(document.body.innerHTML).not.toContain('/media/')
    expect(app.services.session.get().status).toBe('authenticated')
  })
  it('says whose ticket is needed: the name is there, and no word of a show where there may be none', async () => {
    const api = createFakeApi()
    api.on(playbackGroup.get, () => {
      throw new Refusal('TICKET_REQUIRED')
    })
    api.on(products.get, () => productDetail({ slug: 'noche-de-faro', title: 'La isla, película' }))
    await renderApp({ at: '/player/noche-de-faro', api, user: sessionUser() })
    expect(await screen.findByText('La isla, película')).toBeTruthy()
    expect(screen.getByRole('main').textContent).not.toMatch(/directo/)
  })
  it('says that it can no longer be purchased and offers no purchase [PLY-009] [ERR-057]', async () => {
    await openPlayer(
      () => {
        throw new Refusal('NOT_PURCHASABLE')
      },
      { language: 'en' },
    )
    expect(await screen.findByRole('heading', { name: 'Product can no longer be purchased' })).toBeTruthy()
    expect(screen.queryByRole('link', { name: /ticket|buy/i })).toBeNull()
  })
  it('ends a picture whose ticket was taken back, and the session stays; a server that fails for a moment ends nothing [PLY-025]', async () => {
    let refusal: Refusal | null = null
    const app = await openPlayer(() => {
      if (refusal) throw refusal
      return { ...base(), state: 'ready', media: media([feed({ state: 'ended', kind: 'file' })]) }
    })
    await waitFor(() => expect(videos().length).toBeGreaterThan(0))
    const asked = app.api.countOf(playbackGroup.get)
    refusal = new Refusal('UNAVAILABLE')
    app.push({ type: 'playback.changed', productSlug: 'noche-de-faro', broadcast: null })
    await waitFor(() => expect(app.api.countOf(playbackGroup.get)).toBeGreaterThan(asked))
    expect(videos().length).toBeGreaterThan(0)
    refusal = new Refusal('TICKET_REQUIRED')
    app.push({ type: 'playback.changed', productSlug: 'noche-de-faro', broadcast: null })
    expect(await screen.findByRole('heading', { name: 'Necesitas una entrada' })).toBeTruthy()
    expect(videos()).toHaveLength(0)
    expect(app.services.session.get().status).toBe('authenticated')
  })
  it('offers a retry that works when the server fails', async () => {
    let isDown = true
    const app = await openPlayer(() => {
      if (isDown) throw new Refusal('UNAVAILABLE')
      return { ...base(), state: 'no_sessions' }
    })
    const retry = await screen.findByRole('button', { name: 'Reintentar' })
    isDown = false
    await app.user.click(retry)
    expect(await screen.findByRole('heading', { name: 'No hay sesiones previstas' })).toBeTruthy()
  })
})

describe('states without a picture', () => {
  it.each([
    ['not_available_yet', 'Event not yet available', '[PLY-003] [ERR-053]'],
    ['no_sessions', 'No predefined sessions', '[PLY-007] [ERR-055]'],
    ['event_date_passed', 'Event date has passed', '[PLY-008] [ERR-056]'],
  ] as const)('%s says "%s" and shows no video %s', async (state, words, _id) => {
    await openPlayer(() => ({ ...base(), state }), { language: 'en' })
    expect(await screen.findByRole('heading', { name: words })).toBeTruthy()
    expect(videos()).toHaveLength(0)
    expect(await violations()).toEqual([])
  })
  it.each([
    ['course', '/courses/'],
    ['master', '/masters/'],
    ['meet', '/meets/'],
  ])('a %s is left for its own page', async (type, at) => {
    const app = await openPlayer(() => ({ ...base(), product: { ...base().product, type }, state: 'own_page' }), { language: 'en' })
    await waitFor(() => expect(app.router.state.location.pathname).toContain(at))
  })
  it.each([
    ['datasheet', '/datasheet/noche-de-faro'],
    ['post', '/posts/noche-de-faro'],
  ] as const)('a %s is read on its own page, whatever address led here', async (type, path) => {
    const app = await openPlayer(() => ({ ...base(), product: { ...base().product, type, slug: 'noche-de-faro' }, state: 'misconfigured' }))
    await waitFor(() => expect(app.router.state.location.pathname).toBe(path))
  })
  it('a video that plays elsewhere is shown in a frame that may only play [CAT-100]', async () => {
    const embedUrl = 'https://player.vimeo.com/video/76979871'
    await openPlayer(() => ({ ...base(), product: { ...base().product, type: 'vod' }, state: 'embedded', embedUrl }), { language: 'en' })
    const frame = await screen.findByTitle<HTMLIFrameElement>('Player of vimeo.com')
    expect(frame.src).toBe(embedUrl)
    expect(frame.getAttribute('sandbox')?.split(' ').toSorted()).toEqual([
      'allow-popups',
      'allow-presentation',
      'allow-same-origin',
      'allow-scripts',
    ])
    expect(videos()).toHaveLength(0)
  })
  it('misconfigured leads to support by e-mail [PLY-006] [ERR-054]', async () => {
    await openPlayer(() => ({ ...base(), state: 'misconfigured' }), { language: 'en' })
    expect(await screen.findByRole('heading', { name: 'Misconfigured' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Contact support' })).toHaveProperty('href', 'mailto:ayuda@e-events.example')
  })
  it('finished without a recording thanks; with one it leads to it [PLY-005]', async () => {
    let recording: Extract<Playback, { state: 'finished' }>['recording'] = null
    const app = await openPlayer(() => ({ ...base(), state: 'finished', recording }))
    expect(await screen.findByRole('heading', { name: 'Este directo ha terminado' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Ver la grabación' })).toBeNull()
    recording = media([feed({ state: 'ended' })])
    app.push({ type: 'playback.changed', productSlug: 'noche-de-faro', broadcast: 'ended' })
    await app.user.click(await screen.findByRole('button', { name: 'Ver la grabación' }))
    expect(await screen.findByRole('region', { name: 'Vídeo' })).toBeTruthy()
    expect(app.router.state.location.search).toContain('recording')
  })
})

describe('around the picture', () => {
  const aside = { adBannerUrl: '/api/files/banner', bannerUrl: 'https://sponsor.example/offer', surveyUrl: 'https://survey.example/1' }
  const open = async (answer: () => Playback, fields: Partial<typeof aside>) => {
    const api = createFakeApi()
    api.on(playbackGroup.get, answer)
    api.on(products.get, () => productDetail({ slug: 'noche-de-faro', ...fields }))
    return renderApp({ at: '/player/noche-de-faro', api, user: sessionUser() })
  }

  it('stands the banner of the organizer, as a link of its own tab that is said to be an advertisement', async () => {
    await open(() => playbackOnAir([feed()]), aside)
    const banner = within(await screen.findByRole('complementary', { name: 'Publicidad' }))
    const link = banner.getByRole('link')
    expect([link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
      aside.bannerUrl,
      '_blank',
      'noopener noreferrer nofollow sponsored',
    ])
    expect(screen.queryByRole('link', { name: 'Responder a la encuesta' })).toBeNull()
  })

  it('is the survey offered at the end, and nothing where there is none', async () => {
    const bare = await open(() => ({ ...base(), state: 'finished', recording: null }), {})
    await screen.findByRole('heading', { name: 'Este directo ha terminado' })
    expect(screen.queryByRole('link', { name: 'Responder a la encuesta' })).toBeNull()
    bare.unmount()
    await open(() => ({ ...base(), state: 'finished', recording: null }), aside)
    const link = await screen.findByRole('link', { name: 'Responder a la encuesta' })
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([aside.surveyUrl, '_blank'])
    expect(await violations()).toEqual([])
  })
})

describe('waiting room', () => {
  it('counts down in both zones and starts by itself when the show goes on air [PLY-004]', async () => {
    const availableAt = new Date(Date.now() + hourMs + 500).toISOString()
    let answer: Playback = { ...base(), state: 'available_on', availableAt }
    const app = await openPlayer(() => answer)
    expect(await screen.findByRole('heading', { name: 'Noche de faro' })).toBeTruthy()
    const timer = screen.getByRole('timer')
    expect(timer.textContent).toMatch(/^01hora:00minutos:0[01]segundos?$/)
    expect(screen.getByText(/en Madrid/)).toBeTruthy()
    expect(videos()).toHaveLength(0)
    expect(await violations()).toEqual([])
    answer = { ...base(), state: 'on_air', startedAt: new Date().toISOString(), media: media([feed()]) }
    app.push({ type: 'playback.changed', productSlug: 'noche-de-faro', broadcast: 'on_air' })
    expect(await screen.findByRole('region', { name: 'Vídeo' })).toBeTruthy()
    expect(screen.queryByRole('timer')).toBeNull()
  })
  it('starts although the show began before anybody told this browser of changes', async () => {
    let answer: Playback = { ...base(), state: 'available_on', availableAt: new Date(Date.now() + hourMs).toISOString() }
    const app = await openPlayer(() => answer)
    await screen.findByRole('timer')
    answer = { ...base(), state: 'on_air', startedAt: new Date().toISOString(), media: media([feed()]) }
    app.joinRooms()
    expect(await screen.findByRole('region', { name: 'Vídeo' })).toBeTruthy()
    // A viewer who watches is told of the changes.
    const asked = app.api.countOf(playbackGroup.get)
    app.joinRooms()
    expect(await isAskedAgain(app, asked)).toBe(false)
    // Nobody knows what was missed in a break.
    act(() => app.push({ type: 'connection.back' }))
    expect(await isAskedAgain(app, asked)).toBe(true)
  })
  it('asks at a moment of its own and once for several pushes, so that thousands of waiting tabs do not ask at once', async () => {
    let asked = 0
    const api = createFakeApi()
    api.on(playbackGroup.get, (): Playback => {
      asked += 1
      return { ...base(), state: 'available_on', availableAt: new Date(Date.now() + hourMs).toISOString() }
    })
    const app = await renderApp({ at: '/player/noche-de-faro', api, user: sessionUser(), random: () => 0.16 })
    await screen.findByRole('timer')
    const pushedAtMs = performance.now()
    for (const broadcast of ['on_air', 'interrupted', 'on_air'] as const)
      app.push({ type: 'playback.changed', productSlug: 'noche-de-faro', broadcast })
    await waitFor(() => expect(asked).toBe(2))
    expect(performance.now() - pushedAtMs).toBeGreaterThan(390)
    // Questions of the same pushes would have come before that of the next one.
    app.push({ type: 'playback.changed', productSlug: 'noche-de-faro', broadcast: 'on_air' })
    await waitFor(() => expect(asked).toBeGreaterThan(2))
    expect(asked).toBe(3)
  })
  it('asks once more for the second feed, which is told of while the answer that begins the show is on its way', async () => {
    let asked = 0
    const begins = Promise.withResolvers<Playback>()
    const api = createFakeApi()
    api.on(playbackGroup.get, (): Playback | Promise<Playback> => {
      asked += 1
      return asked === 2 ? begins.promise : { ...base(), state: 'available_on', availableAt: new Date(Date.now() + hourMs).toISOString() }
    })
    const app = await renderApp({ at: '/player/noche-de-faro', api, user: sessionUser(), random: () => 0.6 })
    await screen.findByRole('timer')
    const tell = () => app.push({ type: 'playback.changed', productSlug: 'noche-de-faro', broadcast: 'on_air' })
    tell()
    await waitFor(() => expect(asked).toBe(2))
    tell()
    begins.resolve({ ...base(), state: 'on_air', startedAt: new Date().toISOString(), media: media([feed()]) })
    await waitFor(() => expect(asked).toBe(3))
  })
})

/** Waits as long as a question that is due now takes to be sent. */
async function isAskedAgain({ api }: { api: FakeApi }, asked: number): Promise<boolean> {
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
  return api.countOf(playbackGroup.get) > asked
}

describe('the calendar in the waiting room', () => {
  const waiting = (): Playback => ({
    ...base(),
    session: sessionAt(Date.now() + hourMs),
    state: 'available_on',
    availableAt: new Date(Date.now() + hourMs).toISOString(),
  })

  it('takes the date that is waited for, and its message leads to the event [PLY-024]', async () => {
    URL.createObjectURL = () => 'blob:calendar'
    URL.revokeObjectURL = () => undefined
    const clicks = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    const answer = waiting()
    const app = await openPlayer(() => answer)
    const asked: unknown[] = []
    app.api.on(schedule.sectionCalendar, ({ params }) => {
      asked.push(params)
      return { fileName: 'faro.ics', contentType: 'text/calendar', content: 'BEGIN:VCALENDAR' }
    })
    await app.user.click(await screen.findByRole('button', { name: 'Añadir al calendario' }))
    await screen.findByText(/^Evento añadido/)
    expect(clicks).toHaveBeenCalledOnce()
    expect(asked).toEqual([{ productSlug: 'noche-de-faro', sectionId: answer.session?.id }])
    await app.user.click(await screen.findByRole('button', { name: 'Abrir evento' }))
    await waitFor(() => expect(app.router.state.location.pathname).toBe(`/schedule/noche-de-faro/section/${answer.session?.id}`))
  })

  it('that cannot be had says so, and the countdown stays', async () => {
    const app = await openPlayer(waiting)
    app.api.on(schedule.sectionCalendar, () => {
      throw new Refusal('INTERNAL', '')
    })
    await app.user.click(await screen.findByRole('button', { name: 'Añadir al calendario' }))
    await screen.findByText('Error al añadir el evento al calendario')
    expect(screen.getByRole('timer')).toBeTruthy()
  })
})

describe('on air', () => {
  const screenFeed = feed({ id: '00000000-0000-4000-8000-00000000f002' as never, kind: 'screen', label: 'Diapositivas', hasAudio: false })
  const onAir = playbackOnAir

  it('offers every feed of the show and explains one that lost its signal', async () => {
    await openPlayer(() => onAir([feed(), { ...screenFeed, state: 'reconnecting' }]))
    const stage = await screen.findByRole('button', { name: 'Escenario' })
    await waitFor(() => expect(stage).toHaveProperty('ariaPressed', 'true'))
    expect(screen.getByRole('button', { name: /Diapositivas/ })).toBeTruthy()
    expect(screen.getByText('Sin señal')).toBeTruthy()
    expect(await violations()).toEqual([])
  })
  it('shows words while the first segments are on their way, and never a black box', async () => {
    await openPlayer(() => onAir([feed({ state: 'preparing' })]))
    expect(await screen.findByText('Empezamos enseguida')).toBeTruthy()
  })
  it('stays on stage when the show ends under a viewer, until the picture has ended', async () => {
    let answer = onAir([feed()])
    const app = await openPlayer(() => answer)
    expect(await screen.findByRole('region', { name: 'Vídeo' })).toBeTruthy()
    answer = { ...base(), state: 'finished', recording: media([feed({ state: 'ended' })]) }
    app.push({ type: 'playback.changed', productSlug: 'noche-de-faro', broadcast: 'ended' })
    await waitFor(() => expect(app.api.countOf(playbackGroup.get)).toBe(2))
    expect(screen.getByRole('region', { name: 'Vídeo' })).toBeTruthy()
    expect(screen.queryByRole('heading', { name: 'Este directo ha terminado' })).toBeNull()
  })
  it('opens the quality menu by keyboard and gives the focus back', async () => {
    const app = await openPlayer(() => onAir([feed()]))
    const button = await screen.findByRole('button', { name: 'Ajustes' })
    button.focus()
    await app.user.keyboard('{Enter}')
    const menu = screen.getByRole('menu', { name: 'Ajustes' })
    expect(document.activeElement).toBe(within(menu).getByRole('menuitemradio', { name: /Automática/ }))
    await app.user.keyboard('{Escape}')
    expect(screen.queryByRole('menu')).toBeNull()
    expect(document.activeElement).toBe(button)
  })
})

async function violations(): Promise<string[]> {
  // jsdom has no layout: contrast is checked in a real browser.
  const { violations: found } = await axe.run(document.body, {
    resultTypes: ['violations'],
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  })
  return found.map((one) => `${one.id}: ${one.nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`)
}
