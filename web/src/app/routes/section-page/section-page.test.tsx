import { entities } from '@e-events/shared/contract/storefront/entities.ts'
import { home as homeContract } from '@e-events/shared/contract/storefront/home.ts'
import { pages } from '@e-events/shared/contract/storefront/pages.ts'
import { errorText } from '@e-events/shared/locales/errors.ts'
import { coupons } from '@e-events/shared/contract/sales/coupons.ts'
import type { ShownSection } from '@e-events/shared/contract/storefront/shown-sections.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { axeViolations } from '../../../testing/axe.ts'
import { hero, home, productCard, sessionUser, slider, ticket } from '../../../testing/factories.ts'
import { createFakeApi, Refusal } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'

const words = (id: string, size: 'small' | 'medium' | 'large', title: string): ShownSection => ({
  id,
  type: 'static_content',
  size,
  title,
  description: 'Qué tal',
  url: '/help',
})
const picture = { kind: 'image' as const, imageUrl: '/api/files/00000000-0000-4000-8000-000000000001' }

describe.each([
  ['an entity', '/store', entities.get, 'CAT-002'],
  ['a page', '/page', pages.get, 'CAT-003'],
] as const)('the address of %s', (_, base, endpoint, id) => {
  it(`shows its sections with and without a session, and not-found for an unknown one [${id}]`, async () => {
    for (const user of [undefined, sessionUser()]) {
      const api = createFakeApi()
      api.on(endpoint, ({ params }) => {
        if (params.slug !== 'acme') throw new Refusal('NOT_FOUND')
        return { name: 'Acme', slug: 'acme', sections: [words('a', 'large', 'Hola'), slider('newest', [productCard({ title: 'Marea' })])] }
      })
      const app = await renderApp({ at: `${base}/acme`, api, ...(user ? { user } : {}) })
      await screen.findByRole('heading', { level: 1, name: 'Acme' })
      expect(screen.getByRole('region', { name: 'Hola' })).toBeTruthy()
      expect(within(screen.getByRole('region', { name: 'A la carta' })).getByRole('link', { name: /Marea/ })).toBeTruthy()
      if (!user) expect(await axeViolations(app.container)).toEqual([])
      app.unmount()
    }
    const api = createFakeApi()
    api.on(endpoint, () => {
      throw new Refusal('NOT_FOUND')
    })
    await renderApp({ at: `${base}/nobody`, api })
    await screen.findByRole('heading', { level: 1, name: 'Aquí no hay nada' })
  })

  it('that it had before is replaced by the present one', async () => {
    const api = createFakeApi()
    api.on(endpoint, () => ({ name: 'Acme', slug: 'acme-nueva', sections: [] }))
    const { router } = await renderApp({ at: `${base}/acme`, api })
    await waitFor(() => expect(router.state.location.pathname).toBe(`${base}/acme-nueva`))
    expect(router.state.historyAction).toBe('REPLACE')
  })
})

describe('sections', () => {
  it('show a hero with its words and its button, texts in their widths, and a call to action [CAT-016] [ADM-046] [ADM-049] [ADM-051]', async () => {
    const api = createFakeApi()
    const product = productCard({ title: 'Rita', slug: 'rita' })
    api.on(pages.get, () => ({
      name: 'Prensa',
      slug: 'prensa',
      sections: [
        hero([], { title: 'La última noche', subtitle: 'Desde la sala', media: picture, product }),
        words('a', 'small', 'Uno'),
        words('b', 'medium', 'Dos'),
        {
          id: 'c',
          type: 'call_to_action' as const,
          title: '¿Tienes un escenario?',
          subtitle: '',
          buttonText: 'Empezar',
          buttonLink: '/page/producers',
        },
        { id: 'i', type: 'static_image' as const, imageUrl: picture.imageUrl, alt: 'Un faro', url: 'https://example.test/faro' },
      ],
    }))
    const { container } = await renderApp({ at: '/page/prensa', api, styled: true })
    await screen.findByRole('heading', { level: 1, name: 'La última noche' })
    expect(screen.getByRole('link', { name: /Ver/ }).getAttribute('href')).toBe('/products/rita')
    expect(screen.getByRole('region', { name: 'Uno' }).dataset['size']).toBe('small')
    expect(screen.getByRole('region', { name: 'Dos' }).dataset['size']).toBe('medium')
    const widths = ['Uno', 'Dos'].map((name) => getComputedStyle(screen.getByRole('region', { name })).gridColumn)
    expect(new Set(widths).size).toBe(2)
    expect(screen.getByRole('link', { name: 'Empezar' }).getAttribute('href')).toBe('/page/producers')
    expect(screen.getByRole('link', { name: 'Un faro' }).getAttribute('href')).toBe('https://example.test/faro')
    expect(await axeViolations(container)).toEqual([])
  })

  it('say what a picture shows, or where it leads, in words that everybody sees', async () => {
    const api = createFakeApi()
    const image = { type: 'static_image' as const, imageUrl: '/api/files/faro' }
    const sections = [
      { ...image, id: 'a', alt: 'Un faro', url: '' },
      { ...image, id: 'b', alt: 'El faro de noche', url: '/channels/faro' },
      { ...image, id: 'c', alt: '', url: '/help' },
    ]
    api.on(pages.get, () => ({ name: 'Prensa', slug: 'prensa', sections }))
    const { container } = await renderApp({ at: '/page/prensa', api })
    await screen.findByRole('heading', { level: 1, name: 'Prensa' })
    const [plain, linked, wordless] = [...container.querySelectorAll('figure')]
    expect([plain?.textContent, plain?.querySelector('a')]).toEqual(['Un faro', null])
    expect([linked?.textContent, linked?.querySelector('a')?.getAttribute('href')]).toEqual(['El faro de noche', '/channels/faro'])
    expect([wordless?.textContent, wordless?.querySelector('a')?.getAttribute('href')]).toEqual(['Abrir el enlace de la imagen', '/help'])
    expect(await axeViolations(container)).toEqual([])
  })

  it('play a video of a hero without sound, which can be stopped', async () => {
    const api = createFakeApi()
    api.on(pages.get, () => ({
      name: 'Prensa',
      slug: 'prensa',
      sections: [hero([], { title: 'Rita', media: { kind: 'video', videoUrl: 'https://cdn.example.test/a.mp4', imageUrl: null } })],
    }))
    const { container } = await renderApp({ at: '/page/prensa', api })
    await screen.findByRole('heading', { level: 1, name: 'Rita' })
    expect(container.querySelector('video')?.muted).toBe(true)
    expect(screen.getByRole('button', { name: /el vídeo de fondo/ })).toBeTruthy()
  })
})

