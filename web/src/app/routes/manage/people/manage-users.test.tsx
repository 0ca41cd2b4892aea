import { users } from '@e-events/shared/contract/people/users.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { snackStore } from '../../../../components/feedback/use-snacks.ts'
import { admin, userDetail, userRow } from '../../../../testing/admin-factories.ts'
import { axeViolations } from '../../../../testing/axe.ts'
import { createFakeApi, Refusal, type FakeApi } from '../../../../testing/fake-api.ts'
import { sessionUser } from '../../../../testing/factories.ts'
import { renderApp } from '../../../../testing/render-app.tsx'

const at = '/manage/manage-users'
const camila = userRow({ name: 'Camila', surname: 'Benali', email: 'camila@caixa.example', state: 'pending' })
const pau = userRow({ name: 'Pau', surname: 'Restrepo', email: 'pau@mail.example', roles: ['VIEWER', 'PRODUCER'] })
const greta = userRow({
  name: 'Greta',
  surname: 'Haddad',
  allowed: { approve: false, disapprove: false, block: false, unblock: false, delete: false },
})

function apiWith(rows = [camila, pau, greta]): FakeApi {
  const api = createFakeApi()
  api.on(users.list, ({ query }) => ({
    items: rows,
    nextCursor: query.cursor ? null : 'next',
    total: query.state === 'pending' ? 1 : 20_418,
  }))
  api.on(users.get, ({ params }) => userDetail({ ...rows.find(({ id }) => id === params.id)!, company: 'Goiko' }))
  api.on(users.audit, () => ({ items: [], nextCursor: null }))
  return api
}
/** Last query of the table; the numbers above it ask for one row. */
const asked = (api: FakeApi) => api.calls.findLast(({ endpoint, query }) => endpoint === users.list && query['limit'] !== 1)?.query
const row = (name: string) => screen.getByRole('row', { name: new RegExp(name) })
const calls = (api: FakeApi, endpoint: FakeApi['calls'][number]['endpoint']) => api.calls.filter((call) => call.endpoint === endpoint)

/** Room for every column that is shown by itself. */
function onDesk(): void {
  const narrow = globalThis.matchMedia
  onTestFinished(() => void vi.stubGlobal('matchMedia', narrow))
  vi.stubGlobal('matchMedia', (query: string) => Object.assign(narrow(query), { matches: query.includes('min-width') }))
}

afterEach(() => act(() => snackStore.get().forEach(({ key }) => snackStore.remove(key))))

