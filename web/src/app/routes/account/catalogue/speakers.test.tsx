import { speakers, type OwnSpeaker } from '@e-events/shared/contract/catalogue/speakers.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { snackStore } from '../../../../components/feedback/use-snacks.ts'
import { admin } from '../../../../testing/admin-factories.ts'
import { axeViolations } from '../../../../testing/axe.ts'
import { ownSpeaker, ownSpeakerRow } from '../../../../testing/channel-factories.ts'
import { sessionUser } from '../../../../testing/factories.ts'
import { createFakeApi, Refusal, type FakeApi } from '../../../../testing/fake-api.ts'
import { renderApp } from '../../../../testing/render-app.tsx'

const organizer = sessionUser({ roles: ['VIEWER', 'PRODUCER'] })
const used = ownSpeakerRow({ name: 'Nora Beltrán', products: 2 })
const free = ownSpeakerRow({ name: 'Blas Cano', title: 'Chelista', slug: 'blas-cano' })
const inUse = new Refusal('SPEAKER_IN_USE', 'Cannot remove a speaker in use', [
  { path: 'products.gala', rule: 'used_by', message: 'Gala de invierno' },
  { path: 'products.feria', rule: 'used_by', message: 'Feria' },
])

function apiWith(
  stored: OwnSpeaker = ownSpeaker({ ...used, usedBy: [{ slug: 'gala', title: 'Gala de invierno', channelSlug: 'sala-faro' }] }),
): FakeApi {
  const api = createFakeApi()
  let speaker = stored
  api.on(speakers.listOwn, () => ({ items: [used, free], nextCursor: null, total: 2 }))
  api.on(speakers.getOwn, ({ params }) => {
    if (params.id !== speaker.id) throw new Refusal('NOT_FOUND')
    return speaker
  })
  api.on(
    speakers.update,
    ({ body: { imageId, ...body } }) => (speaker = { ...speaker, ...body, ...(imageId === undefined ? {} : { imageId }) }),
  )
  return api
}
const deleteButton = async (name: string | RegExp) => screen.findByRole('button', { name })
afterEach(() => act(() => snackStore.get().forEach(({ key }) => snackStore.remove(key))))

