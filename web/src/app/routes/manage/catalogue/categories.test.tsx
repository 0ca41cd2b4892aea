import { categories, type ManagedCategory } from '@e-events/shared/contract/catalogue/categories.ts'
import { productAdmin } from '@e-events/shared/contract/catalogue/product-admin.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { admin } from '../../../../testing/admin-factories.ts'
import { axeViolations } from '../../../../testing/axe.ts'
import { createFakeApi, Refusal, type FakeApi } from '../../../../testing/fake-api.ts'
import { renderApp } from '../../../../testing/render-app.tsx'

let api: FakeApi
let items: ManagedCategory[]
const category = (slug: string, title: string, wanted: Partial<ManagedCategory> = {}): ManagedCategory => ({
  slug,
  titles: { es: title, en: null, pt: null },
  hidden: false,
  products: 3,
  published: 2,
  ...wanted,
})

beforeEach(() => {
  api = createFakeApi()
  items = [category('jazz', 'Jazz'), category('teatro', 'Teatro', { hidden: true })]
  api.on(productAdmin.list, () => ({ items: [], nextCursor: null, total: 0 }))
  api.on(categories.listManaged, () => ({ items }))
})

async function open() {
  const app = await renderApp({ at: '/manage/products', api, user: admin() })
  await app.user.click(await screen.findByRole('button', { name: 'Categorías' }))
  return { ...app, dialog: within(await screen.findByRole('dialog', { name: 'Categorías' })) }
}
const lastBody = (endpoint: (typeof api.calls)[number]['endpoint']) => api.calls.findLast((call) => call.endpoint === endpoint)?.body

describe('categories of the site [CAT-020]', () => {
  it('that cannot be changed stay as they are, and it is said why', async () => {
    api.on(categories.order, () => {
      throw new Refusal('EDIT_CONFLICT', 'Alguien ha cambiado la lista.')
    })
    const { user, dialog } = await open()
    await user.click(await dialog.findByRole('button', { name: 'Bajar Jazz' }))
    await screen.findByText('Alguien ha cambiado la lista.')
    expect(dialog.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual(['Jazz', 'Teatro'])
  })

  it('are added, named, ordered, shown and removed', async () => {
    api.on(categories.create, () => category('danza', 'Danza'))
    api.on(categories.update, () => category('teatro', 'Teatro'))
    api.on(categories.order, () => ({ items }))
    api.on(categories.remove, () => undefined)
    const { user, dialog } = await open()
    const add = within(await dialog.findByRole('region', { name: 'Añadir categoría' }))
    expect(add.getByRole<HTMLButtonElement>('button', { name: 'Añadir categoría' }).disabled).toBe(true)
    await user.type(add.getByRole('textbox', { name: 'En español' }), ' Danza ')
    await user.click(add.getByRole('button', { name: 'Añadir categoría' }))
    await waitFor(() => expect(lastBody(categories.create)).toMatchObject({ titles: { es: 'Danza', en: null, pt: null } }))

    await user.click(await dialog.findByRole('switch', { name: 'Mostrar Teatro' }))
    await waitFor(() => expect(lastBody(categories.update)).toEqual({ hidden: false }))
    await waitFor(() => expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Subir Teatro' }).disabled).toBe(false))
    await user.click(dialog.getByRole('button', { name: 'Subir Teatro' }))
    await waitFor(() => expect(lastBody(categories.order)).toEqual({ slugs: ['teatro', 'jazz'] }))

    await user.click(dialog.getByRole('button', { name: 'Cambiar el nombre de Jazz' }))
    const form = within(dialog.getAllByRole('listitem')[0] ?? document.body)
    await user.type(form.getByRole('textbox', { name: 'En inglés' }), 'Jazz music')
    await user.click(form.getByRole('button', { name: 'Guardar' }))
    await waitFor(() => expect(lastBody(categories.update)).toEqual({ titles: { es: 'Jazz', en: 'Jazz music', pt: null } }))

    await user.click(dialog.getByRole('button', { name: 'Eliminar Jazz' }))
    const sure = within(await screen.findByRole('dialog', { name: '¿Eliminar «Jazz»?' }))
    await user.click(sure.getByRole('button', { name: 'Eliminar' }))
    await waitFor(() => expect(api.countOf(categories.remove)).toBe(1))
  })

  it('have no fault that axe can see', async () => {
    const { baseElement, dialog } = await open()
    await dialog.findByRole('heading', { name: 'Jazz' })
    expect(await axeViolations(baseElement)).toEqual([])
  })
})
