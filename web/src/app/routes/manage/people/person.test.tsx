import { users } from '@e-events/shared/contract/people/users.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { snackStore } from '../../../../components/feedback/use-snacks.ts'
import { admin, auditEntry, userDetail } from '../../../../testing/admin-factories.ts'
import { axeViolations } from '../../../../testing/axe.ts'
import { createFakeApi, Refusal, type FakeApi } from '../../../../testing/fake-api.ts'
import { renderApp } from '../../../../testing/render-app.tsx'

const upgrade = {
  id: '00000000-0000-4000-8000-0000000000aa',
  state: 'pending',
  message: 'Llevo una sala pequeña.',
  reason: null,
  requestedAt: '2026-11-19T10:00:00.000Z',
} as const
const camila = userDetail({
  name: 'Camila',
  surname: 'Benali',
  email: 'camila@caixa.example',
  state: 'pending',
  external: true,
  recommendedBy: 'Sala Faro',
  job: 'Técnica de sonido',
  description: 'Escribo sobre conciertos pequeños.',
  billingCompany: 'Benali Lda',
  billingNif: '509442013',
  channels: [{ slug: 'benali', title: 'Benali en directo', status: 'revision' }],
  upgrade,
})
const other = userDetail({ name: 'Pau', surname: 'Restrepo' })
const at = `/manage/manage-users?user=${camila.id}`

function apiWith(person = camila): FakeApi {
  const api = createFakeApi()
  let stored = person
  api.on(users.list, () => ({ items: [person, other], nextCursor: null, total: 2 }))
  api.on(users.get, ({ params }) => (params.id === other.id ? other : stored))
  api.on(users.update, ({ body }) => (stored = { ...stored, ...body }))
  return api
}
const body = (api: FakeApi, endpoint: FakeApi['calls'][number]['endpoint']) =>
  api.calls.findLast((call) => call.endpoint === endpoint)?.body
/** jsdom is as narrow as a phone: the detail is a dialog over the table. */
const detail = () => screen.findByRole('dialog', { name: 'Ficha de la cuenta' })
const fact = (inside: HTMLElement, name: string) =>
  within(inside).getAllByText(name, { selector: 'dt' })[0]?.nextElementSibling?.textContent

afterEach(() => act(() => snackStore.get().forEach(({ key }) => snackStore.remove(key))))

