import { playback as playbackGroup } from '@e-events/shared/contract/live/playback.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { axeViolations } from '../../../testing/axe.ts'
import { sessionUser } from '../../../testing/factories.ts'
import { createFakeApi } from '../../../testing/fake-api.ts'
import { playbackBase, playbackFeed, playbackMedia } from '../../../testing/playback-factories.ts'
import { renderApp } from '../../../testing/render-app.tsx'

const files: Record<string, string> = {
  es: 'WEBVTT\n\n00:01.000 --> 00:04.000\n<i>Sube</i> la marea\n',
  en: 'WEBVTT\n\n00:01.000 --> 00:04.000\nThe tide comes in\n',
}
beforeEach(() => {
  localStorage.removeItem('e-events.captions')
  const others = globalThis.fetch
  vi.stubGlobal('fetch', async (address: URL | string, init?: RequestInit) => {
    const language = /captions\/film\/(\w\w)\.vtt$/.exec(String(address))?.[1]
    return language === undefined ? others(address, init) : new Response(files[language] ?? '', { status: language in files ? 200 : 404 })
  })
})

async function open(languages: readonly ('es' | 'en' | 'pt')[] = ['es', 'en']) {
  const api = createFakeApi()
  api.on(playbackGroup.get, () => ({
    ...playbackBase(),
    product: { ...playbackBase().product, type: 'vod' as const },
    state: 'ready' as const,
    media: {
      ...playbackMedia([playbackFeed({ state: 'ended' })]),
      captions: languages.map((language) => ({ language, url: `/media/token/captions/film/${language}.vtt` })),
    },
  }))
  const app = await renderApp({ at: '/player/noche-de-faro', api, user: sessionUser() })
  const picture = within(await screen.findByRole('region', { name: 'Vídeo' }))
  const video = app.container.querySelector('video')!
  Object.defineProperties(video, {
    duration: { value: 60 },
    seekable: { value: { length: 1, start: () => 0, end: () => 60 } },
  })
  fireEvent(video, new Event('durationchange'))
  const goTo = (sec: number) => {
    video.currentTime = sec
    fireEvent(video, new Event('timeupdate'))
  }
  return { app, picture, goTo }
}
const words = () => screen.queryByTestId('captions')?.textContent ?? null

describe('subtitles in the player', () => {
  it('are off until somebody wants them, and then shown at their second, in the language of the page', async () => {
    const { app, picture, goTo } = await open()
    goTo(2)
    expect(words()).toBeNull()
    await app.user.keyboard('c')
    await waitFor(() => expect(words()).toBe('Sube la marea'))
    expect(screen.getByTestId('captions').lang).toBe('es')
    goTo(4)
    await waitFor(() => expect(words()).toBeNull())
    expect(picture.getByRole('button', { name: 'Subtítulos (C)' }).getAttribute('aria-pressed')).toBe('true')
    await app.user.click(picture.getByRole('button', { name: 'Subtítulos (C)' }))
    goTo(2)
    expect(words()).toBeNull()
  })

  it('are chosen with their size and look in the menu, which this browser keeps', async () => {
    const { app, picture, goTo } = await open()
    goTo(2)
    const pick = async (name: string) => {
      await app.user.click(picture.getByRole('button', { name: 'Ajustes' }))
      await app.user.click(picture.getByRole('menuitemradio', { name }))
    }
    await pick('Inglés')
    await waitFor(() => expect(words()).toBe('The tide comes in'))
    const look = () => screen.getByTestId('captions').className
    const before = look()
    await pick('Muy grande')
    await pick('Amarillo sobre oscuro')
    expect(look()).not.toBe(before)
    expect(JSON.parse(localStorage.getItem('e-events.captions') ?? '')).toEqual({
      language: 'en',
      isOn: true,
      size: 'huge',
      look: 'yellow',
    })
  })

  it('are not offered where there are none', async () => {
    const { picture } = await open([])
    expect(picture.queryByRole('button', { name: 'Subtítulos (C)' })).toBeNull()
  })
})

