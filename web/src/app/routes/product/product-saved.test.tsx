import { products, savedProducts } from '@e-events/shared/contract/catalogue/products.ts'
import { tickets } from '@e-events/shared/contract/sales/tickets.ts'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { axeViolations } from '../../../testing/axe.ts'
import { productCard, productDetail, sessionUser } from '../../../testing/factories.ts'
import { createFakeApi, Refusal, type FakeApi } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'

let api: FakeApi
const button = () => screen.findByRole('button', { name: 'Guardar para después' })
beforeEach(() => {
  api = createFakeApi()
  const answer = productDetail({ slug: 'telon', title: 'Telón' })
  api.on(products.get, () => answer)
  api.on(savedProducts.get, () => ({ isSaved: false }))
})

describe('saving a product', () => {
  it('leads a visitor to the log-in and back', async () => {
    await renderApp({ at: '/products/telon', api })
    const link = await screen.findByRole('link', { name: 'Guardar para después' })
    expect(link.getAttribute('href')).toBe('/login?next=%2Fproducts%2Ftelon')
    expect(api.countOf(savedProducts.get)).toBe(0)
  })

  it('is one button, which gives it up again', async () => {
    api.on(savedProducts.set, ({ body }) => body)
    const { user, container } = await renderApp({ at: '/products/telon', api, user: sessionUser() })
    expect((await button()).getAttribute('aria-pressed')).toBe('false')
    await user.click(await button())
    await screen.findByText(/Lo encuentras en/)
    await waitFor(async () => expect((await button()).getAttribute('aria-pressed')).toBe('true'))
    expect(await axeViolations(container)).toEqual([])
    await user.click(await button())
    await waitFor(async () => expect((await button()).getAttribute('aria-pressed')).toBe('false'))
    expect(api.calls.filter(({ endpoint }) => endpoint === savedProducts.set).map(({ body }) => body)).toEqual([
      { isSaved: true },
      { isSaved: false },
    ])
  })

  it('that failed leaves the button as it was, with a word', async () => {
    api.on(savedProducts.set, () => {
      throw new Refusal('STATE_CONFLICT', 'Has guardado demasiados.')
    })
    const { user } = await renderApp({ at: '/products/telon', api, user: sessionUser() })
    await user.click(await button())
    await screen.findByText(/demasiados/)
    expect((await button()).getAttribute('aria-pressed')).toBe('false')
  })

  it('fills a list below the tickets, which lets it go', async () => {
    let items = [productCard({ slug: 'telon', title: 'Telón' })]
    api.on(tickets.list, () => ({ items: [], nextCursor: null }))
    api.on(savedProducts.list, () => ({ items }))
    api.on(savedProducts.set, ({ body }) => {
      items = []
      return body
    })
    const { user, container } = await renderApp({ at: '/mystuff/products', api, user: sessionUser() })
    await screen.findByRole('heading', { name: 'Guardados para después' })
    expect(await axeViolations(container)).toEqual([])
    await user.click(await screen.findByRole('button', { name: 'Quitar Telón de los guardados' }))
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Guardados para después' })).toBeNull())
  })
})
