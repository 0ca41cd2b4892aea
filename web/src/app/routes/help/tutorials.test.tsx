import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { home as homeContract } from '@e-events/shared/contract/storefront/home.ts'
import { channels } from '@e-events/shared/contract/catalogue/channels.ts'
import { languages } from '@e-events/shared/domain/language.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import times from '../../../features/guidance/tutorials/film-times.json'
import { tutorials } from '../../../features/guidance/tutorials/tutorials.ts'
import { axeViolations } from '../../../testing/axe.ts'
import { home, sessionUser } from '../../../testing/factories.ts'
import { createFakeApi } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'

const features = path.join(import.meta.dirname, '../../../features')
const folder = path.join(features, '../../films/tutorials')
const films = tutorials.flatMap(({ id, steps }) => languages.map((language) => ({ id, steps, language, name: `${id}-${language}` })))
/** Those that were filmed; the others are steps in writing until `node tests/films/film-tutorials.ts` was run. */
const filmed = films.filter(({ name }) => Object.hasOwn(times, name))
const timesOf: Record<string, { seconds: number; starts: number[] } | undefined> = times

afterEach(() => vi.restoreAllMocks())

describe('tutorials', () => {
  it('lead to all of them, and say so, where there is no such tutorial [UX-007]', async () => {
    await renderApp({ at: '/help/tutorials/pasteles', api: createFakeApi() })
    expect((await screen.findByRole('alert')).textContent).toContain('Ese tutorial no existe')
    expect(screen.getByRole('link', { name: /Crear un canal y publicarlo/ })).toBeTruthy()
  })

  it('open from the help centre, and from where somebody stands for the first time [UX-007]', async () => {
    const { user, router } = await renderApp({ at: '/help', api: createFakeApi() })
    const shelf = within(await screen.findByRole('region', { name: 'Tutoriales' }))
    expect(shelf.getAllByRole('listitem')).toHaveLength(tutorials.length)
    await user.click(shelf.getByRole('link', { name: /Salir en directo desde el estudio/ }))
    await screen.findByRole('heading', { level: 1, name: 'Salir en directo desde el estudio' })
    expect(router.state.location.pathname).toBe('/help/tutorials/live')
    const api = createFakeApi()
    api.on(channels.listOwn, () => ({ items: [], nextCursor: null, total: 0 }))
    api.on(homeContract.get, () => home())
    await act(() => router.navigate('/page/producers'))
    const link = await screen.findByRole('link', { name: 'Ver cómo se hace' })
    expect(link.getAttribute('href')).toBe('/help/tutorials/live')
  })

  it('are found by the words of their steps', async () => {
    const { user } = await renderApp({ at: '/help', api: createFakeApi() })
    await user.type(await screen.findByRole('textbox', { name: 'Buscar en la ayuda' }), 'añadir camara')
    const shelf = within(await screen.findByRole('region', { name: 'Tutoriales' }))
    await waitFor(() => expect(shelf.getAllByRole('listitem')).toHaveLength(1))
    expect(shelf.getByRole('link', { name: /desde el estudio/ })).toBeTruthy()
  })

  it.each([
    ['es', 'Vídeo: Crear tu cuenta y canjear un código'],
    ['en', 'Film: Create your account and redeem a code'],
    ['pt', 'Vídeo de ajuda: Criar a tua conta e usar um código'],
  ] as const)('are films with captions on and the same steps below, with pictures (%s) [UX-007]', async (language, name) => {
    const { container } = await renderApp({ at: '/help/tutorials/account', api: createFakeApi(), language })
    const film = await screen.findByLabelText<HTMLVideoElement>(name)
    expect(film.getAttribute('preload')).toBe('none')
    expect(film.getAttribute('poster')).toContain(`account-${language}.webp`)
    expect(film.querySelector('source')?.getAttribute('src')).toContain(`account-${language}.mp4`)
    const track = film.querySelector('track')
    expect([track?.kind, track?.default, track?.srclang]).toEqual(['captions', true, language])
    const captions = cuesOf(await readFile(path.join(folder, `account-${language}.vtt`), 'utf8'))
    // Crumbs are list items, too.
    const steps = within(screen.getByRole('article'))
      .getAllByRole('listitem')
      .filter((item) => item.querySelector('img'))
    expect(steps.map((step) => step.querySelector('p')?.textContent)).toEqual(captions.map(({ text }) => text))
    for (const step of steps) expect(within(step).getByRole('img').getAttribute('loading')).toBe('lazy')
    await waitFor(async () => expect(await axeViolations(container)).toEqual([]))
  })

  it('play from the step that was pressed', async () => {
    const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
    Element.prototype.scrollIntoView = () => undefined
    const { user } = await renderApp({ at: '/help/tutorials/channel', api: createFakeApi() })
    const film = await screen.findByLabelText<HTMLVideoElement>(/^Vídeo:/)
    await user.click(screen.getByRole('button', { name: /: ver el paso 3 en el vídeo$/ }))
    expect(play).toHaveBeenCalledOnce()
    expect(film.currentTime).toBe(timesOf['channel-es']?.starts[2])
  })

  it('say the same in writing where the film does not come', async () => {
    await renderApp({ at: '/help/tutorials/account', api: createFakeApi() })
    const film = await screen.findByLabelText(/^Vídeo:/)
    fireEvent.error(film.querySelector('source')!)
    expect((await screen.findByRole('alert')).textContent).toContain('Los pasos de abajo cuentan lo mismo')
  })

  it('are linked from the empty list of an organizer’s channels [UX-007]', async () => {
    const api = createFakeApi()
    api.on(channels.listOwn, () => ({ items: [], nextCursor: null, total: 0 }))
    await renderApp({ at: '/account/channels', api, user: sessionUser({ roles: ['PRODUCER'] }) })
    expect((await screen.findByRole('link', { name: 'Ver cómo se hace' })).getAttribute('href')).toBe('/help/tutorials/channel')
  })
})