describe('the table of people', () => {
  it.each(['VIEWER', 'PRODUCER'] as const)('sends a %s home [ADM-014]', async (role) => {
    const app = await renderApp({ at, api: apiWith(), user: sessionUser({ roles: [role] }) })
    await waitFor(() => expect(app.router.state.location.pathname).toBe('/'))
  })

  it('says what failed, with a retry that works', async () => {
    const api = apiWith()
    api.on(users.list, () => {
      throw new Refusal('UNAVAILABLE')
    })
    const { user } = await renderApp({ at, api, user: admin() })
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('No hemos podido cargar los usuarios')
    api.on(users.list, () => ({ items: [camila], nextCursor: null, total: 1 }))
    await user.click(within(alert).getByRole('button', { name: 'Reintentar' }))
    await screen.findByRole('link', { name: 'Camila Benali' })
  })

  it('says that nobody matches, and offers to take the filters away', async () => {
    const api = apiWith([])
    const { user } = await renderApp({ at: `${at}?search=zzz`, api, user: admin() })
    await screen.findByRole('heading', { name: 'Nadie coincide' })
    await user.click(screen.getAllByRole('button', { name: 'Quitar los filtros' })[0]!)
    await waitFor(() => expect(asked(api)?.['search']).toBeUndefined())
    await screen.findByRole('heading', { name: 'Todavía no hay nadie' })
  })

  it('leaves out of the address what the contract does not know', async () => {
    const api = apiWith()
    await renderApp({ at: `${at}?role=KING&state=pending&limit=5000&sort=password`, api, user: admin() })
    await screen.findByRole('link', { name: 'Camila Benali' })
    expect(asked(api)).toEqual({ state: 'pending', sort: 'createdAt', order: 'desc', limit: 50 })
  })

  it('shows skeletons, then the rows, and how many there are [ADM-014]', async () => {
    onDesk()
    const api = apiWith()
    const { container } = await renderApp({ at, api, user: admin() })
    await screen.findByRole('heading', { level: 1, name: 'Usuarios' })
    await screen.findByRole('link', { name: 'Camila Benali' })
    await screen.findByText('20.418 cuentas, una espera aprobación')
    expect(row('Camila Benali').textContent).toContain('Pendiente')
    expect(row('Pau Restrepo').textContent).toContain('Organizador')
    expect(await axeViolations(container)).toEqual([])
  })

  it('narrows, sorts and pages on the server, and the address holds it all [ADM-014, ADM-039, ADM-074]', async () => {
    onDesk()
    const api = apiWith()
    const { user, router } = await renderApp({ at, api, user: admin() })
    await screen.findByRole('link', { name: 'Camila Benali' })
    await user.type(screen.getByRole('searchbox', { name: 'Buscar usuarios' }), 'camila@caixa')
    await waitFor(() => expect(asked(api)?.['search']).toBe('camila@caixa'))
    await user.click(screen.getByRole('button', { name: 'Filtrar' }))
    const panel = within(await screen.findByRole('dialog', { name: 'Filtrar' }))
    await user.selectOptions(panel.getByLabelText('Rol'), 'VIEWER')
    await user.selectOptions(panel.getByLabelText('Estado'), 'pending')
    await user.selectOptions(panel.getByLabelText('País'), 'PT')
    await user.click(panel.getByRole('button', { name: 'Hecho' }))
    await user.click(await screen.findByRole('button', { name: 'Nombre' }))
    await waitFor(() => expect(asked(api)?.['order']).toBe('asc'))
    await user.click(screen.getByRole('button', { name: 'Nombre' }))
    const filter = { search: 'camila@caixa', role: 'VIEWER', state: 'pending', country: 'PT', sort: 'name', order: 'desc' }
    await waitFor(() => expect(asked(api)).toEqual({ ...filter, limit: 50 }))
    await user.click(screen.getByRole('button', { name: 'Página siguiente' }))
    await waitFor(() => expect(asked(api)).toEqual({ ...filter, limit: 50, cursor: 'next' }))
    expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual({ ...filter, cursor: 'next', page: '2' })
    await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Página anterior' }).disabled).toBe(false))
    await user.click(screen.getByRole('button', { name: 'Página anterior' }))
    await waitFor(() => expect(new URLSearchParams(router.state.location.search).has('cursor')).toBe(false))
    await user.click(screen.getByRole('button', { name: 'Quitar el filtro Rol: Asistente' }))
    await waitFor(() => expect(asked(api)?.['role']).toBeUndefined())
  })

  it('lets columns be chosen, remembers them, and takes them back', async () => {
    const { user } = await renderApp({ at, api: apiWith(), user: admin() })
    await screen.findByRole('link', { name: 'Camila Benali' })
    await user.click(screen.getByRole('button', { name: 'Elegir columnas' }))
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Idioma' }))
    expect(screen.getByRole('columnheader', { name: 'Idioma', hidden: true })).toBeTruthy()
    expect(localStorage.getItem('e-events.table.people')).toContain('language')
    await user.click(screen.getByRole('menuitem', { name: 'Restablecer' }))
    expect(screen.queryByRole('columnheader', { name: 'Idioma', hidden: true })).toBeNull()
  })

  it('downloads exactly what the filter leaves, in its order, as CSV and as XLSX', async () => {
    const api = apiWith()
    api.on(users.export, ({ query }) => ({ fileName: `usuarios.${query.format}`, contentType: 'text/csv', content: 'name\nCamila' }))
    const saved: { name: string; text: Promise<string> }[] = []
    const blobs: Blob[] = []
    URL.createObjectURL = (blob) => `blob:${blobs.push(blob as Blob)}`
    URL.revokeObjectURL = () => undefined
    HTMLAnchorElement.prototype.click = function click(this: HTMLAnchorElement) {
      if (this.download) saved.push({ name: this.download, text: blobs.at(-1)!.text() })
    }
    const { user } = await renderApp({ at: `${at}?state=pending&sort=email&order=asc`, api, user: admin() })
    await screen.findByRole('link', { name: 'Camila Benali' })
    for (const format of [/^CSV/, /XLSX/]) {
      await user.click(screen.getByRole('button', { name: 'Descargar' }))
      await user.click(await screen.findByRole('menuitem', { name: format }))
      await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    }
    await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['usuarios.csv', 'usuarios.xlsx']))
    expect(await saved[0]!.text).toBe('name\nCamila')
    expect(calls(api, users.export).map(({ query }) => query)).toEqual(
      ['csv', 'xlsx'].map((format) => ({ state: 'pending', sort: 'email', order: 'asc', format })),
    )
  })
})

