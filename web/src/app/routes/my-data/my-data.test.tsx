import { account, type MyData } from '@e-events/shared/contract/people/account.ts'
import { savedCards, type SavedCard } from '@e-events/shared/contract/sales/money/saved-cards.ts'
import type { Role } from '@e-events/shared/domain/states.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { axeViolations } from '../../../testing/axe.ts'
import { device, myData, sessionUser } from '../../../testing/factories.ts'
import { createFakeApi, Refusal, type FakeApi } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'

const user = sessionUser()
let api: FakeApi
/** State of the server. */
let data: MyData
let cards: SavedCard[]

beforeEach(() => {
  api = createFakeApi()
  data = myData({ ...user })
  api.on(account.me, () => data)
  api.on(
    account.update,
    ({ body }) =>
      (data = { ...data, ...(Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)) as Partial<MyData>) }),
  )
  api.on(account.identities, () => ({ items: [] }))
  api.on(savedCards.list, () => ({ items: cards }))
  cards = []
  api.on(account.devices, () => ({ items: [device({ isThisOne: true, label: 'Firefox, Linux' }), device({ label: 'Safari, iPhone' })] }))
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:picture', revokeObjectURL: () => undefined }))
})

const open = async (wanted: Partial<MyData> = {}, roles: Role[] = ['VIEWER']) => {
  data = { ...data, ...wanted, roles }
  const app = await renderApp({ at: '/account/my-data', api, user: { ...user, roles } })
  await screen.findByRole('heading', { level: 1, name: 'Mis datos' })
  await screen.findByRole('region', { name: 'Información general' })
  return app
}
const block = (name: string) => within(screen.getByRole('region', { name }))
const sent = (endpoint: Parameters<FakeApi['countOf']>[0]) =>
  api.calls.filter((call) => call.endpoint === endpoint).map((call) => call.body)

