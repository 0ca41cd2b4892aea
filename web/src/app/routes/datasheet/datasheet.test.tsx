import { emptyDatasheet, datasheets, type Datasheet } from '@e-events/shared/contract/learning/datasheets.ts'
import { products } from '@e-events/shared/contract/catalogue/products.ts'
import { config } from '@e-events/shared/contract/settings/config.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { axeViolations } from '../../../testing/axe.ts'
import { productDetail, sessionUser } from '../../../testing/factories.ts'
import { createFakeApi, Refusal, type FakeApi } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'

const at = '/datasheet/escucha'
const filled = {
  title: 'Doce ejercicios',
  author: 'Irene Valcárcel',
  abstract: 'Para oír una canción por dentro.',
  modality: 'Presencial',
  duration: 'Seis sesiones',
  complexity: 'Inicial',
  relatedLinks: ['https://example.org/escucha'],
  license: 'CC BY-SA 4.0',
  resources: 'Un altavoz.',
  benefits: ['Oído', 'Calma'],
  testimonials: [{ name: 'Marta', text: 'Me paran en el pasillo.' }],
  time: 'Media hora',
  experience: 'Sin solfeo',
  people: 'Una docente',
  money: '10 €',
  participants: 'De 8 a 30',
  mechanisms: 'Escucha guiada.',
  strategy: 'Quitar capas.',
  pedagogicalMethod: 'Por descubrimiento.',
  skills: 'Escuchar y hablar.',
}
const sheet = (wanted: Partial<Datasheet> = {}): Datasheet => ({
  ...filled,
  version: 3,
  updatedAt: '2026-05-02T10:00:00.000Z',
  product: {
    slug: 'escucha',
    title: 'Cuaderno de escucha',
    status: 'published',
    channel: { slug: 'sala', title: 'Sala Cardumen', logoUrl: null },
    category: null,
    posterUrl: null,
    language: 'es',
  },
  ...wanted,
})
function apiWith(answer: () => Datasheet): FakeApi {
  const api = createFakeApi()
  api.on(datasheets.get, answer)
  api.on(products.get, () => productDetail({ slug: 'escucha', title: 'Cuaderno de escucha', type: 'datasheet', plan: 'paid' }))
  return api
}
const open = (api: FakeApi, options: object = {}) => renderApp({ at, api, user: sessionUser(), ...options })

describe('a datasheet', () => {
  it('shows all that is filled in to somebody logged in, and sends a visitor home [LRN-004]', async () => {
    const api = apiWith(() => sheet())
    const app = await open(api)
    await screen.findByRole('heading', { level: 1, name: 'Doce ejercicios' })
    const article = screen.getByRole('article')
    for (const text of Object.values(filled).flatMap((value) =>
      typeof value === 'string' ? [value] : value.flatMap((row) => (typeof row === 'string' ? [row] : Object.values(row))),
    ))
      expect(within(article).getByText(text)).toBeTruthy()
    expect(article.textContent).toContain('Versión 3, 2 de mayo de 2026')
    const link = within(article).getByRole('link', { name: 'https://example.org/escucha' })
    expect([link.getAttribute('rel'), link.getAttribute('target')]).toEqual(['noopener nofollow ugc', '_blank'])
    expect(await axeViolations(app.container)).toEqual([])
    app.unmount()

    const visitor = await renderApp({ at, api: apiWith(() => sheet()) })
    await waitFor(() => expect(visitor.router.state.location.pathname).toBe('/'))
    expect(visitor.api.countOf(datasheets.get)).toBe(0)
  })

  it('leaves out what was left empty', async () => {
    await open(apiWith(() => sheet({ ...emptyDatasheet, title: 'Doce ejercicios', abstract: 'Para oír.' })))
    await screen.findByRole('heading', { level: 1, name: 'Doce ejercicios' })
    expect(screen.getByRole('article').querySelectorAll('h2')).toHaveLength(1)
    expect(screen.getByRole('article').querySelector('dl')).toBeNull()
  })

  it('is printed and downloaded', async () => {
    const api = apiWith(() => sheet())
    api.on(datasheets.download, () => ({ fileName: 'escucha.pdf', contentType: 'application/pdf', content: '%PDF' }))
    const print = vi.spyOn(globalThis, 'print').mockImplementation(() => undefined)
    const address = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x')
    const { user } = await open(api)
    await user.click(await screen.findByRole('button', { name: 'Imprimir' }))
    expect(print).toHaveBeenCalledOnce()
    await user.click(screen.getByRole('button', { name: 'Descargar PDF' }))
    await waitFor(() => expect(api.calls.findLast(({ endpoint }) => endpoint === datasheets.download)?.query).toEqual({ language: 'es' }))
    await waitFor(() => expect(address).toHaveBeenCalledOnce())
    expect(address.mock.calls[0]?.[0]).toMatchObject({ type: 'application/pdf' })
  })

  it.each(['TICKET_REQUIRED', 'SUBSCRIPTION_REQUIRED', 'NOT_PURCHASABLE'] as const)(
    'gives its place to the page of the product where it may not be read: %s',
    async (code) => {
      const api = apiWith(() => {
        throw new Refusal(code)
      })
      await open(api)
      expect(await screen.findByRole('heading', { level: 1, name: 'Cuaderno de escucha' })).toBeTruthy()
      expect(api.countOf(products.get)).toBe(1)
    },
  )

  it('is not there while its module is off, and names the page that is [LRN-034]', async () => {
    const api = apiWith(() => sheet())
    api.on(config.modules, () => ({ modules: [{ id: 'datasheets' as const, active: false }] }))
    await open(api)
    expect(await screen.findByRole('heading', { level: 1, name: 'Aquí no hay nada' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Ver el producto' }).getAttribute('href')).toBe('/products/escucha')
    expect(api.countOf(datasheets.get)).toBe(0)
  })
})
