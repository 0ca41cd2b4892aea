import { account, type MyData } from '@e-events/shared/contract/people/account.ts'
import { savedCards } from '@e-events/shared/contract/sales/money/saved-cards.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { myData, sessionUser } from '../../../testing/factories.ts'
import { createFakeApi, Refusal, type FakeApi } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'

const user = sessionUser()
let api: FakeApi
/** State of the server. */
let data: MyData

beforeEach(() => {
  api = createFakeApi()
  data = myData({ ...user })
  api.on(account.me, () => data)
  api.on(savedCards.list, () => ({ items: [] }))
  api.on(account.identities, () => ({ items: [] }))
  api.on(account.devices, () => ({ items: [] }))
})

const open = async (wanted: Partial<MyData> = {}) => {
  data = { ...data, ...wanted }
  const app = await renderApp({ at: '/account/my-data', api, user })
  await screen.findByRole('region', { name: 'Segundo factor' })
  return app
}
const block = (name: string) => within(screen.getByRole('region', { name }))

describe('the second factor in my data', () => {
  it('turns the second factor on: password, picture and key, first code, recovery codes shown once', async () => {
    const uri = 'otpauth://totp/e-events:lucia?secret=JBSWY3DPEHPK3PXP&issuer=e-events'
    api.on(account.startTwoFactor, ({ body }) => {
      if (body.password !== 'Tormenta7!') throw new Refusal('PASSWORD_WRONG')
      return { secret: 'JBSWY3DPEHPK3PXP', uri }
    })
    api.on(account.confirmTwoFactor, ({ body }) => {
      if (body.code !== '123456') throw new Refusal('TWO_FACTOR_WRONG', 'Ese código no es correcto o ya se ha usado.')
      data = { ...data, twoFactor: { on: true, required: false, recoveryCodesLeft: 2 } }
      return { recoveryCodes: ['aaaa-bbbb', 'cccc-dddd'] }
    })
    const app = await open()
    const factor = block('Segundo factor')
    await app.user.click(factor.getByRole('button', { name: 'Activar' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirma que eres tú' }))
    await app.user.type(dialog.getByLabelText(/^Contraseña actual/), 'nope')
    await app.user.click(dialog.getByRole('button', { name: 'Continuar' }))
    await dialog.findByText('La contraseña actual no es correcta')
    await app.user.clear(dialog.getByLabelText(/^Contraseña actual/))
    await app.user.type(dialog.getByLabelText(/^Contraseña actual/), 'Tormenta7!')
    await app.user.click(dialog.getByRole('button', { name: 'Continuar' }))
    await factor.findByRole('img', { name: 'Código QR para la aplicación de autenticación' })
    expect(factor.getByText('JBSW Y3DP EHPK 3PXP')).toBeTruthy()
    await app.user.type(factor.getByLabelText(/^Código de seis cifras/), '000000')
    await app.user.click(factor.getByRole('button', { name: 'Confirmar' }))
    expect((await factor.findByRole('alert')).textContent).toBe('Ese código no es correcto o ya se ha usado.')
    await app.user.clear(factor.getByLabelText(/^Código de seis cifras/))
    await app.user.type(factor.getByLabelText(/^Código de seis cifras/), '123456')
    await app.user.click(factor.getByRole('button', { name: 'Confirmar' }))
    expect((await factor.findAllByRole('listitem')).map((item) => item.textContent)).toEqual(['aaaa-bbbb', 'cccc-dddd'])
    await app.user.click(factor.getByRole('button', { name: 'Ya los he guardado' }))
    expect(factor.queryByText('aaaa-bbbb')).toBeNull()
    await factor.findByText('Te quedan 2 códigos de recuperación')
  })

  it('turns the second factor off with the password and a code, and says which of the two is wrong', async () => {
    api.on(account.stopTwoFactor, ({ body }) => {
      if (body.password !== 'Tormenta7!') throw new Refusal('PASSWORD_WRONG')
      if (body.code !== 'ABCD-EFGH') throw new Refusal('TWO_FACTOR_WRONG', 'Ese código no es correcto o ya se ha usado.')
      data = { ...data, twoFactor: { on: false, required: false, recoveryCodesLeft: 0 } }
    })
    const app = await open({ twoFactor: { on: true, required: false, recoveryCodesLeft: 9 } })
    await app.user.click(block('Segundo factor').getByRole('button', { name: 'Desactivar' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirma que eres tú' }))
    const stop = dialog.getByRole<HTMLButtonElement>('button', { name: 'Desactivar' })
    await app.user.type(dialog.getByLabelText(/^Contraseña actual/), 'nope')
    expect(stop.disabled).toBe(true)
    await app.user.type(dialog.getByLabelText(/^Código de la aplicación o de recuperación/), '000000')
    await app.user.click(stop)
    await dialog.findByText('La contraseña actual no es correcta')
    await app.user.clear(dialog.getByLabelText(/^Contraseña actual/))
    await app.user.type(dialog.getByLabelText(/^Contraseña actual/), 'Tormenta7!')
    await app.user.click(stop)
    await dialog.findByText('Ese código no es correcto o ya se ha usado.')
    await app.user.clear(dialog.getByLabelText(/^Código de la aplicación/))
    await app.user.type(dialog.getByLabelText(/^Código de la aplicación/), ' ABCD-EFGH ')
    await app.user.click(stop)
    await screen.findByText('Segundo factor desactivado.')
    const sent = api.calls.findLast((call) => call.endpoint === account.stopTwoFactor)
    expect(sent?.body).toEqual({ password: 'Tormenta7!', code: 'ABCD-EFGH' })
    await block('Segundo factor').findByText('Desactivado')
  })

  it('offers no way out of a second factor that the account must have', async () => {
    await open({ twoFactor: { on: true, required: true, recoveryCodesLeft: 9 } })
    expect(block('Segundo factor').queryByRole('button', { name: 'Desactivar' })).toBeNull()
  })
})