describe('my data', () => {
  it.each([['VIEWER'], ['PRODUCER'], ['ADMIN']] as const)('has its blocks for a %s [ID-010]', async (role) => {
    const { container } = await open({}, [role])
    const names = [
      'Información general',
      'Facturación',
      'Correo',
      'Contraseña',
      'Segundo factor',
      'Dispositivos',
      'Promociones',
      'Recordatorios',
      'Perfil público',
      'Tus datos, tuyos',
    ]
    for (const name of names) expect(screen.getByRole('region', { name })).toBeTruthy()
    // Who organizes already has nothing to ask for.
    expect(screen.queryByRole('region', { name: 'Ser artista' }) !== null).toBe(role === 'VIEWER')
    await screen.findByText('Safari, iPhone')
    expect(await axeViolations(container)).toEqual([])
  })

  it('saves what was changed and nothing else, and the interface takes the new language and name [ID-033] [UX-039]', async () => {
    const app = await open()
    const general = block('Información general')
    const save = general.getByRole<HTMLButtonElement>('button', { name: 'Guardar' })
    expect(save.disabled).toBe(true)
    await app.user.clear(general.getByLabelText(/^Nombre/))
    await app.user.tab()
    await general.findByText('Campo obligatorio')
    expect(save.disabled).toBe(true)
    await app.user.type(general.getByLabelText(/^Nombre/), 'Luz')
    await app.user.selectOptions(general.getByLabelText(/^Idioma/), 'en')
    await waitFor(() => expect(save.disabled).toBe(false))
    await app.user.click(save)
    await screen.findByRole('heading', { level: 1, name: 'My data' })
    await screen.findByText('Cambios guardados.')
    expect(sent(account.update)).toEqual([{ name: 'Luz', language: 'en' }])
    expect(localStorage.getItem('e-events.language')).toBe('en')
    await screen.findByRole('button', { name: /Luz Ferrer/ })
  })

  it('refuses a link that is none, under its field [ID-031] [UX-047]', async () => {
    const app = await open()
    const general = block('Información general')
    await app.user.type(general.getByLabelText(/^Instagram/), 'javascript:alert(1)')
    await app.user.tab()
    await general.findByText(/^El formato no es válido: escribe la dirección completa/)
    expect(general.getByRole<HTMLButtonElement>('button', { name: 'Guardar' }).disabled).toBe(true)
    expect(api.countOf(account.update)).toBe(0)
  })

  it('shows cards that were saved, and takes one away', async () => {
    cards = [
      { id: '5e3c7c1c-7a5e-4b8a-9d0c-1f6a2d3b4c51', label: '•••• 4242' },
      { id: '5e3c7c1c-7a5e-4b8a-9d0c-1f6a2d3b4c52', label: '•••• 3155' },
    ]
    api.on(savedCards.remove, ({ params }) => {
      cards = cards.filter(({ id }) => id !== params.id)
    })
    const app = await open()
    const saved = within(await screen.findByRole('region', { name: 'Tarjetas guardadas' }))
    await app.user.click(saved.getByRole('button', { name: 'Quitar: •••• 4242' }))
    await screen.findByText('Tarjeta quitada.')
    await waitFor(() => expect(saved.queryByText('•••• 4242')).toBeNull())
    await app.user.click(saved.getByRole('button', { name: 'Quitar: •••• 3155' }))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Tarjetas guardadas' })).toBeNull())
  })

  it('saves billing data, and refuses letters in a phone number [ID-034] [UX-046]', async () => {
    const app = await open()
    const billing = block('Facturación')
    await app.user.type(billing.getByLabelText(/^Teléfono/), '12ab')
    await app.user.tab()
    await billing.findByText('El número de teléfono no es válido')
    expect(billing.getByRole<HTMLButtonElement>('button', { name: 'Guardar' }).disabled).toBe(true)
    await app.user.clear(billing.getByLabelText(/^Teléfono/))
    await app.user.type(billing.getByLabelText(/^Teléfono/), '612 345 678')
    await app.user.type(billing.getByLabelText(/^Ciudad/), 'Vigo')
    await app.user.click(billing.getByRole('button', { name: 'Guardar' }))
    await screen.findByText('Cambios guardados.')
    expect(sent(account.update)).toMatchObject([
      { billingPhone: '612 345 678', billingCity: 'Vigo', billingNif: null, billingCountry: null },
    ])
  })

  it('keeps what was typed when the connection breaks', async () => {
    const app = await open()
    const billing = block('Facturación')
    await app.user.type(billing.getByLabelText(/^Ciudad/), 'Vigo')
    api.silence(true)
    await app.user.click(billing.getByRole('button', { name: 'Guardar' }))
    expect((await billing.findByRole('alert')).textContent).toContain('Revisa tu conexión')
    expect(billing.getByLabelText<HTMLInputElement>(/^Ciudad/).value).toBe('Vigo')
  })

  it('asks before what was typed is thrown away', async () => {
    const app = await open()
    await app.user.type(block('Facturación').getByLabelText(/^Ciudad/), 'Vigo')
    await app.router.navigate('/mystuff/products')
    await screen.findByRole('dialog', { name: '¿Salir sin guardar?' })
    expect(app.router.state.location.pathname).toBe('/account/my-data')
  })

  it('says that the present password is wrong, and logs nobody out [ID-035] [ERR-018]', async () => {
    api.on(account.changePassword, () => {
      throw new Refusal('PASSWORD_WRONG')
    })
    const app = await open()
    const password = block('Contraseña')
    const change = password.getByRole<HTMLButtonElement>('button', { name: 'Cambiar la contraseña' })
    await app.user.type(password.getByLabelText(/^Contraseña actual/), 'Tormenta6!')
    await app.user.type(password.getByLabelText(/^Nueva contraseña/), 'Tormenta7!')
    await app.user.type(password.getByLabelText(/^Repite la nueva contraseña/), 'Tormenta8!')
    await app.user.tab()
    await password.findByText('No coincide con el campo anterior')
    expect(change.disabled).toBe(true)
    await app.user.clear(password.getByLabelText(/^Repite la nueva contraseña/))
    await app.user.type(password.getByLabelText(/^Repite la nueva contraseña/), 'Tormenta7!')
    await waitFor(() => expect(change.disabled).toBe(false))
    await app.user.click(change)
    await password.findByText('La contraseña actual no es correcta')
    expect(app.services.session.get().status).toBe('authenticated')
    api.on(account.changePassword, () => undefined)
    await app.user.type(password.getByLabelText(/^Contraseña actual/), '!')
    await app.user.click(change)
    await screen.findByText('Contraseña cambiada.')
    expect(password.getByLabelText<HTMLInputElement>(/^Nueva contraseña/).value).toBe('')
  })

  it('keeps the password closed while its repetition differs [ID-020]', async () => {
    const app = await open()
    const password = block('Contraseña')
    await app.user.type(password.getByLabelText(/^Contraseña actual/), 'Tormenta6!')
    await app.user.type(password.getByLabelText(/^Nueva contraseña/), 'Tormenta7!')
    await app.user.type(password.getByLabelText(/^Repite la nueva contraseña/), 'Tormenta7')
    await app.user.tab()
    expect(password.getByRole<HTMLButtonElement>('button', { name: 'Cambiar la contraseña' }).disabled).toBe(true)
    expect(api.countOf(account.changePassword)).toBe(0)
  })

  it('ends the reminders of events with one switch', async () => {
    const app = await open({ eventReminders: true })
    await app.user.click(block('Recordatorios').getByRole('switch', { name: /Avisarme de los eventos/ }))
    await waitFor(() => expect(sent(account.update)).toEqual([{ eventReminders: false }]))
  })

  it('refuses promotional mail with one switch, which stores newsletter=false [ID-036] [ID-061]', async () => {
    const app = await open({ newsletter: true })
    const optOut = screen.getByRole<HTMLInputElement>('switch', { name: 'No quiero correos promocionales' })
    expect(optOut.checked).toBe(false)
    await app.user.click(optOut)
    await waitFor(() => expect(sent(account.update)).toEqual([{ newsletter: false }]))
    await waitFor(() =>
      expect(screen.getByRole<HTMLInputElement>('switch', { name: 'No quiero correos promocionales' }).checked).toBe(true),
    )
  })

  it('shows the public profile or not, and leads to it where it is shown [ID-037]', async () => {
    const app = await open()
    expect(screen.queryByRole('link', { name: 'Ver mi perfil' })).toBeNull()
    await app.user.click(screen.getByRole('switch', { name: 'Mostrar mi perfil' }))
    expect((await screen.findByRole('link', { name: 'Ver mi perfil' })).getAttribute('href')).toBe(`/users/${data.id}`)
    expect(sent(account.update)).toEqual([{ publicProfile: true }])
  })

  it('shows a picture before it is sent, refuses what is none or too large, and takes it away again', async () => {
    api.on(account.avatar, ({ upload }) => (data = { ...data, avatarUrl: `/api/files/${upload.bytes.length}` }))
    api.on(account.removeAvatar, () => (data = { ...data, avatarUrl: null }))
    const app = await open()
    const general = block('Información general')
    const input = general.getByLabelText<HTMLInputElement>('Foto')
    // A person may choose 'all files' in the dialog.
    input.accept = ''
    await app.user.upload(input, new File(['GIF89a'], 'me.gif', { type: 'image/gif' }))
    expect((await general.findByRole('alert')).textContent).toBe('Solo se aceptan imágenes .jpg y .png.')
    const huge = new File(['x'], 'me.png', { type: 'image/png' })
    Object.defineProperty(huge, 'size', { value: 8 * 1024 * 1024 + 1 })
    await app.user.upload(input, huge)
    await general.findByText('La imagen no puede pesar más de 8 MB.')
    expect(api.countOf(account.avatar)).toBe(0)
    await app.user.upload(input, new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47])], 'me.png', { type: 'image/png' }))
    await general.findByRole('img', { name: 'Vista previa de la foto' })
    await app.user.click(general.getByRole('button', { name: 'Usar esta foto' }))
    await screen.findByText('Foto cambiada.')
    await app.user.click(await general.findByRole('button', { name: 'Quitar' }))
    await screen.findByText('Foto quitada.')
  })

  it('signs out another device, or all others, never this one', async () => {
    api.on(account.signOutDevice, () => undefined)
    api.on(account.signOutOthers, () => undefined)
    const app = await open()
    const devices = block('Dispositivos')
    await devices.findByText('Este dispositivo')
    expect(devices.queryByRole('button', { name: 'Cerrar sesión en Firefox, Linux' })).toBeNull()
    await app.user.click(devices.getByRole('button', { name: 'Cerrar sesión en Safari, iPhone' }))
    await screen.findByText('Sesión cerrada.')
    await app.user.click(devices.getByRole('button', { name: 'Cerrar sesión en todos los demás' }))
    await waitFor(() => expect(api.countOf(account.signOutOthers)).toBe(1))
    expect(api.countOf(account.signOutDevice)).toBe(1)
  })

  it('lists the services that log in here, and takes one away', async () => {
    const id = '00000000-0000-4000-8000-0000000000aa'
    let items = [{ id, label: 'Acme', email: 'lucia@acme.example', linkedAt: '2026-03-01T10:00:00Z' }]
    api.on(account.identities, () => ({ items }))
    api.on(account.unlinkIdentity, () => void (items = []))
    const app = await open()
    await screen.findByRole('region', { name: 'Entrar con otros servicios' })
    const services = block('Entrar con otros servicios')
    services.getByText(/lucia@acme\.example · Unida el 1 de marzo/)
    await app.user.click(services.getByRole('button', { name: 'Quitar Acme' }))
    await screen.findByText('Ya no entras con ese servicio.')
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Entrar con otros servicios' })).toBeNull())
  })

  it('asks for another e-mail, waits for both confirmations, and can be called off', async () => {
    api.on(account.changeEmail, ({ body }) => {
      if (body.email.startsWith('taken')) throw new Refusal('EMAIL_TAKEN')
      return (data = { ...data, newEmail: body.email })
    })
    api.on(account.cancelEmailChange, () => (data = { ...data, newEmail: null }))
    const app = await open()
    const email = block('Correo')
    await app.user.type(email.getByLabelText(/^Nuevo correo/), 'taken@correo.example')
    await app.user.type(email.getByLabelText(/^Contraseña actual/), 'Tormenta7!')
    await app.user.click(email.getByRole('button', { name: 'Pedir el cambio' }))
    await email.findByText('El correo introducido ya está registrado')
    await app.user.clear(email.getByLabelText(/^Nuevo correo/))
    await app.user.type(email.getByLabelText(/^Nuevo correo/), 'luz@correo.example')
    await app.user.click(email.getByRole('button', { name: 'Pedir el cambio' }))
    await email.findByText('luz@correo.example')
    await app.user.click(email.getByRole('button', { name: 'Cancelar el cambio' }))
    expect(await email.findByLabelText<HTMLInputElement>(/^Nuevo correo/)).toHaveProperty('value', '')
  })

  it('asks to become an organizer, shows that it is being looked at, and what was refused and why [ID-039]', async () => {
    api.on(
      account.requestUpgrade,
      ({ body }) =>
        (data = {
          ...data,
          upgrade: {
            id: '00000000-0000-4000-8000-00000000000f',
            state: 'pending',
            message: body.message,
            reason: null,
            requestedAt: new Date().toISOString(),
          },
        }),
    )
    const app = await open()
    const upgrade = block('Ser artista')
    await app.user.type(upgrade.getByLabelText(/^Mensaje/), 'Conciertos pequeños')
    await app.user.click(upgrade.getByRole('button', { name: 'Pedir ser organizador' }))
    await upgrade.findByText(/está en revisión/)
    expect(sent(account.requestUpgrade)).toEqual([{ message: 'Conciertos pequeños' }])
    app.unmount()
    await open({
      upgrade: {
        id: '00000000-0000-4000-8000-00000000000f',
        state: 'refused',
        message: '',
        reason: 'Falta un canal',
        requestedAt: new Date().toISOString(),
      },
    })
    expect(block('Ser artista').getByText(/Falta un canal/)).toBeTruthy()
    expect(block('Ser artista').getByRole('button', { name: 'Pedir ser organizador' })).toBeTruthy()
  })

  it('hands out everything it knows as a file, and deletes after the password and a time to think again [ID-062]', async () => {
    api.on(account.exportData, () => ({ fileName: 'mis-datos.json', contentType: 'application/json', content: '{"user":"lucia"}' }))
    api.on(account.requestDeletion, ({ body }) => {
      if (body.password !== 'Tormenta7!') throw new Refusal('PASSWORD_WRONG')
      return (data = { ...data, deletionAt: new Date(Date.now() + 14 * 86_400_000).toISOString() })
    })
    api.on(account.cancelDeletion, () => (data = { ...data, deletionAt: null }))
    const app = await open()
    const saved: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download)
    })
    const own = block('Tus datos, tuyos')
    await app.user.click(own.getByRole('button', { name: 'Descargar mis datos' }))
    await waitFor(() => expect(saved).toEqual(['mis-datos.json']))
    vi.restoreAllMocks()
    await app.user.click(own.getByRole('button', { name: 'Eliminar mi cuenta' }))
    const dialog = within(await screen.findByRole('dialog', { name: '¿Eliminar tu cuenta?' }))
    await app.user.type(dialog.getByLabelText(/^Contraseña actual/), 'Tormenta7!')
    await app.user.click(dialog.getByRole('button', { name: 'Eliminar mi cuenta' }))
    await own.findByText(/^Tu cuenta se eliminará el/)
    await app.user.click(own.getByRole('button', { name: 'Conservar mi cuenta' }))
    await own.findByRole('button', { name: 'Eliminar mi cuenta' })
  })

  it('offers a retry where the data did not come', async () => {
    api.on(account.me, () => {
      throw new Refusal('INTERNAL')
    })
    const app = await renderApp({ at: '/account/my-data', api, user })
    const retry = await screen.findByRole('button', { name: 'Reintentar' })
    api.on(account.me, () => data)
    await app.user.click(retry)
    await screen.findByRole('region', { name: 'Información general' })
  })
})

