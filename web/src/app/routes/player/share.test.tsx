import { products } from '@e-events/shared/contract/catalogue/products.ts'
import { playback } from '@e-events/shared/contract/live/playback.ts'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { FrameStore } from '../../../features/live/player/engine/frame-store.ts'
import type { PlayerEngine } from '../../../features/live/player/engine/player-engine.ts'
import { initialSnapshot, type PlayerSnapshot } from '../../../features/live/player/engine/types.ts'
import { placeOf, useStartAt } from '../../../features/live/player/hooks/use-start-at.ts'
import { axeViolations } from '../../../testing/axe.ts'
import { productDetail, sessionUser } from '../../../testing/factories.ts'
import { createFakeApi } from '../../../testing/fake-api.ts'
import { plainWords } from '../../../testing/plain-words.ts'
import { playbackFeed, playbackOnAir } from '../../../testing/playback-factories.ts'
import { renderApp } from '../../../testing/render-app.tsx'

const playing = (wanted: Partial<PlayerSnapshot>): PlayerSnapshot => ({ ...initialSnapshot, phase: 'playing', endSec: 1_000, ...wanted })

/** The player at an address, with the seeks that it is told. */
function arrive(search: string) {
  const seeks: number[] = []
  let now = initialSnapshot
  const store = new FrameStore(initialSnapshot, () => now)
  const engine = {
    seek: (second: number) => void seeks.push(second),
    subscribe: store.subscribe,
    getSnapshot: store.get,
  } as unknown as PlayerEngine
  function Probe() {
    useStartAt(engine)
    return null
  }
  const become = async (snapshot: PlayerSnapshot) => {
    now = snapshot
    store.schedule()
    await new Promise(requestAnimationFrame)
  }
  const router = createMemoryRouter([{ path: '/player/:slug', element: <Probe /> }], { initialEntries: [`/player/faro${search}`] })
  render(<RouterProvider router={router} />)
  return { seeks, router, show: (snapshot: PlayerSnapshot) => act(() => become(snapshot)) }
}

describe('arriving with a place', () => {
  it.each(['', '?t=abc', '?t=0'])('%s without one goes nowhere', async (search) => {
    const { seeks, show } = arrive(search)
    await show(playing({}))
    expect(seeks).toEqual([])
  })

  it('beyond the end is none: the film begins where it would have', async () => {
    const { seeks, show, router } = arrive('?t=1000')
    await show(playing({}))
    expect([seeks, router.state.location.search]).toEqual([[], ''])
  })

  it('waits until the place can be reached, goes there once, and leaves the address without it', async () => {
    const { seeks, show, router } = arrive('?recording=&t=754')
    await show(playing({ phase: 'loading', endSec: 0 }))
    await show(playing({ endSec: 0 }))
    expect(seeks).toEqual([])
    await show(playing({}))
    await show(playing({ positionSec: 760 }))
    expect(seeks).toEqual([754])
    expect(router.state.location.search).toBe('?recording=')
  })

  it('names none before there is a picture, and the one below a second too', () => {
    expect(placeOf(playing({ phase: 'loading', positionSec: 30 }))).toBeNull()
    expect(placeOf(playing({ positionSec: 0.4 }))).toBeNull()
    expect(placeOf(playing({ positionSec: 30, isLowLatency: true }))).toBe(30)
    expect(placeOf(playing({ positionSec: 754.9 }))).toBe(754)
  })
})

describe('sharing', () => {
  async function openPlayer(options: { pseudo?: boolean } = {}) {
    const api = createFakeApi()
    api.on(playback.get, () => playbackOnAir([playbackFeed()]))
    return renderApp({ at: '/player/noche-de-faro', api, user: sessionUser(), ...options })
  }

  it('from the player copies the address of the product, and says so', async () => {
    const app = await openPlayer()
    const [button] = await screen.findAllByRole('button', { name: 'Compartir' })
    await app.user.click(button!)
    const dialog = within(await screen.findByRole('dialog', { name: 'Compartir' }))
    expect(dialog.getByRole('textbox', { name: 'Dirección' })).toHaveProperty('value', 'http://localhost:3000/products/noche-de-faro')
    // Nothing plays yet: there is no place to name.
    expect(dialog.queryByRole('checkbox')).toBeNull()
    expect(await axeViolations(document.body)).toEqual([])
    await app.user.click(dialog.getByRole('button', { name: 'Copiar' }))
    await screen.findByText('Enlace copiado')
    expect(await navigator.clipboard.readText()).toBe('http://localhost:3000/products/noche-de-faro')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('hands the address to the sheet of the device where there is one; closing that is no failure', async () => {
    const share = vi.fn().mockRejectedValueOnce(new DOMException('closed', 'AbortError')).mockResolvedValueOnce(undefined)
    Object.assign(navigator, { share })
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'share'))
    const api = createFakeApi()
    api.on(products.get, () => productDetail({ slug: 'telon', title: 'Telón' }))
    const app = await renderApp({ at: '/products/telon?t=90', api })
    await app.user.click(await screen.findByRole('button', { name: 'Compartir' }))
    await app.user.click(screen.getByRole('button', { name: 'Más opciones' }))
    expect(share).toHaveBeenCalledWith({ title: 'Telón', url: 'http://localhost:3000/' })
    expect(screen.queryByText(/No se ha podido compartir/)).toBeNull()
    await app.user.click(screen.getByRole('button', { name: 'Más opciones' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('that fails says so and keeps the address to be copied by hand', async () => {
    const app = await openPlayer()
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('blocked'))
    const [button] = await screen.findAllByRole('button', { name: 'Compartir' })
    await app.user.click(button!)
    await app.user.click(await screen.findByRole('button', { name: 'Copiar' }))
    await screen.findByText(/No se ha podido compartir/)
    expect(screen.getByRole('textbox', { name: 'Dirección' })).toBeTruthy()
  })

  it('holds no text of its own', async () => {
    const app = await openPlayer({ pseudo: true })
    const [button] = await waitFor(() => {
      const found = document.querySelectorAll<HTMLElement>('[aria-haspopup="dialog"]')
      expect(found.length).toBeGreaterThan(0)
      return found
    })
    await app.user.click(button!)
    expect(plainWords(await screen.findByRole('dialog'))).toEqual([])
  })
})

describe('a product with a place', () => {
  const at = (search: string, allowed: object, user?: ReturnType<typeof sessionUser>) => {
    const api = createFakeApi()
    const product = productDetail({ slug: 'telon', title: 'Telón', type: 'vod', ...allowed })
    api.on(products.get, () => product)
    return renderApp({ at: `/products/telon${search}`, api, ...(user ? { user } : {}) })
  }

  it('hands it on to the player, and through the log-in', async () => {
    await at('?t=754', { allowed: { ...productDetail().allowed, getTicket: false, watch: true }, access: 'open' }, sessionUser())
    const doors = await screen.findAllByRole('link', { name: /Ver|ver/ })
    expect(doors.map((door) => door.getAttribute('href'))).toContain('/player/telon?t=754')
  })
})
