import { signUp } from '@e-events/shared/contract/people/auth.ts'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { axeViolations } from '../../../testing/axe.ts'
import { createFakeApi, Refusal } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'

const token = 'x'.repeat(54)
const at = `/opt-out/${token}`

describe('the link below a promotion', () => {
  it('asks first, then ends the promotions without a log-in', async () => {
    const api = createFakeApi()
    api.on(signUp.optOut, () => undefined)
    const { user, container } = await renderApp({ at, api })
    await screen.findByRole('heading', { name: '¿Dejar de recibir promociones?' })
    expect(api.calls.filter(({ endpoint }) => endpoint === signUp.optOut)).toEqual([])
    expect(await axeViolations(container)).toEqual([])
    await user.click(screen.getByRole('button', { name: 'No recibir más promociones' }))
    await screen.findByRole('heading', { name: 'No recibirás más promociones' })
    expect(api.calls.find(({ endpoint }) => endpoint === signUp.optOut)?.params).toEqual({ token })
  })

  it('below a reminder asks about reminders alone', async () => {
    const api = createFakeApi()
    api.on(signUp.optOut, () => undefined)
    const { user } = await renderApp({ at: `${at}?about=reminders`, api })
    await screen.findByRole('heading', { name: '¿Dejar de recibir recordatorios?' })
    await user.click(screen.getByRole('button', { name: 'No recibir más recordatorios' }))
    await screen.findByRole('heading', { name: 'No recibirás más recordatorios' })
  })

  it('says where else it can be done when it is of no use', async () => {
    const api = createFakeApi()
    api.on(signUp.optOut, () => {
      throw new Refusal('LINK_INVALID')
    })
    const { user } = await renderApp({ at, api })
    await user.click(await screen.findByRole('button', { name: 'No recibir más promociones' }))
    await screen.findByRole('heading', { name: 'Este enlace no sirve' })
    expect(screen.getByRole('link', { name: 'Ir a mis datos' }).getAttribute('href')).toBe('/account/my-data')
  })
})
