import { bundles } from '@e-events/shared/contract/catalogue/bundles.ts'
import type { OwnProductDetail } from '@e-events/shared/contract/catalogue/own-products.ts'
import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { snackStore } from '../../../../components/feedback/use-snacks.ts'
import { toursStorageKey } from '../../../../features/guidance/tours/seen.ts'
import { errors as errorsEn } from '@e-events/shared/locales/errors.en.ts'
import { Refusal } from '../../../../testing/fake-api.ts'
import { button, concert, stageProducts, type ProductStage } from '../../../../testing/product-stage.ts'

const address = '/account/channels/sala-faro/products/concierto?step=extras'
const ids = ['00000000-0000-4000-8000-0000000000b1', '00000000-0000-4000-8000-0000000000b2']
const bundle = (bundleState: OwnProductDetail['bundleState']) =>
  concert({
    status: 'published',
    bundleState,
    bundleProductIds: ids,
    bundleProducts: ids.map((id, index) => ({ id, slug: `film-${index}`, title: `Film ${index + 1}` })),
  })

let stage: ProductStage
beforeEach(() => {
  localStorage.setItem(toursStorageKey, '["organizer-home","new-product"]')
  stage = stageProducts()
})
afterEach(() => act(() => snackStore.get().forEach(({ key }) => snackStore.remove(key))))

it('a bundle is activated and deactivated by its organizer', async () => {
  stage.stored = bundle('inactive')
  stage.api.on(bundles.activate, () => (stage.stored = bundle('active')))
  stage.api.on(bundles.deactivate, () => (stage.stored = bundle('inactive')))
  const { user } = await stage.open(address)
  await screen.findByText('Inactive: the bundle is not sold')
  await user.click(await button('Activate bundle'))
  await screen.findByText('The bundle is active')
  await screen.findByText('Active: the bundle is sold')
  await user.click(await button('Deactivate bundle'))
  await screen.findByText('The bundle is not sold any more')
  await screen.findByText('Inactive: the bundle is not sold')
})

it('a bundle that lacks products says so', async () => {
  stage.stored = bundle('inactive')
  stage.api.on(bundles.activate, () => {
    throw new Refusal('BUNDLE_INCOMPLETE', errorsEn.BUNDLE_INCOMPLETE)
  })
  const { user } = await stage.open(address)
  await user.click(await button('Activate bundle'))
  await screen.findByText(/at least two of your published products/)
})

it('products that are not saved yet have to be saved first', async () => {
  stage.stored = bundle('inactive')
  const { user } = await stage.open(address)
  const before = await button('Activate bundle')
  expect(before.hasAttribute('disabled')).toBe(false)
  await user.click(screen.getByRole('combobox', { name: 'Products in the bundle' }))
  await user.keyboard('{Backspace}')
  await screen.findByText('Save the changes first.')
  expect((await button('Activate bundle')).hasAttribute('disabled')).toBe(true)
})
