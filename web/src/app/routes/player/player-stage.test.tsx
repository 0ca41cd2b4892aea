import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { playback as playbackGroup } from '@e-events/shared/contract/live/playback.ts'
import { products } from '@e-events/shared/contract/catalogue/products.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { act } from 'react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { shortScreen } from '../../../lib/use-short-screen.ts'
import { productCard, productDetail, sessionUser } from '../../../testing/factories.ts'
import { createFakeApi } from '../../../testing/fake-api.ts'
import { playbackBase, playbackFeed, playbackMedia, playbackOnAir } from '../../../testing/playback-factories.ts'
import { renderApp } from '../../../testing/render-app.tsx'

const stage = playbackFeed()
const slides = playbackFeed({
  id: '00000000-0000-4000-8000-00000000f002' as never,
  kind: 'screen',
  label: 'Diapositivas',
  hasAudio: false,
})

async function openShow(feeds = [stage, slides], options: { language?: Language } = {}) {
  const api = createFakeApi()
  api.on(playbackGroup.get, () => playbackOnAir(feeds))
  const app = await renderApp({ at: '/player/noche-de-faro', api, user: sessionUser(), ...options })
  const picture = await screen.findByRole('region', { name: { es: 'Vídeo', en: 'Video', pt: 'Vídeo' }[options.language ?? 'es'] })
  return { app, picture }
}

function layOnItsSide() {
  const upright = globalThis.matchMedia
  onTestFinished(() => void vi.stubGlobal('matchMedia', upright))
  vi.stubGlobal('matchMedia', (query: string) => Object.assign(upright(query), { matches: query === shortScreen }))
}

/** As a browser does it: the element is the document's, and everybody is told. */
function fillScreen(element: Element | null) {
  Object.defineProperty(document, 'fullscreenElement', { configurable: true, value: element })
  onTestFinished(() => void Object.defineProperty(document, 'fullscreenElement', { configurable: true, value: null }))
  act(() => void document.dispatchEvent(new Event('fullscreenchange')))
}

describe('the settings on a phone', () => {
  it('lie over the foot of the page, because the picture is too low for them, and in it in full screen', async () => {
    const upright = globalThis.matchMedia
    onTestFinished(() => void vi.stubGlobal('matchMedia', upright))
    vi.stubGlobal('matchMedia', (query: string) => Object.assign(upright(query), { matches: query.includes('max-width:599.95px') }))
    const { app, picture } = await openShow()
    await app.user.click(within(picture).getByRole('button', { name: 'Ajustes' }))
    const menu = screen.getByRole('menu', { name: 'Ajustes' })
    expect(picture.contains(menu)).toBe(false)
    expect(within(menu).getByRole('group', { name: 'Calidad' })).toBeTruthy()
    await app.user.keyboard('{Escape}')
    expect(screen.queryByRole('menu')).toBeNull()
    fillScreen(picture)
    await app.user.click(within(picture).getByRole('button', { name: 'Ajustes' }))
    expect(picture.contains(screen.getByRole('menu', { name: 'Ajustes' }))).toBe(true)
  })
})

describe('cameras in full screen', () => {
  it('lie in the bar, open by press and by key, and say which one is shown', async () => {
    const { app, picture } = await openShow()
    expect(within(picture).queryByRole('button', { name: 'Cámaras (V)' })).toBeNull()
    fillScreen(picture)
    const opener = within(picture).getByRole('button', { name: 'Cámaras (V)' })
    expect(opener.ariaExpanded ?? opener.getAttribute('aria-expanded')).toBe('false')
    await app.user.click(opener)
    const cameras = within(picture).getByRole('region', { name: 'Cámaras' })
    // One switcher at a time: that below the picture is out of sight.
    expect(screen.getAllByRole('region', { name: 'Cámaras' })).toHaveLength(1)
    await waitFor(() => expect(within(cameras).getByRole('button', { name: 'Escenario' })).toHaveProperty('ariaPressed', 'true'))
    await app.user.click(within(cameras).getByRole('button', { name: 'Diapositivas' }))
    await waitFor(() => expect(within(cameras).getByRole('button', { name: /Diapositivas/ })).toHaveProperty('ariaPressed', 'true'))
    await app.user.keyboard('v')
    expect(within(picture).queryByRole('region', { name: 'Cámaras' })).toBeNull()
    await app.user.keyboard('v')
    expect(within(picture).getByRole('region', { name: 'Cámaras' })).toBeTruthy()
    fillScreen(null)
    expect(within(picture).queryByRole('region', { name: 'Cámaras' })).toBeNull()
    expect(screen.getByRole('region', { name: 'Cámaras' })).toBeTruthy()
  })

  it('are not offered where there is one', async () => {
    const { picture } = await openShow([stage])
    fillScreen(picture)
    expect(within(picture).queryByRole('button', { name: 'Cámaras (V)' })).toBeNull()
  })
})