describe('an account as staff sees it', () => {
  it('keeps the focus on its button while it is loaded', async () => {
    const api = apiWith()
    let answer: () => void = () => undefined
    api.on(users.get, () => new Promise<typeof camila>((resolve) => (answer = () => resolve(camila))))
    await renderApp({ at, api, user: admin() })
    const close = within(await detail()).getByRole('button', { name: 'Cerrar la ficha' })
    act(() => close.focus())
    act(() => answer())
    await screen.findByRole('heading', { level: 2, name: 'Camila Benali' })
    expect(document.activeElement).toBe(close)
  })

  it('says that it could not be loaded, with a retry that works', async () => {
    const api = apiWith()
    api.on(users.get, () => {
      throw new Refusal('INTERNAL')
    })
    const { user } = await renderApp({ at, api, user: admin() })
    const alert = await within(await detail()).findByRole('alert')
    expect(alert.textContent).toContain('No hemos podido cargar la ficha')
    api.on(users.get, () => camila)
    await user.click(within(alert).getByRole('button', { name: 'Reintentar' }))
    await screen.findByRole('heading', { level: 2, name: 'Camila Benali' })
  })

  it('refuses what the contract refuses under its field, and keeps what was typed', async () => {
    const api = apiWith()
    api.on(users.update, () => {
      throw new Refusal('EMAIL_TAKEN')
    })
    const { user } = await renderApp({ at, api, user: admin(), styled: true })
    await user.click(await screen.findByRole('button', { name: 'Editar Información general' }))
    const form = within(screen.getByRole('region', { name: 'Información general' }))
    await user.clear(form.getByLabelText(/^Nombre/))
    await user.tab()
    await form.findByText('Campo obligatorio')
    expect(form.getByRole<HTMLButtonElement>('button', { name: 'Guardar' }).disabled).toBe(true)
    await user.type(form.getByLabelText(/^Nombre/), 'Camila')
    await user.clear(form.getByLabelText(/^Correo/))
    await user.type(form.getByLabelText(/^Correo/), 'pau@mail.example')
    await user.click(form.getByRole('button', { name: 'Guardar' }))
    await form.findByText('El correo introducido ya está registrado')
    expect(form.getByLabelText<HTMLInputElement>(/^Correo/).value).toBe('pau@mail.example')
  })

  it('shows all that is known of it [ADM-036, ADM-037, ADM-038]', async () => {
    const { container } = await renderApp({ at, api: apiWith(), user: admin() })
    await screen.findByRole('heading', { level: 2, name: 'Camila Benali' })
    const shown = await detail()
    for (const [name, value] of [
      ['Nombre', 'Camila'],
      ['Apellidos', 'Benali'],
      ['Correo', 'camila@caixa.example'],
      ['País', 'Portugal'],
      ['Idioma', 'Português'],
      ['Zona horaria', 'Europe/Lisbon'],
      ['Presentación', 'Escribo sobre conciertos pequeños.'],
      ['Roles', 'Asistente'],
      ['Periodista', 'No'],
      ['Acepta promociones', 'Sí'],
      ['Perfil público', 'No'],
      ['Empresa', 'Goiko Producciones, S. L.'],
      ['Profesión', 'Técnica de sonido'],
      ['Recomendado por', 'Sala Faro'],
      ['Razón social', 'Benali Lda'],
      ['NIF', '509442013'],
      ['Otra red', 'Sí'],
      ['Dispositivos', '2 con sesión'],
      ['Entradas', '3'],
      ['Benali en directo', 'En revisión'],
    ] as const)
      expect([name, fact(shown, name)]).toEqual([name, value])
    expect(shown.textContent).toContain('Espera aprobación desde el 19 de noviembre de 2026')
    expect(await axeViolations(container.ownerDocument.body)).toEqual([])
  })

  it('is edited group by group: only what was touched is sent, roles too [ADM-036, ADM-038, ADM-039]', async () => {
    const api = apiWith()
    const { user } = await renderApp({ at, api, user: admin(), styled: true })
    await user.click(await screen.findByRole('button', { name: 'Editar Roles' }))
    await user.click(screen.getByRole('checkbox', { name: 'Organizador' }))
    await user.click(screen.getByRole('switch', { name: 'Periodista' }))
    await user.click(screen.getByRole('button', { name: 'Guardar' }))
    await screen.findByText('Se han guardado los datos de Camila Benali.')
    expect(body(api, users.update)).toEqual({ roles: ['VIEWER', 'PRODUCER'], journalist: true })
    expect(fact(await detail(), 'Roles')).toBe('Asistente, Organizador')
    await user.click(screen.getByRole('button', { name: 'Editar Facturación' }))
    await user.clear(screen.getByLabelText('NIF'))
    await user.type(screen.getByLabelText('Población'), 'Lisboa')
    await user.click(screen.getByRole('button', { name: 'Guardar' }))
    await waitFor(() => expect(body(api, users.update)).toEqual({ billingNif: null, billingCity: 'Lisboa' }))
  })

  it('asks before another account takes the place of what was typed', async () => {
    const { user } = await renderApp({ at, api: apiWith(), user: admin(), styled: true })
    await user.click(await screen.findByRole('button', { name: 'Editar Trabajo' }))
    await user.type(screen.getByLabelText('Empresa'), '!')
    await user.click(screen.getByRole('button', { name: 'Cerrar la ficha' }))
    const dialog = await screen.findByRole('dialog', { name: '¿Salir sin guardar?' })
    await user.click(within(dialog).getByRole('button', { name: 'Seguir aquí' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: '¿Salir sin guardar?' })).toBeNull())
    expect(screen.getByLabelText<HTMLInputElement>('Empresa').value).toBe('Goiko Producciones, S. L.!')
  })

  it('has its wish to become an organizer answered, with a reason where it is refused', async () => {
    const api = apiWith()
    api.on(users.decideUpgrade, () => camila)
    const { user } = await renderApp({ at, api, user: admin() })
    const panel = within(await screen.findByRole('group', { name: 'Quiere ser organizador' }))
    panel.getByText('Llevo una sala pequeña.')
    await user.click(panel.getByRole('button', { name: 'Rechazar' }))
    const dialog = within(await screen.findByRole('dialog', { name: '¿Rechazar la petición de Camila Benali?' }))
    await user.type(dialog.getByLabelText('Motivo'), 'Falta el NIF')
    await user.click(dialog.getByRole('button', { name: 'Rechazar' }))
    await screen.findByText('Se ha rechazado la petición de Camila Benali.')
    expect(body(api, users.decideUpgrade)).toEqual({ decision: 'refuse', reason: 'Falta el NIF' })
  })

  it('shows who did what to it, before and after [ADM-039]', async () => {
    const api = apiWith()
    api.on(users.audit, () => ({
      items: [auditEntry({ subject: { type: 'user', id: camila.id, name: 'Camila Benali' } })],
      nextCursor: null,
    }))
    const { user } = await renderApp({ at, api, user: admin() })
    await user.click(await screen.findByRole('tab', { name: 'Actividad' }))
    const entry = within((await screen.findByText('Greta Haddad')).closest<HTMLElement>('li')!)
    entry.getByText('Bloqueó la cuenta')
    await user.click(entry.getByRole('button', { name: 'Ver el cambio' }))
    expect(entry.getByText('state').nextElementSibling?.textContent).toBe('approved → blocked')
    expect(api.calls.findLast((call) => call.endpoint === users.audit)?.query).toMatchObject({ subjectType: 'user', subjectId: camila.id })
  })
})

