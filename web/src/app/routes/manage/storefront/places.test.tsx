import { entities, type EntityRowView } from '@e-events/shared/contract/storefront/entities.ts'
import { home as homeContract } from '@e-events/shared/contract/storefront/home.ts'
import { pages, type PageRowView } from '@e-events/shared/contract/storefront/pages.ts'
import { sections, type SectionEditor } from '@e-events/shared/contract/storefront/sections.ts'
import { users } from '@e-events/shared/contract/people/users.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { axeViolations } from '../../../../testing/axe.ts'
import { home, sessionUser } from '../../../../testing/factories.ts'
import { createFakeApi, Refusal, type FakeApi } from '../../../../testing/fake-api.ts'
import { renderApp } from '../../../../testing/render-app.tsx'

const admin = sessionUser({ roles: ['VIEWER', 'ADMIN'] })
const producer = sessionUser({ roles: ['VIEWER', 'PRODUCER'] })
const at = '2026-11-20T10:00:00.000Z'
const id = '00000000-0000-4000-8000-00000000000a'

const page = (wanted: Partial<PageRowView> = {}): PageRowView => ({
  id,
  name: 'Prensa',
  slug: 'prensa',
  isPublished: false,
  audience: 'everybody',
  hasDraft: false,
  createdAt: at,
  updatedAt: at,
  ...wanted,
})
const entity = (wanted: Partial<EntityRowView> = {}): EntityRowView => ({
  id,
  name: 'Acme',
  slug: 'acme',
  members: [],
  createdAt: at,
  updatedAt: at,
  ...wanted,
})
const editorOf = (kind: SectionEditor['place']['kind'], wanted: Partial<SectionEditor['place']> = {}): SectionEditor => ({
  place: { kind, id, name: 'Acme', slug: 'acme', isPublished: false, audience: 'everybody', ...wanted },
  revision: '0/0',
  live: null,
  draft: null,
  fallback: [],
})

function playEditor(api: FakeApi, editor: SectionEditor): void {
  api.on(sections.get, () => editor)
  api.on(sections.preview, () => ({ sections: [] }))
}

describe('pages', () => {
  it('are listed, made and opened in their editor [ADM-016] [ADM-017]', async () => {
    const api = createFakeApi()
    const all = [page()]
    api.on(pages.list, () => ({ items: all, nextCursor: null, total: all.length }))
    api.on(pages.create, ({ body }) => {
      const made = page({ id: id.replace('a', 'b'), name: body.name, slug: body.slug ?? 'quienes-somos' })
      all.push(made)
      return made
    })
    playEditor(api, editorOf('page', { name: 'Quiénes somos', slug: 'quienes-somos' }))
    const { user, router, container } = await renderApp({ at: '/manage/pages', api, user: admin })
    expect((await screen.findByRole('link', { name: 'Prensa' })).getAttribute('href')).toBe(`/manage/pages/${id}`)
    expect(await axeViolations(container)).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Nueva página' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByLabelText(/Nombre/), 'Quiénes somos')
    await user.click(dialog.getByRole('button', { name: 'Crear' }))
    await waitFor(() => expect(router.state.location.pathname).toBe(`/manage/pages/${id.replace('a', 'b')}`))
    await screen.findByRole('heading', { level: 1, name: 'Quiénes somos' })
  })

  it('are deleted after a question [ADM-016]', async () => {
    const api = createFakeApi()
    let all = [page()]
    api.on(pages.list, () => ({ items: all, nextCursor: null, total: all.length }))
    api.on(pages.delete, () => {
      all = []
    })
    const { user } = await renderApp({ at: '/manage/pages', api, user: admin })
    await user.click(await screen.findByRole('button', { name: 'Acciones de Prensa' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Eliminar' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Sí, eliminar' }))
    await screen.findByText('Aún no hay páginas')
  })

  it('have their name, address and publication beside their sections, and say what failed [ADM-017] [ERR-031] [ERR-030]', async () => {
    const api = createFakeApi()
    playEditor(api, editorOf('page', { name: 'Prensa', slug: 'prensa' }))
    let answer: 'INTERNAL' | 'SLUG_TAKEN' | null = 'INTERNAL'
    const sent: unknown[] = []
    api.on(pages.update, ({ body }) => {
      if (answer) throw new Refusal(answer, answer === 'SLUG_TAKEN' ? 'The chosen slug already exists' : answer)
      sent.push(body)
      return page(body)
    })
    const { user } = await renderApp({ at: `/manage/pages/${id}`, api, user: admin, language: 'en' })
    const form = within(await screen.findByRole('form', { name: 'Details of the page' }))
    await user.clear(form.getByLabelText(/Address/))
    await user.type(form.getByLabelText(/Address/), 'press')
    await user.click(form.getByRole('switch', { name: 'Published' }))
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect((await form.findByRole('alert')).textContent).toBe('Error saving the page')
    answer = 'SLUG_TAKEN'
    await user.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(form.getByRole('alert').textContent).toBe('The chosen slug already exists'))
    answer = null
    await user.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent).toEqual([{ name: 'Prensa', slug: 'press', isPublished: true, audience: 'everybody' }]))
  })
})