describe('what can be done to people', () => {
  it('offers only what the server allows, and says what will happen before it does [ADM-014, ADM-043]', async () => {
    const api = apiWith()
    api.on(users.approve, ({ params }) => userDetail({ id: params.id }))
    const { user } = await renderApp({ at, api, user: admin() })
    await screen.findByRole('link', { name: 'Camila Benali' })
    expect(within(row('Greta Haddad')).queryByRole('button', { name: /Acciones/ })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Acciones sobre Camila Benali' }))
    expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual([
      'Aprobar',
      'No aprobar',
      'Bloquear',
      'Eliminar',
    ])
    await user.click(screen.getByRole('menuitem', { name: 'Aprobar' }))
    const dialog = await screen.findByRole('dialog', { name: '¿Aprobar a Camila Benali?' })
    expect(dialog.textContent).toContain('se lo decimos por correo')
    expect(api.countOf(users.approve)).toBe(0)
    const lists = api.countOf(users.list)
    await user.click(within(dialog).getByRole('button', { name: 'Aprobar' }))
    await screen.findByText('Cuenta aprobada.')
    expect(calls(api, users.approve).map(({ params }) => params)).toEqual([{ id: camila.id }])
    await waitFor(() => expect(api.countOf(users.list)).toBeGreaterThan(lists))
  })

  it('shows the refusal where it was asked, for instance that the last administrator stays [ADM-045]', async () => {
    const api = apiWith()
    api.on(users.block, () => {
      throw new Refusal('LAST_ADMIN', 'El sitio necesita un administrador.')
    })
    const { user } = await renderApp({ at, api, user: admin() })
    await user.click(await screen.findByRole('button', { name: 'Acciones sobre Pau Restrepo' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Bloquear' }))
    const dialog = await screen.findByRole('dialog', { name: '¿Bloquear a Pau Restrepo?' })
    await user.type(within(dialog).getByLabelText('Motivo'), 'Insultos en el chat')
    await user.click(within(dialog).getByRole('button', { name: 'Bloquear' }))
    expect((await within(dialog).findByRole('alert')).textContent).toContain('El sitio necesita un administrador.')
    expect(calls(api, users.block)[0]?.body).toEqual({ reason: 'Insultos en el chat' })
    await user.click(within(dialog).getByRole('button', { name: 'Cancelar' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('acts on several at once, only on those who may be, and says who was left out and why [ADM-014, ADM-039]', async () => {
    const api = apiWith()
    api.on(users.bulk, ({ body }) => ({ results: body.ids.map((id) => ({ id, code: id === pau.id ? 'LAST_ADMIN' : null })) }))
    const { user } = await renderApp({ at, api, user: admin() })
    await screen.findByRole('link', { name: 'Camila Benali' })
    await user.click(screen.getByRole('checkbox', { name: 'Seleccionar toda la página' }))
    const bar = within(screen.getByRole('toolbar', { name: 'Acciones con los seleccionados' }))
    expect(bar.getByRole('status').textContent).toBe('3 seleccionados')
    await user.click(bar.getByRole('button', { name: 'Eliminar' }))
    const dialog = await screen.findByRole('dialog', { name: '¿Eliminar a 2 personas?' })
    expect(
      within(dialog)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['Camila Benali', 'Pau Restrepo'])
    await user.click(within(dialog).getByRole('button', { name: 'Eliminar' }))
    await screen.findByText('Cuenta eliminada.')
    await screen.findByText(/Una cuenta se ha quedado como estaba: El sitio necesita un administrador/)
    expect(calls(api, users.bulk).map(({ body }) => body)).toEqual([{ action: 'delete', ids: [camila.id, pau.id], reason: '' }])
    expect(screen.queryByRole('toolbar')).toBeNull()
  })
})