describe('the films', () => {
  it.each(filmed)('of $name: an mp4, a caption and a picture for each step at its time [UX-007]', async ({ id, steps, language, name }) => {
    expect((await readFile(path.join(folder, `${name}.mp4`))).subarray(4, 8).toString()).toBe('ftyp')
    const words = JSON.parse(await readFile(path.join(features, `guidance/tutorials/locales/${language}.json`), 'utf8')) as Record<
      string,
      { step: Record<string, string> }
    >
    const cues = cuesOf(await readFile(path.join(folder, `${name}.vtt`), 'utf8'))
    expect(cues.map(({ text }) => text)).toEqual(steps.map((step) => words[id]?.step[step]))
    expect(cues.map(({ start }) => start)).toEqual(timesOf[name]?.starts)
    for (const step of steps) expect((await stat(path.join(folder, `${name}-${step}.webp`))).size).toBeGreaterThan(2_000)
  })

  it('are small enough to live beside the code', async () => {
    const sizes = await Promise.all(filmed.map(async ({ name }) => (await stat(path.join(folder, `${name}.mp4`))).size))
    expect(Math.max(...sizes)).toBeLessThan(800_000)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(8_500_000)
  })

  it.each(languages)('name buttons as the screens do (%s)', async (language) => {
    const screens = [
      'people/identity',
      'storefront/home',
      'catalogue/products',
      'live/player',
      'catalogue/channels',
      'catalogue/product-editor',
      'media/uploads',
      'catalogue/speakers',
      'settings/manage',
    ].map((feature) => `../../../features/${feature}/locales/${language}.json`)
    const shown = new Set<string>()
    for (const file of [...screens, `../../locales/${language}.json`, `../../../../../studio/src/renderer/locales/${language}.json`])
      collect(JSON.parse(await readFile(path.join(import.meta.dirname, file), 'utf8')), shown)
    const own = new Set<string>()
    collect(JSON.parse(await readFile(path.join(features, `guidance/tutorials/locales/${language}.json`), 'utf8')), own)
    const quoted = [...own].flatMap((text) => [...text.matchAll(/[«“]([^»”]+)[»”]/g)].map(([, name = '']) => name))
    expect(quoted.length).toBeGreaterThan(20)
    expect(quoted.filter((name) => !shown.has(name))).toEqual([])
  })
})

function collect(words: unknown, into: Set<string>): void {
  if (typeof words === 'string') into.add(words)
  else if (typeof words === 'object' && words !== null) for (const value of Object.values(words)) collect(value, into)
}

function cuesOf(vtt: string): { start: number; text: string }[] {
  return [...vtt.matchAll(/^(\d+):(\d+):([\d.]+) --> .*\n(.+)$/gm)].map(([, hours, minutes, seconds, text = '']) => ({
    start: Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds),
    text,
  }))
}