describe('the transcript beside the player', () => {
  const listed = async () => within(await screen.findByRole('list', { name: 'Líneas de la transcripción' }))
  beforeEach(() => {
    localStorage.removeItem('e-events.transcript')
    files.es =
      'WEBVTT\n\n00:01.000 --> 00:04.000\n<i>Sube</i> la marea\n\n00:06.000 --> 00:08.000\nLa retícula\n\n00:09.000 --> 00:11.000\nBaja la marea\n'
  })

  it('marks the line that is spoken, leads to the second of another one, and is fetched once it is opened', async () => {
    const { app, goTo } = await open()
    const asked = vi.spyOn(globalThis, 'fetch')
    expect(screen.queryByRole('list', { name: 'Líneas de la transcripción' })).toBeNull()
    expect(asked.mock.calls.filter(([address]) => address instanceof URL && address.pathname.endsWith('.vtt'))).toEqual([])
    const toggle = screen.getByRole('button', { name: 'Transcripción' })
    await app.user.click(toggle)
    expect(toggle.getAttribute('aria-expanded')).toBe('true')
    const list = await listed()
    const current = () => list.queryAllByRole('button', { current: true }).map(({ textContent }) => textContent)
    expect(current()).toEqual([])
    goTo(2)
    await waitFor(() => expect(current()).toEqual(['0:01Sube la marea']))
    goTo(5)
    await waitFor(() => expect(current()).toEqual(['0:01Sube la marea']))
    const video = app.container.querySelector('video')!
    await app.user.click(list.getByRole('button', { name: /Baja la marea/ }))
    expect(video.currentTime).toBe(9)
    // Enter on another line, reached with the arrows.
    await app.user.keyboard('{Home}{ArrowDown}')
    expect(document.activeElement?.textContent).toBe('0:06La retícula')
    await app.user.keyboard('{Enter}')
    expect(video.currentTime).toBe(6)
    expect(await axeViolations(app.container)).toEqual([])
  })

  it('finds words whatever their accents, and follows the language that is chosen', async () => {
    const { app } = await open()
    await app.user.click(screen.getByRole('button', { name: 'Transcripción' }))
    await listed()
    await app.user.type(screen.getByRole('searchbox', { name: 'Buscar en la transcripción' }), 'reticula')
    const list = await listed()
    expect(list.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['0:06La retícula'])
    expect(list.getByText('retícula').tagName).toBe('MARK')
    expect(screen.getByText('1 línea lo dice')).toBeTruthy()
    await app.user.clear(screen.getByRole('searchbox'))
    await app.user.click(screen.getByRole('combobox', { name: 'Idioma de la transcripción' }))
    await app.user.click(await screen.findByRole('option', { name: 'inglés' }))
    await screen.findByRole('button', { name: /The tide comes in/ })
    // The subtitles stay off, in the language that was chosen.
    expect(words()).toBeNull()
    expect(JSON.parse(localStorage.getItem('e-events.captions') ?? '')).toMatchObject({ isOn: false, language: 'en' })
  })

  it('stays where the reader scrolled, until the video is to be followed again', async () => {
    const { app, goTo } = await open()
    await app.user.click(screen.getByRole('button', { name: 'Transcripción' }))
    const list = await screen.findByRole('list', { name: 'Líneas de la transcripción' })
    expect(screen.queryByRole('button', { name: 'Seguir el vídeo' })).toBeNull()
    list.scrollTop = 200
    fireEvent.scroll(list)
    const follow = await screen.findByRole('button', { name: 'Seguir el vídeo' })
    goTo(10)
    await waitFor(() => expect(within(list).getByRole('button', { current: true }).textContent).toBe('0:09Baja la marea'))
    expect(list.scrollTop).toBe(200)
    await app.user.click(follow)
    expect(screen.queryByRole('button', { name: 'Seguir el vídeo' })).toBeNull()
  })

  it('says when it did not come, and tries again', async () => {
    const { app } = await open(['pt'])
    await app.user.click(screen.getByRole('button', { name: 'Transcripción' }))
    const again = await screen.findByRole('button', { name: 'Reintentar' }, { timeout: 10_000 })
    files.pt = 'WEBVTT\n\n00:01.000 --> 00:04.000\nA maré sobe\n'
    await app.user.click(again)
    await screen.findByRole('button', { name: /A maré sobe/ })
  })

  it('is not offered where there are no subtitles', async () => {
    await open([])
    expect(screen.queryByRole('button', { name: 'Transcripción' })).toBeNull()
  })
})
