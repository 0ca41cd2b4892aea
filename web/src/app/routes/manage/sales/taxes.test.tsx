import { taxes } from '@e-events/shared/contract/sales/money/taxes.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { admin } from '../../../../testing/admin-factories.ts'
import { axeViolations } from '../../../../testing/axe.ts'
import { sessionUser } from '../../../../testing/factories.ts'
import { createFakeApi, Refusal, type FakeApi } from '../../../../testing/fake-api.ts'
import { renderApp } from '../../../../testing/render-app.tsx'
import { taxReport, taxRule, taxRules } from '../../../../testing/tax-factories.ts'

let api: FakeApi
beforeEach(() => {
  api = createFakeApi()
  api.on(taxes.report, ({ query }) => taxReport(query.quarter === undefined ? {} : { quarter: query.quarter }))
  api.on(taxes.listRules, () => ({ rules: [...taxRules] }))
})

const textOf = (element: HTMLElement) => element.textContent.replaceAll(/\s/g, ' ')
const calls = (endpoint: (typeof taxes)[keyof typeof taxes]) => api.calls.filter((call) => call.endpoint === endpoint)

describe('the taxes of a quarter', () => {
  it('are kept from organizers', async () => {
    const app = await renderApp({ at: '/manage/taxes', api, user: sessionUser({ roles: ['PRODUCER'] }) })
    await waitFor(() => expect(app.router.state.location.pathname).toBe('/'))
    expect(calls(taxes.report)).toEqual([])
  })

  it('show each country with its rate and the reason, corrections of other quarters, and a sum per scheme', async () => {
    const { container } = await renderApp({ at: '/manage/taxes', api, user: admin() })
    const germany = await screen.findByRole('row', { name: /Alemania/ })
    expect(textOf(germany)).toBe(
      'Alemania19 %general20,34 €3,86 €2IVA de Alemania: evento en directo, en el país del espectadorVende: España',
    )
    expect(textOf(screen.getByRole('row', { name: /^Portugal/ }))).toContain('Corrige T3 2026')
    expect(textOf(screen.getByRole('row', { name: /Francia/ }))).toContain('Inversión del sujeto pasivo')
    expect(textOf(screen.getByLabelText('IVA por régimen'))).toContain('Ventanilla única (OSS)1,60 €de 10,50 €')
    expect(await axeViolations(container)).toEqual([])
  })

  it('leave only the one-stop shop where that is asked for, in the table and in the file', async () => {
    api.on(taxes.export, () => {
      throw new Refusal('INTERNAL')
    })
    await renderApp({ at: '/manage/taxes?quarter=2026-Q3', api, user: admin() })
    await screen.findByRole('row', { name: /Alemania/ })
    expect(calls(taxes.report).at(-1)?.query).toEqual({ quarter: '2026-Q3' })
    await userEvent.click(screen.getByRole('switch', { name: /Solo ventanilla única/ }))
    expect(screen.queryByRole('row', { name: /Francia/ })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Descargar' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: /^CSV/ }))
    await waitFor(() => expect(calls(taxes.export).at(-1)?.query).toEqual({ quarter: '2026-Q3', scheme: 'oss', format: 'csv' }))
  })
})

describe('the rates', () => {
  const open = async () => {
    const app = await renderApp({ at: '/manage/taxes?tab=rules', api, user: admin() })
    await screen.findByRole('row', { name: /26\s%/ })
    return app
  }

  it('show what counts and what is planned; earlier ones when asked, and only planned ones can be removed', async () => {
    const { container } = await open()
    expect(screen.queryByRole('row', { name: /22\s%/ })).toBeNull()
    await userEvent.click(screen.getByRole('switch', { name: 'Mostrar los anteriores' }))
    expect(textOf(screen.getByRole('row', { name: /22\s%/ }))).toContain('anterior')
    expect(screen.getAllByRole('button', { name: /^Quitar el tipo/ })).toHaveLength(1)
    expect(await axeViolations(container)).toEqual([])
  })

  it('that are planned are removed after a question', async () => {
    api.on(taxes.removeRule, () => undefined)
    await open()
    await userEvent.click(screen.getByRole('button', { name: /Quitar el tipo de Estonia/ }))
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Quitar' }))
    await waitFor(() => expect(calls(taxes.removeRule)).toHaveLength(1))
    expect(calls(taxes.removeRule)[0]?.params).toEqual({ id: '00000000-0000-4000-8000-000000000e04' })
  })

  it('are added with a comma in the rate, and a day that is taken is said beside the day', async () => {
    let isTaken = true
    api.on(taxes.addRule, ({ body }) => {
      if (isTaken) throw new Refusal('STATE_CONFLICT')
      return taxRule({ ...body, isPlanned: true })
    })
    await open()
    await userEvent.click(screen.getByRole('button', { name: 'Añadir un tipo' }))
    const dialog = within(await screen.findByRole('dialog'))
    const save = dialog.getByRole('button', { name: 'Añadir' })
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: /País/ }), 'FI')
    await userEvent.type(dialog.getByRole('textbox', { name: /Tipo/ }), '25,55,')
    dialog.getByText('Escribe un número de 0 a 100.')
    await userEvent.clear(dialog.getByRole('textbox', { name: /Tipo/ }))
    await userEvent.type(dialog.getByRole('textbox', { name: /Tipo/ }), '25,5')
    expect(save).toHaveProperty('disabled', true)
    const day = dialog.getByRole('group', { name: 'Desde' })
    fireEvent.change(day.parentElement?.querySelector('input') ?? day, { target: { value: '01/01/2999' } })
    await waitFor(() => expect(save).toHaveProperty('disabled', false))
    await userEvent.click(save)
    await dialog.findByText('Ese país ya tiene un tipo desde ese día.')
    isTaken = false
    await userEvent.click(save)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(calls(taxes.addRule).at(-1)?.body).toEqual({
      country: 'FI',
      productType: null,
      basisPoints: 2_550,
      validFrom: '2999-01-01',
      note: '',
    })
  })
})
