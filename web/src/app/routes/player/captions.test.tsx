import { playback as playbackGroup } from '@e-events/shared/contract/live/playback.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
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
