import { playback } from '@e-events/shared/contract/live/playback.ts'
import { problemReports, type ProblemReport } from '@e-events/shared/contract/live/problem-reports.ts'
import { refunds } from '@e-events/shared/contract/sales/money/refunds.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { axeViolations } from '../../../testing/axe.ts'
import { sessionUser } from '../../../testing/factories.ts'
import { createFakeApi, Refusal, type FakeApi } from '../../../testing/fake-api.ts'
import { plainWords } from '../../../testing/plain-words.ts'
import { playbackFeed, playbackOnAir } from '../../../testing/playback-factories.ts'
import { renderApp } from '../../../testing/render-app.tsx'

const id = '00000000-0000-4000-8000-000000000077'
let api: FakeApi
beforeEach(() => {
  api = createFakeApi()
  api.on(playback.get, () => playbackOnAir([playbackFeed()]))
  api.on(problemReports.send, () => ({ id, reportedAt: '2031-07-10T20:00:00.000Z' }))
})
async function open(options: { pseudo?: boolean } = {}) {
  const app = await renderApp({ at: '/player/noche-de-faro', api, user: sessionUser(), ...options })
  if (options.pseudo) return app
  await app.user.click(await screen.findByRole('button', { name: 'Informar de un problema' }))
  await screen.findByRole('dialog', { name: 'Informar de un problema' })
  return app
}
const send = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Enviar' })

describe('a problem reported from the player', () => {
  it('needs a kind, is sent with the state of the player, and is confirmed with the way to a refund', async () => {
    const { user } = await open()
    expect(send().disabled).toBe(true)
    await user.click(screen.getByRole('radio', { name: 'No hay sonido' }))
    await user.type(screen.getByRole('textbox', { name: 'Cuéntanos más' }), '  Desde el principio ')
    expect(await axeViolations(document.body)).toEqual([])
    await user.click(send())
    await screen.findByRole('dialog', { name: 'Gracias, lo hemos recibido' })
    expect(screen.getByRole('link', { name: 'Pedir un reembolso en tus pedidos' }).getAttribute('href')).toBe('/mystuff/orders')
    const call = api.calls.find(({ endpoint }) => endpoint === problemReports.send)
    expect(call?.params).toEqual({ slug: 'noche-de-faro' })
    expect(call?.body).toMatchObject({ category: 'no_sound', text: 'Desde el principio', picture: { positionSec: 0, isOnline: true } })
    await user.click(screen.getByRole('button', { name: 'Cerrar' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('that is refused says so, keeps the words, and can be sent again', async () => {
    api.on(problemReports.send, () => {
      throw new Refusal('RATE_LIMITED', 'Espera un poco.')
    })
    const { user } = await open()
    await user.click(screen.getByRole('radio', { name: 'Otra cosa' }))
    await user.type(screen.getByRole('textbox', { name: 'Cuéntanos más' }), 'Eco')
    await user.click(send())
    await screen.findByRole('alert')
    expect(screen.getByRole('textbox', { name: 'Cuéntanos más' })).toHaveProperty('value', 'Eco')
    api.on(problemReports.send, () => ({ id, reportedAt: '2031-07-10T20:00:00.000Z' }))
    await user.click(send())
    await screen.findByRole('dialog', { name: 'Gracias, lo hemos recibido' })
  })

  it('holds no text of its own', async () => {
    const { user } = await open({ pseudo: true })
    const button = await waitFor(() => {
      const found = document.querySelector<HTMLElement>('header [aria-haspopup="dialog"]')
      expect(found).not.toBeNull()
      return found!
    })
    await user.click(button)
    expect(plainWords(await screen.findByRole('dialog'))).toEqual([])
  })
})

describe('reported problems', () => {
  const report = (fields: Partial<ProblemReport> = {}): ProblemReport => ({
    id,
    product: { slug: 'telon', title: 'Telón' },
    viewer: 'Lía Prat',
    category: 'stutters',
    text: 'Se para cada poco',
    reportedAt: '2026-07-10T20:30:00.000Z',
    picture: {
      phase: 'waiting',
      isLive: true,
      positionSec: 754.2,
      bufferedSec: 0.4,
      latencySec: 3.1,
      heightPx: 720,
      isLowLatency: false,
      isOnline: false,
    },
    evidence: {
      watchedMs: 540_000,
      visits: 2,
      show: { startsAt: '2026-07-10T20:00:00.000Z', airedFrom: '2026-07-10T20:00:00.000Z', endedAt: null, interruptions: 1 },
    },
    handled: null,
    ...fields,
  })
  const list = (items: ProblemReport[]) => {
    api.on(refunds.overdue, () => ({ items: [], counts: { proposals: 0, overdue: 0, disputes: 0 } }))
    api.on(problemReports.list, () => ({ items, nextCursor: null }))
    return renderApp({ at: '/manage/refunds?tab=problems', api, user: sessionUser({ roles: ['ADMIN'] }) })
  }

  it('are listed for staff with what was sent, watched and loaded', async () => {
    const { container } = await list([report()])
    const card = within((await screen.findByRole('heading', { name: 'Se para o va a saltos' })).closest('li') ?? document.body)
    expect(card.getByText('Se para cada poco')).toBeTruthy()
    expect(card.getByText(/1 corte$/)).toBeTruthy()
    expect(card.getByText(/en 2 visitas/)).toBeTruthy()
    expect(card.getByText('esperando datos · 12:34 · 720p · 0 s cargados · sin conexión')).toBeTruthy()
    expect(card.getByRole('link', { name: 'Telón' }).getAttribute('href')).toBe('/products/telon')
    expect(await axeViolations(container)).toEqual([])
  })

  it('are marked as handled, and found again with who did it', async () => {
    const handled = report({ handled: { at: '2026-07-10T21:00:00.000Z', by: 'Sala Faro' } })
    let isHandled = false
    const { user } = await list([])
    api.on(problemReports.list, ({ query }) => ({
      items: (query.state === 'handled') === isHandled ? [isHandled ? handled : report()] : [],
      nextCursor: null,
    }))
    api.on(problemReports.handle, ({ body }) => {
      isHandled = body.isHandled
      return handled
    })
    await user.click(await screen.findByRole('button', { name: 'Atendidos' }))
    await user.click(screen.getByRole('button', { name: 'Abiertos' }))
    await user.click(await screen.findByRole('button', { name: 'Marcar como atendido' }))
    await screen.findByText('No hay avisos abiertos')
    await user.click(screen.getByRole('button', { name: 'Atendidos' }))
    expect(await screen.findByText(/Lo atendió Sala Faro/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Reabrir' }))
    await screen.findByText('Todavía no se ha atendido ninguno')
  })

  it('that are none say so', async () => {
    await list([])
    await screen.findByText('No hay avisos abiertos')
  })
})
