import { categories } from '@e-events/shared/contract/catalogue/categories.ts'
import type { Section } from '@e-events/shared/contract/storefront/home-sections.ts'
import { sections as calls, type SectionEditor, type StoredVersion } from '@e-events/shared/contract/storefront/sections.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { axeViolations } from '../../../../testing/axe.ts'
import { sessionUser } from '../../../../testing/factories.ts'
import { createFakeApi, Refusal } from '../../../../testing/fake-api.ts'
import { renderApp } from '../../../../testing/render-app.tsx'

const admin = sessionUser({ roles: ['VIEWER', 'ADMIN'] })
const texts = (es: string) => ({ es, en: '', pt: '' })
const call: Section = {
  id: 'cta',
  type: 'call_to_action',
  hidden: false,
  title: texts('¿Tienes un escenario?'),
  subtitle: texts(''),
  buttonText: texts('Empezar'),
  buttonLink: '/page/producers',
}
const words: Section = {
  id: 'words',
  type: 'static_content',
  hidden: false,
  size: 'large',
  title: texts('Hola'),
  description: texts(''),
  url: '',
}

/** An api that keeps one place as the real one does: versions, and refusals of what is stale. */
function playEditor(first: Section[]) {
  const api = createFakeApi()
  let number = 1
  let author = 'Ada Admin'
  const version = (list: Section[], wanted: Partial<StoredVersion> = {}): StoredVersion => ({
    number,
    state: 'live',
    author,
    savedAt: '2026-11-20T10:00:00.000Z',
    publishedAt: '2026-11-20T10:00:00.000Z',
    publishAt: null,
    restoredFrom: null,
    sections: list,
    ...wanted,
  })
  const place: SectionEditor['place'] = { kind: 'home', id: 'site', name: '', slug: '', isPublished: true, audience: 'everybody' }
  let stored: SectionEditor = { place, revision: '1', live: version(first), draft: null, fallback: [] }
  const publish = (list: Section[]) => {
    number += 1
    stored = { ...stored, revision: String(number), live: version(list), draft: null }
    return stored
  }
  api.on(calls.get, () => stored)
  api.on(calls.preview, () => ({ sections: [] }))
  api.on(calls.choices, () => ({ items: [] }))
  api.on(categories.list, () => ({ items: [] }))
  const published: Section[][] = []
  api.on(calls.publish, ({ body }) => {
    published.push(body.sections)
    return publish(body.sections)
  })
  let isBroken = false
  api.on(calls.saveDraft, ({ body }) => {
    if (isBroken) throw new Refusal('INTERNAL')
    number += 1
    stored = { ...stored, revision: String(number), draft: version(body.sections, { state: 'draft', publishedAt: null }) }
    return stored
  })
  return {
    api,
    published,
    /** Somebody else is faster. */
    theirs: (list: Section[], by: string) => {
      author = by
      publish(list)
    },
    breaks: (on: boolean) => {
      isBroken = on
    },
  }
}
const saveButton = () => screen.getByRole('button', { name: 'Guardar y publicar' })
const isOpen = (button: HTMLElement) => !(button as HTMLButtonElement).disabled
const list = () => within(screen.getByRole('region', { name: 'Secciones' }))
const form = () => within(screen.getByRole('complementary', { name: 'Contenido de la sección' }))
const names = (label = 'Secciones') =>
  within(screen.getByRole('region', { name: label }))
    .getAllByRole('listitem')
    .map((item) => within(item).getAllByRole('button', { pressed: undefined })[1]?.textContent)

