import { meets, type Meet } from '@e-events/shared/contract/meetings/meets.ts'
import { products } from '@e-events/shared/contract/catalogue/products.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { axeViolations } from '../../../testing/axe.ts'
import { sessionUser } from '../../../testing/factories.ts'
import { createFakeApi, Refusal } from '../../../testing/fake-api.ts'
import { meetOf } from '../../../testing/meet-factories.ts'
import { renderApp } from '../../../testing/render-app.tsx'

const slug = 'mesa-redonda'
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()

interface Stage {
  language?: 'es' | 'en'
  modules?: []
}

async function open(first: Partial<Meet>, { language = 'en', modules }: Stage = {}) {
  const api = createFakeApi()
  const world = { meet: meetOf(first) }
  api.on(meets.get, () => world.meet)
  const app = await renderApp({ at: `/meets/${slug}`, api, user: sessionUser(), language, ...(modules ? { modules } : {}) })
  const change = (next: Partial<Meet>) => {
    world.meet = { ...world.meet, ...next }
    act(() => app.push({ type: 'event.changed', productSlug: slug }))
  }
  return { ...app, change }
}

describe('before a meeting', () => {
  it('leads a visitor home; somebody with access sees the waiting room [MEET-001]', async () => {
    const visitor = await renderApp({ at: `/meets/${slug}` })
    await waitFor(() => expect(visitor.router.state.location.pathname).toBe('/'))
    visitor.unmount()
    await open({})
    expect(await screen.findByRole('timer', { name: 'Time left' })).toBeTruthy()
    expect(screen.getByRole('heading', { level: 1, name: 'Mesa redonda' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Join/ })).toBeNull()
    expect(await axeViolations(document.body)).toEqual([])
  })

  it('is not there while meetings are off', async () => {
    const { api } = await open({}, { modules: [] })
    expect(await screen.findByRole('heading', { level: 1, name: /There is nothing here|not found/i })).toBeTruthy()
    expect(api.countOf(meets.get)).toBe(0)
  })

  it('leads to the product page without a ticket', async () => {
    const api = createFakeApi()
    api.on(meets.get, () => {
      throw new Refusal('TICKET_REQUIRED')
    })
    api.on(products.get, () => {
      throw new Refusal('NOT_FOUND')
    })
    const app = await renderApp({ at: `/meets/${slug}`, api, user: sessionUser() })
    await waitFor(() => expect(app.router.state.location.pathname).toBe(`/products/${slug}`))
  })

  it('lets the lobby in by itself, under the name that was typed', async () => {
    const { api, user, change } = await open({})
    api.on(meets.join, () => {
      throw new Refusal('MEET_FULL')
    })
    const input = await screen.findByRole('textbox', { name: 'Your name in the meeting' })
    await user.clear(input)
    await user.type(input, 'Ada L.')
    expect(api.countOf(meets.join)).toBe(0)
    change({ state: 'started', people: 1 })
    expect(await screen.findByRole('heading', { name: 'The meeting is full' })).toBeTruthy()
    expect(api.calls.find(({ endpoint }) => endpoint === meets.join)?.body).toEqual({ name: 'Ada L.' })
  })

  it('lets nobody in by itself who would be recorded: it says so, and waits for a press', async () => {
    const { api, user, change } = await open({})
    api.on(meets.join, () => {
      throw new Refusal('MEET_FULL')
    })
    await screen.findByRole('timer', { name: 'Time left' })
    change({ state: 'started', people: 1, isRecording: true })
    expect((await screen.findByRole('alert')).textContent).toContain('This meeting is being recorded. By joining you agree')
    expect(api.countOf(meets.join)).toBe(0)
    expect(await axeViolations(document.body)).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Join without camera and microphone' }))
    expect(await screen.findByRole('heading', { name: 'The meeting is full' })).toBeTruthy()
  })

  it('asks who comes later to join, with a name', async () => {
    const { api, user } = await open({ state: 'started', people: 3 })
    expect(await screen.findByText('3 people are inside')).toBeTruthy()
    expect(api.countOf(meets.join)).toBe(0)
    const join = screen.getByRole('button', { name: 'Join without camera and microphone' })
    await user.clear(screen.getByRole('textbox', { name: 'Your name in the meeting' }))
    expect(join).toHaveProperty('disabled', true)
    expect(screen.getByText('Enter a name.')).toBeTruthy()
  })

  it('tells a host from when on it can be started, and starts it', async () => {
    const { api, user, change } = await open({ isHost: true, canStartFrom: inAnHour() })
    const start = await screen.findByRole('button', { name: 'Start the meeting' })
    expect(start).toHaveProperty('disabled', true)
    expect(screen.getByText(/You can start from/)).toBeTruthy()
    change({ canStartFrom: null })
    await waitFor(() => expect(start).toHaveProperty('disabled', false))
    api.on(meets.start, () => meetOf({ state: 'started', isHost: true }))
    api.on(meets.join, () => {
      throw new Refusal('MEET_FULL')
    })
    await user.click(start)
    await waitFor(() => expect(api.countOf(meets.join)).toBe(1))
  })

  it('says why a device cannot be used, and that one can come in without it', async () => {
    const { user } = await open({ state: 'started' })
    await user.click(await screen.findByRole('button', { name: 'Turn on the camera' }))
    // jsdom has no devices at all, as a browser outside a secure context.
    expect(await screen.findByText(/This browser gives no access/)).toBeTruthy()
    expect(screen.getByText(/You can watch and listen meanwhile/)).toBeTruthy()
  })
})

describe('after a meeting', () => {
  it('says that it ended, with a way back to the product [ERR-049]', async () => {
    await open({ state: 'ended', endReason: 'organizer' })
    expect(await screen.findByRole('heading', { level: 1, name: 'Meet ended' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'See the product page' }).getAttribute('href')).toBe(`/products/${slug}`)
    expect(screen.queryByRole('button', { name: 'Start the meeting' })).toBeNull()
    expect(await axeViolations(document.body)).toEqual([])
  })

  it('ends for who joins as it is stopped, and goes on for who stays with its next date', async () => {
    const { api, user, change } = await open({ state: 'started' })
    api.on(meets.join, () => {
      throw new Refusal('MEET_STATE')
    })
    await user.click(await screen.findByRole('button', { name: /Join/ }))
    expect(await screen.findByRole('heading', { name: 'Meet ended' })).toBeTruthy()
    change({ state: 'waiting' })
    await user.click(await screen.findByRole('button', { name: 'Back to the waiting room' }))
    expect(await screen.findByRole('timer')).toBeTruthy()
  })

  it('says what to do where no connection comes about; another attempt is one press away [ERR-048]', async () => {
    const { api, user } = await open({ state: 'started' })
    api.on(meets.join, () => {
      throw new Refusal('UNAVAILABLE')
    })
    await user.click(await screen.findByRole('button', { name: /Join/ }))
    expect(await screen.findByRole('heading', { name: 'Could not connect to the meeting' })).toBeTruthy()
    expect(screen.getByText("The meeting's server does not answer.")).toBeTruthy()
    const before = api.countOf(meets.join)
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(api.countOf(meets.join)).toBeGreaterThan(before))
  })
})