describe('the coupon box', () => {
  const page = () => home(hero([productCard({ title: 'Relámpagos' })]), slider('newest', [productCard()]))

  it('is there while coupons are on, and a valid code opens its product [CAT-015]', async () => {
    const api = createFakeApi()
    api.on(homeContract.get, page)
    const codes: string[] = []
    api.on(coupons.redeem, ({ body }) => {
      codes.push(body.code)
      if (codes.length === 1) throw new Refusal('COUPON_NOT_FOUND', errorText('COUPON_NOT_FOUND', 'es'))
      return { kind: 'access' as const, ticket: ticket({ product: productCard({ slug: 'secreto' }) }) }
    })
    const { user, router } = await renderApp({ at: '/', api, user: sessionUser() })
    const box = within(await screen.findByRole('region', { name: '¿Tienes un cupón?' }))
    await user.type(box.getByLabelText('Código del cupón'), 'ABCD-EFGH-JKMN')
    await user.click(box.getByRole('button', { name: 'Canjear' }))
    expect(await box.findByText('No hay ningún cupón con este código')).toBeTruthy()
    await user.click(box.getByRole('button', { name: 'Canjear' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/products/secreto'))
  })

  it.each([
    ['COUPON_NOT_FOUND', 'No coupon found with this code', '[ERR-016]'],
    ['COUPON_REDEEMED', 'Coupon already redeemed', '[ERR-015]'],
    ['COUPON_INVALID', 'Invalid coupon', '[ERR-014]'],
  ] as const)('says %s in the words of the catalogue: %s %s', async (code, words, _id) => {
    const api = createFakeApi()
    api.on(homeContract.get, page)
    api.on(coupons.redeem, () => {
      throw new Refusal(code, errorText(code, 'en'))
    })
    const { user } = await renderApp({ at: '/', api, user: sessionUser(), language: 'en' })
    const box = within(await screen.findByRole('region', { name: 'Do you have a coupon?' }))
    await user.type(box.getByLabelText('Coupon code'), 'ABCD-EFGH-JKMN')
    await user.click(box.getByRole('button', { name: 'Redeem' }))
    expect(await box.findByText(words)).toBeTruthy()
  })

  it('leads to the checkout with the price that is held where something is left to pay', async () => {
    const euros = (minor: number) => ({ minor, currency: 'EUR' })
    const api = createFakeApi()
    api.on(homeContract.get, page)
    api.on(coupons.redeem, () => ({
      kind: 'price' as const,
      code: 'ABCDE-FGHJK-MNPQR',
      product: productCard({ slug: 'telon' }),
      session: null,
      price: { net: euros(400), tax: euros(84), fee: null, gross: euros(484) },
      heldUntil: '2026-11-23T20:30:00.000Z',
    }))
    const { user, router } = await renderApp({ at: '/', api, user: sessionUser() })
    const box = within(await screen.findByRole('region', { name: '¿Tienes un cupón?' }))
    await user.type(box.getByLabelText('Código del cupón'), 'abcde fghjk mnpqr')
    await user.click(box.getByRole('button', { name: 'Canjear' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/products/telon/checkout'))
    expect(router.state.location.search).toBe('?coupon=ABCDE-FGHJK-MNPQR')
  })

  it('asks a visitor to log in first, and is absent while coupons are off [CAT-015]', async () => {
    const api = createFakeApi()
    api.on(homeContract.get, page)
    const app = await renderApp({ at: '/', api })
    const box = within(await screen.findByRole('region', { name: '¿Tienes un cupón?' }))
    expect(box.getByRole('link', { name: 'Entra para canjearlo' }).getAttribute('href')).toBe('/login')
    app.unmount()
    const without = createFakeApi()
    without.on(homeContract.get, page)
    await renderApp({ at: '/', api: without, config: { coupons: false } })
    await screen.findByRole('heading', { level: 1, name: 'Relámpagos' })
    await waitFor(() => expect(screen.queryByRole('region', { name: '¿Tienes un cupón?' })).toBeNull())
  })
})