describe('speakers', () => {
  it.each([
    ['/account/speakers', ['VIEWER'], '/account/my-data'],
    [`/account/speakers/${used.id}`, ['VIEWER'], '/account/my-data'],
    ['/manage/speakers', ['VIEWER', 'PRODUCER'], '/'],
    [`/manage/speakers/${used.id}`, ['VIEWER', 'PRODUCER'], '/'],
  ] as const)('%s is not for %s [PROD-011] [PROD-012] [ADM-034] [ADM-035]', async (at, roles, elsewhere) => {
    const app = await renderApp({ at, api: apiWith(), user: sessionUser({ roles: [...roles] }) })
    await waitFor(() => expect(app.router.state.location.pathname).toBe(elsewhere))
  })

  it('in use cannot be deleted, and the dialog names the products [CAT-048] [ERR-033] [PROD-011]', async () => {
    const api = apiWith()
    api.on(speakers.remove, () => {
      throw inUse
    })
    const { user, container } = await renderApp({ at: '/account/speakers', api, user: organizer, language: 'en' })
    await screen.findByRole('link', { name: 'Nora Beltrán' })
    expect(await axeViolations(container)).toEqual([])
    await user.click(await deleteButton('Delete Nora Beltrán?'))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    const alert = within(await dialog.findByRole('alert'))
    alert.getByText('Cannot remove a speaker in use')
    expect(alert.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Gala de invierno', 'Feria'])
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Delete' }).disabled).toBe(true)

    api.on(speakers.remove, () => undefined)
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    await user.click(await deleteButton('Delete Blas Cano?'))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
    await screen.findByText('Blas Cano has been deleted.')
    expect(api.calls.findLast(({ endpoint }) => endpoint === speakers.remove)?.params).toEqual({ id: free.id })
  })

  it('are made in a dialog that has an address of its own [PROD-048]', async () => {
    const made = ownSpeaker({ name: 'Ana Níquel', slug: 'ana-niquel' })
    const api = apiWith(made)
    api.on(speakers.create, () => {
      throw new Refusal('SLUG_TAKEN')
    })
    const { user, router } = await renderApp({ at: '/account/speakers/new', api, user: organizer })
    const dialog = within(await screen.findByRole('dialog', { name: 'Nuevo ponente' }))
    const submit = dialog.getByRole<HTMLButtonElement>('button', { name: 'Crear ponente' })
    expect(submit.disabled).toBe(true)
    await user.type(dialog.getByRole('textbox', { name: /^Nombre/ }), 'Ana Níquel')
    await user.type(dialog.getByRole('textbox', { name: /Dirección/ }), 'ana')
    await user.click(submit)
    await dialog.findByText('La dirección elegida ya existe')
    api.on(speakers.create, () => made)
    await user.clear(dialog.getByRole('textbox', { name: /Dirección/ }))
    await user.type(dialog.getByRole('textbox', { name: 'LinkedIn' }), 'https://linkedin.com/in/ana')
    await user.click(submit)
    await screen.findByRole('heading', { level: 1, name: 'Ana Níquel' })
    expect(router.state.location.pathname).toBe(`/account/speakers/${made.id}`)
    expect(api.calls.findLast(({ endpoint }) => endpoint === speakers.create)?.body).toEqual({
      name: 'Ana Níquel',
      language: 'es',
      title: '',
      bio: '',
      translations: { en: { title: '', bio: '' }, pt: { title: '', bio: '' } },
      imageId: null,
      links: { instagram: null, facebook: null, twitter: null, youtube: null, linkedin: 'https://linkedin.com/in/ana' },
    })
  })

  it.each([
    ['/account/speakers', organizer, '/account/channels/sala-faro/products/gala'],
    ['/manage/speakers', admin(), '/manage/products/gala'],
  ])('are edited at %s, with where they appear [PROD-012] [ADM-035] [ADM-042]', async (at, account, productHref) => {
    const api = apiWith()
    const { user } = await renderApp({ at: `${at}/${used.id}`, api, user: account })
    expect((await screen.findByRole('link', { name: 'Gala de invierno' })).getAttribute('href')).toBe(productHref)
    const bio = screen.getByRole('textbox', { name: /Biografía/ })
    await user.clear(bio)
    await user.type(bio, 'Nació en Cádiz.')
    await user.click(screen.getByRole('tab', { name: 'English' }))
    await user.type(screen.getByRole('textbox', { name: /Cargo u oficio/ }), 'Guitarist')
    await user.type(screen.getByRole('textbox', { name: /Biografía/ }), 'Born in Cádiz.')
    await user.click(screen.getByRole('button', { name: 'Guardar' }))
    await screen.findByText('El ponente se ha guardado.')
    expect(api.calls.findLast(({ endpoint }) => endpoint === speakers.update)?.body).toMatchObject({
      name: 'Nora Beltrán',
      bio: 'Nació en Cádiz.',
      translations: { en: { title: 'Guitarist', bio: 'Born in Cádiz.' }, pt: { title: '', bio: '' } },
    })
  })

  it('of somebody else are not there [PROD-012]', async () => {
    await renderApp({ at: '/account/speakers/00000000-0000-4000-8000-00000000abcd', api: apiWith(), user: organizer })
    await screen.findByRole('heading', { name: 'Aquí no hay nada' })
  })

  it('of every owner stand in staff’s table with whose they are [ADM-034]', async () => {
    localStorage.setItem('e-events.table.manage-speakers', JSON.stringify(['title', 'owner', 'products']))
    await renderApp({ at: '/manage/speakers', api: apiWith(), user: admin() })
    expect(await screen.findAllByText('Lucía Ferrer')).toHaveLength(2)
  })
})
