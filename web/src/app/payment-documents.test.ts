import { createMemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { keepPaymentsApart } from './payment-documents.ts'

const slow = { lazy: async () => ({ Component: () => null }) }
const routes = ['/', '/products/:slug/checkout', '/payments/test/:id', '/payments/orders/:id'].map((path) => ({ path, ...slow }))

async function walk(from: string, to: string): Promise<string[]> {
  const router = createMemoryRouter(routes, { initialEntries: [from] })
  const loaded: string[] = []
  keepPaymentsApart(router, { loadedAt: from, load: (address) => loaded.push(address) })
  await router.navigate(to)
  return [...new Set(loaded)]
}

it('loads the page on which one pays, and every page after it, as a document of its own', async () => {
  expect(await walk('/products/x/checkout', '/payments/orders/1?a=b#c')).toEqual(['/payments/orders/1?a=b#c'])
  expect(await walk('/payments/orders/1', '/products/x/checkout?order=1')).toEqual(['/products/x/checkout?order=1'])
  expect(await walk('/products/x/checkout', '/payments/test/1')).toEqual([])
  expect(await walk('/payments/orders/1', '/payments/orders/2')).toEqual([])
})