describe('entities', () => {
  const play = () => {
    const api = createFakeApi()
    const state = { all: [entity()], answer: null as 'INTERNAL' | 'SLUG_TAKEN' | null }
    const refuse = () => {
      if (state.answer) throw new Refusal(state.answer, state.answer === 'SLUG_TAKEN' ? 'The chosen slug already exists' : state.answer)
    }
    api.on(entities.list, () => ({ items: state.all, nextCursor: null, total: state.all.length }))
    api.on(users.list, () => ({ items: [], nextCursor: null, total: 0 }))
    api.on(entities.create, ({ body }) => {
      refuse()
      const made = entity({ id: id.replace('a', 'c'), name: body.name, slug: 'casa' })
      state.all = [...state.all, made]
      return made
    })
    api.on(entities.update, ({ body }) => {
      refuse()
      state.all = state.all.map((one) => ({ ...one, name: body.name ?? one.name }))
      return entity({ name: body.name ?? '' })
    })
    api.on(entities.delete, () => {
      refuse()
      state.all = []
    })
    return { api, state }
  }

  it('are made, renamed and deleted in a tab of pages, each failure in its words [ADM-044] [ERR-027] [ERR-028] [ERR-029] [ERR-030]', async () => {
    const { api, state } = play()
    const { user } = await renderApp({ at: '/manage/pages?tab=entities', api, user: admin, language: 'en' })
    expect((await screen.findByRole('link', { name: 'Acme' })).getAttribute('href')).toBe('/manage/store/entity/acme')

    await user.click(screen.getByRole('button', { name: 'New entity' }))
    let dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByLabelText(/Name/), 'Casa')
    for (const [answer, words] of [
      ['INTERNAL', 'Error creating the entity'],
      ['SLUG_TAKEN', 'The chosen slug already exists'],
    ] as const) {
      state.answer = answer
      await user.click(dialog.getByRole('button', { name: 'Create' }))
      await waitFor(() => expect(dialog.getByRole('alert').textContent).toBe(words))
    }
    state.answer = null
    await user.click(dialog.getByRole('button', { name: 'Create' }))
    await screen.findByRole('link', { name: 'Casa' })

    await user.click(screen.getByRole('button', { name: 'Actions for Acme' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Name, address and members' }))
    dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByLabelText(/Name/), ' dos')
    state.answer = 'INTERNAL'
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(dialog.getByRole('alert').textContent).toBe('Error updating the entity'))
    state.answer = null
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

    state.answer = 'INTERNAL'
    await user.click((await screen.findAllByRole('button', { name: 'Actions for Acme dos' }))[0]!)
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Yes, delete' }))
    await screen.findByText('Error deleting the entity')
  })

  it('have their home edited by members and administrators; a viewer and whoever is no member go home [PROD-018] [ADM-053]', async () => {
    for (const user of [admin, producer]) {
      const api = createFakeApi()
      playEditor(api, editorOf('entity'))
      const app = await renderApp({ at: '/manage/store/entity/acme', api, user })
      await screen.findByRole('heading', { level: 1, name: 'Acme' })
      expect(api.calls.find(({ endpoint }) => endpoint === sections.get)?.params).toEqual({ kind: 'entity', key: 'acme' })
      app.unmount()
    }
    for (const user of [sessionUser(), producer]) {
      const api = createFakeApi()
      api.on(homeContract.get, () => home())
      api.on(sections.get, () => {
        throw new Refusal('NOT_FOUND')
      })
      const app = await renderApp({ at: '/manage/store/entity/acme', api, user })
      await waitFor(() => expect(app.router.state.location.pathname).toBe('/'))
      app.unmount()
    }
  })
})

describe('both tables', () => {
  it.each([
    ['pages', '/manage/pages?search=pre&sort=updatedAt&order=desc', 'paginas.csv'],
    ['entities', '/manage/pages?tab=entities&search=ac', 'entidades.csv'],
  ] as const)('of %s: a file holds exactly what the filter leaves', async (kind, at, fileName) => {
    const api = createFakeApi()
    api.on(pages.list, () => ({ items: [page()], nextCursor: null, total: 1 }))
    api.on(entities.list, () => ({ items: [entity()], nextCursor: null, total: 1 }))
    const file = () => ({ fileName, contentType: 'text/csv', content: 'Nombre' })
    api.on(pages.export, file)
    api.on(entities.export, file)
    const { user } = await renderApp({ at, api, user: admin })
    await screen.findByRole('link', { name: kind === 'pages' ? 'Prensa' : 'Acme' })
    await user.click(screen.getByRole('button', { name: /Descargar|Exportar/ }))
    await user.click(await screen.findByRole('menuitem', { name: /^CSV/ }))
    await waitFor(() => expect(api.countOf(kind === 'pages' ? pages.export : entities.export)).toBe(1))
    const asked = api.calls.find(({ endpoint }) => endpoint === (kind === 'pages' ? pages.export : entities.export))?.query
    expect(asked).toMatchObject(
      kind === 'pages' ? { search: 'pre', sort: 'updatedAt', order: 'desc', format: 'csv' } : { search: 'ac', sort: 'name', format: 'csv' },
    )
  })

  it('have an entry of their own in the index, and only the open one is marked [ADM-016] [ADM-044]', async () => {
    const api = createFakeApi()
    api.on(pages.list, () => ({ items: [page()], nextCursor: null, total: 1 }))
    api.on(entities.list, () => ({ items: [entity()], nextCursor: null, total: 1 }))
    const { user, router } = await renderApp({ at: '/manage/pages', api, user: admin })
    await screen.findByRole('link', { name: 'Prensa' })
    const index = within(document.querySelector<HTMLElement>('nav[aria-label="Secciones de gestión"]')!)
    const entry = (name: string) => index.getByRole('link', { name, hidden: true })
    expect([entry('Páginas').getAttribute('aria-current'), entry('Entidades').getAttribute('aria-current')]).toEqual(['page', null])
    await user.click(entry('Entidades'))
    await screen.findByRole('link', { name: 'Acme' })
    expect(router.state.location.search).toBe('?tab=entities')
    expect([entry('Páginas').getAttribute('aria-current'), entry('Entidades').getAttribute('aria-current')]).toEqual([null, 'page'])
  })
})