describe('a phone on its side', () => {
  it('has the way back, the title and the cameras on the picture', async () => {
    layOnItsSide()
    const { picture } = await openShow()
    expect(within(picture).getByRole('heading', { level: 1, name: 'Noche de faro' })).toBeTruthy()
    expect(within(picture).getByRole('link', { name: 'Volver a la página del producto' })).toBeTruthy()
    expect(within(picture).getByRole('button', { name: 'Cámaras (V)' })).toBeTruthy()
  })
})

describe('the end of a film', () => {
  it('offers what is like it, and the film again', async () => {
    const api = createFakeApi()
    const film = {
      ...playbackBase(),
      product: { ...playbackBase().product, type: 'vod' as const },
      state: 'ready' as const,
      media: playbackMedia([playbackFeed({ state: 'ended' })]),
    }
    api.on(playbackGroup.get, () => film)
    api.on(products.get, () => productDetail({ slug: 'noche-de-faro' }))
    api.on(products.related, () => ({ items: [productCard({ slug: 'otra', title: 'Otra noche', type: 'vod' })] }))
    const app = await renderApp({ at: '/player/noche-de-faro', api, user: sessionUser() })
    const picture = within(await screen.findByRole('region', { name: 'Vídeo' }))
    expect(picture.queryByRole('link', { name: /Otra noche/ })).toBeNull()
    const video = app.container.querySelector('video')!
    Object.defineProperties(video, { ended: { value: true }, readyState: { value: 4 }, paused: { value: true } })
    fireEvent(video, new Event('ended'))
    expect((await picture.findByRole('link', { name: 'A continuación: Otra noche' })).getAttribute('href')).toBe('/products/otra')
    expect(picture.getByRole('button', { name: 'Ver otra vez' })).toBeTruthy()
  })
})

describe('a press of the picture', () => {
  it('is for the controls with a finger, and for play and pause with a mouse', async () => {
    await openShow([stage])
    const picture = screen.getByTestId('stage-picture')
    const pause = vi.spyOn(HTMLMediaElement.prototype, 'pause')
    onTestFinished(() => pause.mockRestore())
    const press = (pointerType: string) => {
      fireEvent(picture, Object.assign(new MouseEvent('pointerdown', { bubbles: true }), { pointerType }))
      fireEvent.click(picture)
    }
    press('touch')
    press('touch')
    press('touch')
    expect(pause).not.toHaveBeenCalled()
    press('mouse')
    expect(pause).toHaveBeenCalled()
  })
})

describe('keys', () => {
  it.each([
    ['es', 'j', /^10 s atrás · /],
    ['en', 'l', /^Forward 10 s · /],
    ['pt', 'ArrowRight', /^5 s à frente · /],
    ['es', 'ArrowDown', /^Volumen: 95 %$/],
    ['en', 'm', /^Muted$/],
    ['pt', 'k', /^Em pausa$/],
  ] as const)('in %s: %s is shown on the picture and said', async (language, key, words) => {
    localStorage.removeItem('e-events.volume')
    const { picture } = await openShow([stage], { language })
    fireEvent.keyDown(document.body, { key })
    expect(screen.getByTestId('bezel').textContent).toMatch(words)
    const said = within(picture)
      .getAllByRole('status')
      .map((one) => one.textContent)
    expect(said).toContainEqual(expect.stringMatching(words))
  })

  it('add up while they go the same way', async () => {
    await openShow([stage])
    for (const key of ['j', 'j']) fireEvent.keyDown(document.body, { key })
    expect(screen.getByTestId('bezel').textContent).toMatch(/^20 s atrás/)
    fireEvent.keyDown(document.body, { key: 'l' })
    expect(screen.getByTestId('bezel').textContent).toMatch(/^10 s adelante/)
  })

  it.each([
    ['es', 'Espacio', 'Fin'],
    ['en', 'Space', 'End'],
    ['pt', 'Espaço', 'Fim'],
  ] as const)('are named in %s as on the keyboards there', async (language, space, end) => {
    const { app } = await openShow([stage], { language })
    await app.user.keyboard('?')
    const help = await screen.findByRole('dialog')
    expect(within(help).getByText(`K · ${space}`)).toBeTruthy()
    expect(within(help).getByText(end)).toBeTruthy()
  })
})
