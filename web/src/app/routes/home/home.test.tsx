import { home as homeContract } from '@e-events/shared/contract/storefront/home.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { axeViolations } from '../../../testing/axe.ts'
import { channelCard, hero, home, productCard, sessionAt, slider } from '../../../testing/factories.ts'
import { createFakeApi, Refusal } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { listenForSameKeys } from '../../../testing/same-key.ts'

const live = productCard({ title: 'Relámpagos', slug: 'relampagos', onAir: true, viewers: 1312 })
const other = productCard({ title: 'Pulso', onAir: true })
const soon = productCard({ title: 'Telón', slug: 'telon', nextSession: sessionAt(Date.parse('2026-11-28T19:00:00Z')) })
const video = productCard({
  title: 'Sierra adentro',
  slug: 'sierra',
  type: 'vod',
  durationMs: 4_328_000,
  plan: 'paid',
  price: { minor: 599, currency: 'EUR' },
})
const full = home(
  hero([live, soon]),
  slider('live', [live]),
  slider('upcoming', [soon]),
  slider('newest', [video]),
  slider('category', [video], 'Naturaleza'),
)

describe('home', () => {
  it('says what failed, with the reference that support asks for, and a retry that works', async () => {
    const api = createFakeApi()
    let isBroken = true
    api.on(homeContract.get, () => {
      if (isBroken) throw new Refusal('INTERNAL')
      return full
    })
    const { user } = await renderApp({ at: '/', api })
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('No hemos podido cargar la portada')
    expect(alert.textContent).toContain('INTERNAL · req-test')
    isBroken = false
    await user.click(within(alert).getByRole('button', { name: 'Reintentar' }))
    await screen.findByRole('heading', { level: 1, name: 'Relámpagos' })
  })

  it('tells silence of the network from a fault of the server', async () => {
    const api = createFakeApi()
    api.silence(true)
    await renderApp({ at: '/', api })
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Revisa tu conexión')
  })

  it('keeps what it has when a refresh fails, and says so', async () => {
    const api = createFakeApi()
    let answers = 0
    api.on(homeContract.get, () => {
      if (++answers > 1) throw new Refusal('UNAVAILABLE')
      return full
    })
    const { push } = await renderApp({ at: '/', api })
    await screen.findByRole('heading', { level: 1, name: 'Relámpagos' })
    act(() => push({ type: 'home.updated' }))
    await screen.findByText(/No hemos podido actualizar la portada/)
    expect(screen.getByRole('heading', { level: 1, name: 'Relámpagos' })).toBeTruthy()
  })

  it('shows skeletons and a word for screen readers while it loads', async () => {
    const api = createFakeApi()
    let answer: (() => void) | undefined
    api.on(homeContract.get, () => new Promise<typeof full>((resolve) => (answer = () => resolve(full))))
    await renderApp({ at: '/', api })
    expect((await screen.findByRole('status')).textContent).toBe('Cargando')
    act(() => answer?.())
    await screen.findByRole('heading', { level: 1, name: 'Relámpagos' })
  })

  it('explains an empty catalogue', async () => {
    const api = createFakeApi()
    api.on(homeContract.get, () => home())
    await renderApp({ at: '/', api })
    await screen.findByRole('heading', { level: 1, name: 'El cartel está en blanco' })
  })

  it('shows the home page to everybody: the featured product, the sliders, prices and dates [CAT-001]', async () => {
    const api = createFakeApi()
    api.on(homeContract.get, () => home(hero([live, soon]), slider('live', [live, other]), ...full.sections.slice(2)))
    const { container } = await renderApp({ at: '/', api })
    await screen.findByRole('heading', { level: 1, name: 'Relámpagos' })
    const liveRail = screen.getByRole('region', { name: 'En directo ahora' })
    const card = within(liveRail).getByRole('link', { name: /Relámpagos/ })
    expect(card.getAttribute('href')).toBe('/products/relampagos')
    expect(card.textContent).toContain('EN DIRECTO')
    expect(card.textContent).toContain('1.312')
    expect(card.textContent).toContain('Gratis')
    expect(screen.getByRole('region', { name: 'Próximamente' }).textContent).toMatch(/20:00( CET)? · Sala Faro/)
    expect(screen.getByRole('region', { name: 'A la carta' }).textContent?.replaceAll(/\s/g, ' ')).toContain('5,99 €')
    expect(screen.getByRole('region', { name: 'Naturaleza' })).toBeTruthy()
    expect(await axeViolations(container)).toEqual([])
  })

  it('shows a featured product and a featured channel, each leading to its page [CAT-013]', async () => {
    const api = createFakeApi()
    const channel = channelCard({ title: 'Sala Boya', slug: 'sala-boya' })
    api.on(homeContract.get, () =>
      home(
        hero([live]),
        { id: 'p', type: 'featured_product', title: 'No te lo pierdas', product: video },
        { id: 'c', type: 'featured_channel', title: '', channel },
      ),
    )
    const { container } = await renderApp({ at: '/', api })
    const product = within(await screen.findByRole('region', { name: 'No te lo pierdas' }))
    expect(product.getByRole('heading', { level: 3 }).textContent).toBe('Sierra adentro')
    expect(product.getByRole('link').getAttribute('href')).toBe('/products/sierra')
    const featured = within(screen.getByRole('region', { name: 'Canal destacado' }))
    expect(featured.getByRole('heading', { level: 3 }).textContent).toBe('Sala Boya')
    expect(featured.getByRole('link').getAttribute('href')).toBe('/channels/sala-boya')
    expect(await axeViolations(container)).toEqual([])
  })

  it('asks once for two visits, and again after home.updated [API-014]', async () => {
    const api = createFakeApi()
    api.on(homeContract.get, () => full)
    const { router, push } = await renderApp({ at: '/', api })
    await screen.findByRole('heading', { level: 1, name: 'Relámpagos' })
    await act(() => router.navigate('/aviso-legal'))
    await waitFor(() => expect(screen.queryByRole('heading', { level: 1, name: 'Relámpagos' })).toBeNull())
    await act(() => router.navigate('/'))
    await screen.findByRole('heading', { level: 1, name: 'Relámpagos' })
    expect(api.countOf(homeContract.get)).toBe(1)
    act(() => push({ type: 'home.updated' }))
    await waitFor(() => expect(api.countOf(homeContract.get)).toBe(2))
  })

  it('gives a single show on air the whole width, with its words and its door', async () => {
    const api = createFakeApi()
    api.on(homeContract.get, () => full)
    await renderApp({ at: '/', api })
    const shelf = within(await screen.findByRole('region', { name: 'En directo ahora' }))
    expect(shelf.getByRole('heading', { level: 3 }).textContent).toBe('Relámpagos')
    expect(shelf.getByRole('link', { name: 'Entrar al directo · Gratis' }).getAttribute('href')).toBe('/products/relampagos')
  })

  it('turns to another featured product by choice', async () => {
    const api = createFakeApi()
    api.on(homeContract.get, () => full)
    const { user } = await renderApp({ at: '/', api })
    await screen.findByRole('heading', { level: 1, name: 'Relámpagos' })
    await user.click(screen.getByRole('button', { name: 'Destacado 2 de 2: Telón' }))
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Telón')
  })

  it('says once what category and channel of a featured product have in common', async () => {
    const api = createFakeApi()
    api.on(homeContract.get, () => home(hero([productCard({ title: 'Telón', category: 'Sala Faro', durationMs: 60_000 })])))
    const sameKeys = listenForSameKeys()
    await renderApp({ at: '/', api })
    await screen.findByRole('heading', { level: 1, name: 'Telón' })
    expect(screen.getAllByText('Sala Faro')).toHaveLength(1)
    expect(sameKeys()).toEqual([])
  })

  it('marks the place of the featured product that is shown and draws the others alone', async () => {
    const api = createFakeApi()
    api.on(homeContract.get, () => full)
    const { user } = await renderApp({ at: '/', api })
    const choices = () =>
      within(screen.getByRole('group', { name: 'Elegir destacado' }))
        .getAllByRole('button')
        .map((choice) => [choice.getAttribute('aria-current'), choice.textContent, choice.querySelectorAll('img').length])
    await screen.findByRole('heading', { level: 1, name: 'Relámpagos' })
    expect(choices()).toEqual([
      ['true', 'En pantalla', 0],
      ['false', '', 1],
    ])
    await user.click(screen.getByRole('button', { name: 'Destacado 2 de 2: Telón' }))
    expect(choices()).toEqual([
      ['false', '', 1],
      ['true', 'En pantalla', 0],
    ])
  })

  it('leads to what shows a live event, a date or a film where it has no slider of its own', async () => {
    const api = createFakeApi()
    const sections = [hero([live, soon]), slider('chosen', [soon], 'Elegidos'), slider('category', [other, video], 'Naturaleza')]
    api.on(homeContract.get, () => home(...sections))
    await renderApp({ at: '/#live', api })
    await screen.findByRole('heading', { level: 1, name: 'Relámpagos' })
    expect(screen.queryByText(/Ahora mismo no hay ningún directo/)).toBeNull()
    const follows = (id: string) => {
      const next = document.getElementById(id)?.nextElementSibling
      return next && (next.getAttribute('aria-label') ?? next.querySelector('h2')?.textContent)
    }
    expect(['live', 'upcoming', 'vod'].map(follows)).toEqual(['Destacado', 'Elegidos', 'Naturaleza'])
  })

  it('has each address inside the page once, at the slider of that kind', async () => {
    const api = createFakeApi()
    api.on(homeContract.get, () =>
      home(hero([live]), slider('category', [video], 'Naturaleza'), slider('newest', [video]), slider('newest', [video])),
    )
    const { container } = await renderApp({ at: '/', api })
    await screen.findByRole('heading', { level: 1, name: 'Relámpagos' })
    const led = [...container.querySelectorAll('#vod')]
    expect(led.map((one) => one.nextElementSibling?.querySelector('h2')?.textContent)).toEqual(['A la carta'])
  })

  it('fetches the page again when something goes live [UX-037]', async () => {
    const api = createFakeApi()
    let answer = home(hero([soon]), slider('upcoming', [soon]))
    api.on(homeContract.get, () => answer)
    const { push } = await renderApp({ at: '/#live', api })
    await screen.findByText(/Ahora mismo no hay ningún directo/)
    answer = full
    act(() => push({ type: 'home.updated' }))
    await waitFor(() => expect(within(screen.getByRole('region', { name: 'En directo ahora' })).getByRole('link')).toBeTruthy())
    expect(api.countOf(homeContract.get)).toBe(2)
  })

  it('changes every word with the language, and the language of the page', async () => {
    const api = createFakeApi()
    api.on(homeContract.get, () => full)
    const { user } = await renderApp({ at: '/', api })
    await screen.findByRole('heading', { level: 2, name: 'En directo ahora' })
    await user.click(screen.getAllByRole('button', { name: /Idioma: Español/ })[0]!)
    await user.click(await screen.findByRole('menuitemradio', { name: 'Português' }))
    await screen.findByRole('heading', { level: 2, name: 'Em direto agora' })
    expect(document.documentElement.lang).toBe('pt')
    expect(localStorage.getItem('e-events.language')).toBe('pt')
    expect(api.calls.findLast(({ endpoint }) => endpoint === homeContract.get)?.query).toEqual({ language: 'pt' })
  })
})