describe('public profile', () => {
  const other = '00000000-0000-4000-8000-0000000000bb'

  it('shows what somebody shows of themselves [ID-011] [ID-038]', async () => {
    api.on(account.publicProfile, () => ({
      id: other as never,
      name: 'Nora',
      surname: 'Beltrán',
      avatarUrl: null,
      description: 'Cuerdas y silencios.',
      youtube: null,
      twitter: null,
      facebook: null,
      instagram: 'https://example.org/nora',
      linkedin: null,
      web: null,
    }))
    const { container } = await renderApp({ at: `/users/${other}`, api, user })
    await screen.findByRole('heading', { level: 1, name: 'Nora Beltrán' })
    const links = within(screen.getByRole('list', { name: 'Enlaces de Nora Beltrán' })).getAllByRole('link')
    expect(links.map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('rel')])).toEqual([
      ['Instagram', 'https://example.org/nora', 'noopener noreferrer nofollow ugc'],
    ])
    expect(await axeViolations(container)).toEqual([])
  })

  it.each([other, 'not-an-id'])('is a not-found page for who shows nothing (%s) [ID-037]', async (id) => {
    api.on(account.publicProfile, () => {
      throw new Refusal('NOT_FOUND')
    })
    await renderApp({ at: `/users/${id}`, api, user })
    await screen.findByRole('heading', { level: 1, name: 'Aquí no hay nada' })
  })
})
