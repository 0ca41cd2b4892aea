import { playback as endpoints, type Playback } from '@e-events/shared/contract/live/playback.ts'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import axe from 'axe-core'
import { describe, expect, it } from 'vitest'
import { sessionUser } from '../../../testing/factories.ts'
import { createFakeApi, Refusal } from '../../../testing/fake-api.ts'
import { playbackBase, playbackFeed, playbackMedia } from '../../../testing/playback-factories.ts'
import { renderApp } from '../../../testing/render-app.tsx'

const slug = 'noche-de-faro'
const videos = () => document.querySelectorAll('video')
const question = 'Se está viendo en Firefox, Linux. ¿Continuar aquí?'
const notice = 'La reproducción sigue en Safari, iOS'
const button = () => screen.getByRole('button', { name: 'Continuar aquí' })

/** A video whose ticket plays in one place: `holder` is the lease that plays, null for none. */
async function open({ holder = null, device = 'Firefox, Linux' }: { holder?: string | null; device?: string } = {}) {
  const api = createFakeApi()
  const place = { holder, device, rule: 'other_device' }
  api.on(endpoints.get, ({ query: { lease = '' } }): Playback => {
    place.holder ??= lease
    if (place.holder !== lease)
      throw new Refusal('PLAYING_ELSEWHERE', '', [{ path: 'query.lease', rule: place.rule, message: place.device }])
    return { ...playbackBase(), lease, state: 'ready', media: playbackMedia([playbackFeed({ state: 'ended', kind: 'file' })]) }
  })
  api.on(endpoints.takeOver, ({ body: { lease } }) => {
    place.holder = lease
    return undefined
  })
  const app = await renderApp({ at: `/player/${slug}`, api, user: sessionUser() })
  const take = (isOtherTab = false) => {
    const lease = place.holder ?? ''
    Object.assign(place, { holder: 'elsewhere', device: 'Safari, iOS' })
    act(() => app.push({ type: 'playback.taken', productSlug: slug, lease, device: 'Safari, iOS', isOtherTab }))
  }
  return { ...app, place, take }
}

describe('a ticket that plays on another device [PLY-013]', () => {
  it('asks with its name, plays nothing and asks no more until somebody decides; the session stays [PLY-025]', async () => {
    const { api, services, container, place, push } = await open({ holder: 'elsewhere' })
    await screen.findByRole('heading', { name: question })
    expect(videos()).toHaveLength(0)
    expect(document.body.innerHTML).not.toContain('/media/')
    expect(services.session.get().status).toBe('authenticated')
    expect((await axe.run(container, { resultTypes: ['violations'] })).violations).toEqual([])
    // Free by now: an abandoned tab does not begin to play by itself.
    place.holder = null
    const asked = api.countOf(endpoints.get)
    act(() => push({ type: 'playback.changed', productSlug: slug, broadcast: null }))
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(api.countOf(endpoints.get)).toBe(asked)
    screen.getByRole('heading', { name: question })
  })

  it('continues here by a press, under a lease of its own', async () => {
    const { user, place, api } = await open({ holder: 'elsewhere' })
    await screen.findByRole('heading', { name: question })
    await user.click(button())
    await waitFor(() => expect(videos().length).toBeGreaterThan(0))
    const asked = api.calls.filter(({ endpoint }) => endpoint === endpoints.get)
    expect(place.holder).not.toBe(asked[0]?.query['lease'])
    expect(asked.at(-1)?.query['lease']).toBe(place.holder)
  })

  it('stops here at once when it was taken over, says where it goes on, and takes it back by a press', async () => {
    const { user, take, place } = await open()
    await waitFor(() => expect(videos().length).toBeGreaterThan(0))
    const before = place.holder
    take()
    await screen.findByRole('heading', { name: notice })
    expect(videos()).toHaveLength(0)
    expect(screen.getByRole('alert').textContent).toBe(notice)
    await user.click(button())
    await waitFor(() => expect(videos().length).toBeGreaterThan(0))
    expect(place.holder).not.toBe(before)
    expect(screen.queryByRole('heading', { name: notice })).toBeNull()
  })

  it('hears of it by the next answer where the push was lost, and of a tab of its own by its name', async () => {
    const { place, push } = await open()
    await waitFor(() => expect(videos().length).toBeGreaterThan(0))
    Object.assign(place, { holder: 'elsewhere', device: 'Chrome, Linux', rule: 'other_tab' })
    act(() => push({ type: 'playback.changed', productSlug: slug, broadcast: null }))
    await screen.findByRole('heading', { name: 'La reproducción sigue en otra pestaña de este navegador' })
    expect(videos()).toHaveLength(0)
  })

  it('goes on where the word concerns another tab', async () => {
    const { push } = await open()
    await waitFor(() => expect(videos().length).toBeGreaterThan(0))
    act(() => push({ type: 'playback.taken', productSlug: slug, lease: crypto.randomUUID(), device: 'Safari, iOS', isOtherTab: false }))
    expect(videos().length).toBeGreaterThan(0)
  })

  it('says so where the take-over failed, and keeps the question', async () => {
    const { user, api } = await open({ holder: 'elsewhere' })
    api.on(endpoints.takeOver, () => {
      throw new Refusal('UNAVAILABLE')
    })
    await screen.findByRole('heading', { name: question })
    await user.click(button())
    await screen.findByText('No se ha podido continuar aquí. Inténtalo de nuevo.')
    screen.getByRole('heading', { name: question })
  })

  it('a viewer is counted while the show plays here, and no more once it plays elsewhere or access has ended', async () => {
    const api = createFakeApi()
    let refusal: Refusal | null = null
    api.on(endpoints.get, ({ query: { lease = '' } }): Playback => {
      if (refusal) throw refusal
      return { ...playbackBase(), lease, state: 'on_air', startedAt: new Date().toISOString(), media: playbackMedia([playbackFeed()]) }
    })
    const { push, isCounted } = await renderApp({ at: `/player/${slug}`, api, user: sessionUser() })
    await waitFor(() => expect(videos().length).toBeGreaterThan(0))
    expect(isCounted(slug)).toBe(true)
    const lease = String(api.calls.find(({ endpoint }) => endpoint === endpoints.get)?.query['lease'])
    act(() => push({ type: 'playback.taken', productSlug: slug, lease, device: 'Safari, iOS', isOtherTab: false }))
    await screen.findByRole('heading', { name: notice })
    expect(isCounted(slug)).toBe(false)
    cleanup()

    const again = await renderApp({ at: `/player/${slug}`, api, user: sessionUser() })
    await waitFor(() => expect(again.isCounted(slug)).toBe(true))
    refusal = new Refusal('TICKET_REQUIRED')
    act(() => again.push({ type: 'playback.changed', productSlug: slug, broadcast: 'on_air' }))
    await waitFor(() => expect(videos()).toHaveLength(0))
    expect(again.isCounted(slug)).toBe(false)
  })
})