describe('clients', () => {
  const rosa = {
    id: '00000000-0000-4000-8000-0000000000c1',
    name: 'Rosa',
    surname: 'Gil',
    email: 'rosa@correo.example',
    createdAt: '2026-11-01T10:00:00.000Z',
  }
  function clientApi() {
    const api = apiWith()
    let items = [rosa]
    api.on(users.clients, () => ({ items, nextCursor: null }))
    api.on(users.addClient, ({ body }) => {
      const added = { ...rosa, ...body, id: '00000000-0000-4000-8000-0000000000c2' }
      items = [...items, added]
      return added
    })
    api.on(users.updateClient, ({ params, body }) => {
      items = items.map((item) => (item.id === params.id ? { ...item, ...body } : item))
      return items.find(({ id }) => id === params.id)!
    })
    api.on(users.removeClient, ({ params }) => {
      items = items.filter(({ id }) => id !== params.id)
    })
    return api
  }

  it('with a wrong or taken e-mail are refused under the field [ADM-041]', async () => {
    const api = clientApi()
    api.on(users.addClient, () => {
      throw new Refusal('EMAIL_TAKEN')
    })
    const { user } = await renderApp({ at: '/manage/manage-users?tab=clients', api, user: admin() })
    await user.click(await screen.findByRole('button', { name: 'Nuevo cliente' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Nuevo cliente' }))
    await user.type(dialog.getByLabelText(/Nombre/), 'Iker')
    await user.type(dialog.getByLabelText(/Correo/), 'iker')
    await user.tab()
    await dialog.findByText(/El formato no es válido/)
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Guardar' }).disabled).toBe(true)
    await user.type(dialog.getByLabelText(/Correo/), '@mail.example')
    await user.click(dialog.getByRole('button', { name: 'Guardar' }))
    await dialog.findByText('El correo introducido ya está registrado')
  })

  it('are listed, added, edited and deleted in a tab of their own [ADM-040, ADM-041]', async () => {
    const api = clientApi()
    const { user, container } = await renderApp({ at: '/manage/manage-users', api, user: admin() })
    await user.click(await screen.findByRole('tab', { name: 'Clientes' }))
    const list = () => within(screen.getByRole('list', { name: 'Clientes' }))
    await waitFor(() => list().getByText('Rosa Gil'))
    expect(await axeViolations(container)).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Nuevo cliente' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Nuevo cliente' }))
    await user.type(dialog.getByLabelText(/Nombre/), 'Iker')
    await user.type(dialog.getByLabelText(/Apellidos/), 'Arana')
    await user.type(dialog.getByLabelText(/Correo/), 'iker@mail.example')
    await user.click(dialog.getByRole('button', { name: 'Guardar' }))
    await waitFor(() => list().getByText('iker@mail.example'))
    expect(body(api, users.addClient)).toEqual({ name: 'Iker', surname: 'Arana', email: 'iker@mail.example' })
    await user.click(await screen.findByRole('button', { name: 'Editar a Rosa Gil' }))
    const edit = within(await screen.findByRole('dialog', { name: 'Editar cliente' }))
    await user.type(edit.getByLabelText(/Apellidos/), ' Soto')
    await user.click(edit.getByRole('button', { name: 'Guardar' }))
    await waitFor(() => list().getByText('Rosa Gil Soto'))
    await user.click(await screen.findByRole('button', { name: 'Quitar a Rosa Gil Soto' }))
    await user.click(
      within(await screen.findByRole('dialog', { name: '¿Quitar a Rosa Gil Soto?' })).getByRole('button', { name: 'Quitar' }),
    )
    await waitFor(() => expect(list().queryByText('Rosa Gil Soto')).toBeNull())
  })
})

describe('the activity log', () => {
  it('is narrowed by what the address says, and downloaded as it is narrowed', async () => {
    const api = apiWith()
    api.on(users.audit, () => ({ items: [auditEntry()], nextCursor: null }))
    api.on(users.exportAudit, () => ({ fileName: 'log.csv', contentType: 'text/csv', content: '' }))
    URL.createObjectURL = () => 'blob:1'
    HTMLAnchorElement.prototype.click = () => undefined
    const { user, container } = await renderApp({
      at: '/manage/manage-users?tab=log&action=user.block&subjectType=user&from=2026-11-20&to=2026-11-20',
      api,
      user: admin(),
      config: { timezones: false },
    })
    await screen.findByText('Greta Haddad')
    expect(screen.getByRole('link', { name: 'Benito Rivas' }).getAttribute('href')).toMatch(/^\/manage\/manage-users\?user=/)
    // As the language writes a day, and not as the system of the reader does.
    const from = screen.getByRole('group', { name: 'Desde' })
    expect(
      within(from)
        .getAllByRole('spinbutton')
        .map((part) => part.textContent),
    ).toEqual(['20', '11', '2026'])
    // A day in Madrid, from its first to its last moment.
    const filter = { action: 'user.block', subjectType: 'user', from: '2026-11-19T23:00:00.000Z', to: '2026-11-20T22:59:59.999Z' }
    await waitFor(() => expect(api.calls.findLast((call) => call.endpoint === users.audit)?.query).toMatchObject(filter))
    expect(await axeViolations(container)).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Descargar' }))
    await user.click(await screen.findByRole('menuitem', { name: /^CSV/ }))
    await waitFor(() =>
      expect(api.calls.findLast((call) => call.endpoint === users.exportAudit)?.query).toEqual({ ...filter, format: 'csv' }),
    )
  })
})
