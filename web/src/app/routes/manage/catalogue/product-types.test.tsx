import { config } from '@e-events/shared/contract/settings/config.ts'
import { productAdmin } from '@e-events/shared/contract/catalogue/product-admin.ts'
import { productTypes, type ProductType } from '@e-events/shared/domain/states.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { snackStore } from '../../../../components/feedback/use-snacks.ts'
import { admin } from '../../../../testing/admin-factories.ts'
import { createFakeApi, Refusal, type FakeApi } from '../../../../testing/fake-api.ts'
import { renderApp } from '../../../../testing/render-app.tsx'

const at = '/manage/modules'

afterEach(() => act(() => snackStore.get().forEach(({ key }) => snackStore.remove(key))))

describe('what organizers may create', () => {
  /** The server, and the switch of one type. */
  function typesApi(): { api: FakeApi; open: ProductType[] } {
    const stage = { api: createFakeApi(), open: ['live', 'broadcast', 'course', 'master'] as ProductType[] }
    stage.api.on(config.modules, () => ({ modules: [{ id: 'leads' as const, active: false }] }))
    const answer = () => ({ producer: stage.open, mine: [...productTypes] })
    stage.api.on(productAdmin.types, answer)
    stage.api.on(productAdmin.setTypes, ({ body }) => {
      stage.open = body.producer
      return answer()
    })
    return stage
  }
  const typeSwitch = (name: string) => screen.findByRole<HTMLInputElement>('switch', { name })

  it('is switched per type, and live shows cannot be taken away [CAT-092]', async () => {
    const stage = typesApi()
    const { user } = await renderApp({ at, api: stage.api, user: admin() })
    await screen.findByRole('heading', { level: 2, name: 'Lo que pueden crear los organizadores' })
    for (const always of ['Estreno', 'Directo']) {
      const { checked, disabled } = await typeSwitch(always)
      expect([always, checked, disabled]).toEqual([always, true, true])
    }
    expect((await typeSwitch('Pódcast')).checked).toBe(false)
    await user.click(await typeSwitch('Pódcast'))
    await screen.findByText('Los organizadores ya pueden crear: Pódcast.')
    expect(stage.open).toEqual(['live', 'broadcast', 'course', 'master', 'podcast'])
    // Another administrator took one away meanwhile: this change is one on top of theirs.
    stage.open = ['live', 'broadcast', 'master', 'podcast']
    await user.click(await typeSwitch('Pódcast'))
    await screen.findByText('Los organizadores ya no pueden crear: Pódcast.')
    expect(stage.open).toEqual(['live', 'broadcast', 'master'])
    expect((await typeSwitch('Curso')).checked).toBe(false)
  })

  it('follows what another administrator changes, without a reload [CAT-092]', async () => {
    const stage = typesApi()
    const app = await renderApp({ at, api: stage.api, user: admin() })
    expect((await typeSwitch('Vídeo')).checked).toBe(false)
    stage.open = [...stage.open, 'vod']
    app.tell({ id: '00000000-0000-4000-8000-0000000000cc', type: 'config.updated', message: {}, notificationType: 'success' })
    await waitFor(async () => expect((await typeSwitch('Vídeo')).checked).toBe(true))
  })

  it('shows what is stored again when a switch is refused, and the error with a retry where nothing can be read', async () => {
    const stage = typesApi()
    stage.api.on(productAdmin.setTypes, () => {
      throw new Refusal('UNAVAILABLE')
    })
    const first = await renderApp({ at, api: stage.api, user: admin() })
    await first.user.click(await typeSwitch('Pódcast'))
    await screen.findByRole('button', { name: 'Reintentar' })
    await waitFor(async () => expect((await typeSwitch('Pódcast')).disabled).toBe(false))
    expect((await typeSwitch('Pódcast')).checked).toBe(false)
    first.unmount()
    stage.api.on(productAdmin.types, () => {
      throw new Refusal('INTERNAL')
    })
    await renderApp({ at, api: stage.api, user: admin() })
    // The snack of the refusal is an alert, too.
    await waitFor(() =>
      expect(screen.getAllByRole('alert').some(({ textContent }) => textContent?.includes('Error al obtener los datos del servidor'))).toBe(
        true,
      ),
    )
  })
})