describe('the home editor', () => {
  it('loads what is published, without a fault for people who do not see [ADM-031]', async () => {
    const { api } = playEditor([words, call])
    const { container } = await renderApp({ at: '/manage/home', api, user: admin })
    await screen.findByRole('heading', { level: 1, name: 'Portada' })
    expect(list().getAllByRole('listitem')).toHaveLength(2)
    expect(isOpen(saveButton())).toBe(false)
    expect(await axeViolations(container)).toEqual([])
  })

  it('keeps the page from being saved while a section has changes, and says why, until they are saved or discarded [ADM-052] [ADM-051]', async () => {
    const { api, published } = playEditor([words, call])
    const { user } = await renderApp({ at: '/manage/home', api, user: admin })
    await user.click(await screen.findByRole('button', { name: /¿Tienes un escenario\?\s*Llamada a la acción/ }))
    await user.clear(form().getByLabelText(/Título/))
    await user.type(form().getByLabelText(/Título/), 'Sube al escenario')
    expect(list().getByRole('img', { name: 'Con cambios sin guardar' })).toBeTruthy()
    expect(isOpen(saveButton())).toBe(false)
    expect(saveButton().getAttribute('aria-describedby')).toBe('publish-waits')
    expect(document.querySelector('#publish-waits')?.textContent).toBe('Guarda o descarta antes los cambios de cada sección.')
    expect(screen.getByText('Una sección con cambios sin guardar. Nadie los ve todavía.')).toBeTruthy()

    await user.click(form().getByRole('button', { name: 'Descartar cambios' }))
    expect(form().getByLabelText<HTMLInputElement>(/Título/).value).toBe('¿Tienes un escenario?')
    expect(isOpen(saveButton())).toBe(false)

    await user.type(form().getByLabelText(/Título/), ' Sí')
    await user.click(form().getByRole('button', { name: 'Guardar sección' }))
    expect(isOpen(saveButton())).toBe(true)
    await user.click(saveButton())
    await screen.findByText('Publicado. Ya lo ve todo el mundo.')
    expect(published).toEqual([[words, { ...call, title: texts('¿Tienes un escenario? Sí') }]])
    expect(isOpen(saveButton())).toBe(false)
  })

  it('does not take a section that lacks what it needs, or a link that is a script [ADM-049]', async () => {
    const { api } = playEditor([words])
    const { user } = await renderApp({ at: '/manage/home', api, user: admin })
    await user.click(await screen.findByRole('button', { name: 'Contenido' }))
    await user.type(form().getByLabelText('Enlace'), 'javascript:alert(1)')
    await user.tab()
    expect(form().getByText('Eso no es una dirección https:// ni de este sitio.')).toBeTruthy()
    expect(isOpen(form().getByRole('button', { name: 'Guardar sección' }))).toBe(false)
    await user.clear(form().getByLabelText('Enlace'))
    await user.type(form().getByLabelText('Enlace'), '/help')
    await user.click(form().getByRole('button', { name: 'Un tercio' }))
    expect(isOpen(form().getByRole('button', { name: 'Guardar sección' }))).toBe(true)
    await user.clear(form().getByLabelText(/Título/))
    await user.tab()
    expect(isOpen(form().getByRole('button', { name: 'Guardar sección' }))).toBe(false)
  })

  it('changes the order by buttons, and puts back everything that was changed', async () => {
    const { api, published } = playEditor([words, call])
    const { user } = await renderApp({ at: '/manage/home', api, user: admin })
    await user.click(await screen.findByRole('button', { name: 'Bajar: Hola' }))
    expect(names()[1]).toMatch(/^Hola/)
    await user.click(screen.getByRole('button', { name: 'Descartar' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Descartarlo' }))
    await waitFor(() => expect(names()[0]).toMatch(/^Hola/))
    await user.click(screen.getByRole('button', { name: 'Bajar: Hola' }))
    await user.click(saveButton())
    await waitFor(() => expect(published[0]?.map(({ id }) => id)).toEqual(['cta', 'words']))
  })

  it('moves a section by the keyboard, and tells where it is', async () => {
    const { api } = playEditor([words, call])
    const { user } = await renderApp({ at: '/manage/home', api, user: admin })
    const handle = await screen.findByRole('button', { name: 'Mover Hola' })
    expect(handle.getAttribute('aria-roledescription')).toBe('ordenable')
    handle.focus()
    await user.keyboard(' ')
    await screen.findByText(/Hola levantada|Hola está en el lugar/)
    await user.keyboard('{Escape}')
    await screen.findByText('Hola vuelve a su lugar.')
  })

  it('offers every kind of section, and takes a new one away again when it is discarded [ADM-046] [ADM-047] [ADM-048] [ADM-050]', async () => {
    const { api } = playEditor([words])
    const { user } = await renderApp({ at: '/manage/home', api, user: admin })
    await user.click((await screen.findAllByRole('button', { name: 'Añadir sección' }))[0]!)
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getAllByRole('listitem').map((item) => item.querySelector('.MuiTypography-h6')?.textContent)).toEqual([
      'Cabecera',
      'Carrusel de productos',
      'Carrusel de canales',
      'Carrusel de ponentes',
      'Producto destacado',
      'Canal destacado',
      'Texto',
      'Imagen fija',
      'Llamada a la acción',
    ])
    await user.click(dialog.getByRole('button', { name: /^Cabecera/ }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(list().getAllByRole('listitem')).toHaveLength(2)
    await user.click(form().getByRole('button', { name: 'Vídeo' }))
    for (const label of [/URL del vídeo/, /Título/, /Subtítulo/]) expect(form().getByLabelText(label)).toBeTruthy()
    expect(isOpen(form().getByRole('button', { name: 'Guardar sección' }))).toBe(false)
    await user.type(form().getByLabelText(/URL del vídeo/), 'https://cdn.example.test/tormenta.mp4')
    await user.type(form().getByLabelText(/Título/), 'Rita')
    expect(isOpen(form().getByRole('button', { name: 'Guardar sección' }))).toBe(true)
    await user.click(form().getByRole('button', { name: 'Descartar cambios' }))
    expect(list().getAllByRole('listitem')).toHaveLength(1)
  })

  it('chooses what a slider shows, in its order [ADM-047]', async () => {
    const { api, published } = playEditor([{ id: 's', type: 'product_slider', hidden: false, title: texts(''), source: { kind: 'live' } }])
    const choice = (id: string, title: string) => ({
      id,
      slug: title.toLowerCase(),
      title,
      note: 'Sala Faro',
      imageUrl: null,
      isShown: title !== 'Dos',
    })
    const all = [choice('00000000-0000-4000-8000-000000000001', 'Uno'), choice('00000000-0000-4000-8000-000000000002', 'Dos')]
    api.on(calls.choices, ({ query }) => ({ items: query.ids ? all.filter(({ id }) => query.ids?.includes(id)) : all }))
    const { user } = await renderApp({ at: '/manage/home', api, user: admin })
    await user.click(await screen.findByRole('button', { name: 'Contenido' }))
    await user.selectOptions(form().getByLabelText('Qué muestra'), 'chosen')
    for (const title of ['Uno', 'Dos']) {
      await user.click(form().getByRole('combobox', { name: /Productos/ }))
      await user.click(await screen.findByRole('option', { name: new RegExp(title) }))
    }
    const chosen = () =>
      within(form().getByRole('list', { name: 'Elegidos, en su orden' }))
        .getAllByRole('listitem')
        .map((item) => item.textContent)
    expect(chosen()).toEqual(['UnoSala Faro', 'DosNo publicado: no se muestra'])
    await user.click(form().getByRole('button', { name: 'Subir: Dos' }))
    await user.click(form().getByRole('button', { name: 'Guardar sección' }))
    await user.click(saveButton())
    await waitFor(() => expect(published[0]?.[0]).toMatchObject({ source: { kind: 'chosen', ids: [all[1]?.id, all[0]?.id] } }))
  })

  it('says why a section that is complete does not appear', async () => {
    const image = { id: 'i', type: 'static_image' as const, hidden: false, imageId: '00000000-0000-4000-8000-000000000001' }
    const newest = {
      id: 's',
      type: 'product_slider' as const,
      hidden: false,
      title: texts('Lo nuevo'),
      source: { kind: 'newest' as const },
    }
    const { api } = playEditor([{ ...image, alt: texts(''), url: '' }, newest])
    const { user } = await renderApp({ at: '/manage/home', api, user: admin, styled: true })
    await user.click(await screen.findByRole('button', { name: /^Imagen fija/ }))
    expect(await form().findByText(/Sin texto ni enlace, la imagen no aparece/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: /^Lo nuevo/ }))
    expect(await form().findByText(/o ya está en otra parte de esta página/)).toBeTruthy()
  })

  it('loses nothing when somebody else publishes: compare, keep mine, take theirs [ADM-031]', async () => {
    const { api, published, theirs } = playEditor([words, call])
    const { user, push } = await renderApp({ at: '/manage/home', api, user: admin, styled: true })
    await user.click(await screen.findByRole('button', { name: 'Bajar: Hola' }))
    theirs([call], 'Eva Otra')
    act(() => push({ type: 'home.updated' }))
    const alert = within(await screen.findByRole('alert'))
    expect(alert.getByText(/Eva Otra ha publicado otra versión mientras editabas/)).toBeTruthy()
    expect(names()).toHaveLength(2)
    expect(isOpen(saveButton())).toBe(false)
    await user.click(alert.getByRole('button', { name: 'Comparar' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['HolaTextoSolo en la tuya'])
    await user.click(dialog.getByRole('button', { name: 'Cerrar' }))
    await user.click(await screen.findByRole('button', { name: 'Quedarme con la mía' }))
    await user.click(saveButton())
    await waitFor(() => expect(published[0]?.map(({ id }) => id)).toEqual(['cta', 'words']))
    expect(api.calls.find(({ endpoint }) => endpoint === calls.publish)?.ifMatch).toBe('"2"')
  })

  it('shows what others publish by itself while nothing is in hand', async () => {
    const { api, theirs } = playEditor([words, call])
    const { push } = await renderApp({ at: '/manage/home', api, user: admin, styled: true })
    await screen.findByRole('heading', { level: 1, name: 'Portada' })
    theirs([call], 'Eva Otra')
    act(() => push({ type: 'home.updated' }))
    await waitFor(() => expect(list().getAllByRole('listitem')).toHaveLength(1))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('says that a save failed, keeps what was typed and saves on a second try [ERR-031]', async () => {
    const { api, breaks } = playEditor([words, call])
    breaks(true)
    const { user } = await renderApp({ at: '/manage/home', api, user: admin, styled: true, language: 'en' })
    await user.click(await screen.findByRole('button', { name: 'Move down: Hola' }))
    await user.click(screen.getByRole('button', { name: 'More actions' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Save as draft' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Error saving the page')
    await waitFor(() => expect(names('Sections')[1]).toMatch(/^Hola/))
    breaks(false)
    await user.click(screen.getByRole('button', { name: 'More actions' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Save as draft' }))
    await screen.findByText('Draft saved.')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('keeps a draft that nobody sees, and publishes it later [ADM-031]', async () => {
    const { api, published } = playEditor([words, call])
    const { user } = await renderApp({ at: '/manage/home', api, user: admin })
    await user.click(await screen.findByRole('button', { name: 'Bajar: Hola' }))
    await user.click(screen.getByRole('button', { name: 'Más acciones' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Guardar como borrador' }))
    await screen.findByText(/^Borrador del .*, de Ada Admin\. Todavía no se ve\.$/)
    expect(published).toEqual([])
    await user.click(saveButton())
    await waitFor(() => expect(published[0]?.map(({ id }) => id)).toEqual(['cta', 'words']))
  })
})
