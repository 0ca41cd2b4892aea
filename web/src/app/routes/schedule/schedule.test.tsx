import type { CallOutput } from '@e-events/shared/contract/endpoint.ts'
import { schedule, type ScheduleEntry, type ScheduleSection } from '@e-events/shared/contract/catalogue/schedule.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { byDay, weekOf } from '../../../features/catalogue/schedule/week.ts'
import { axeViolations } from '../../../testing/axe.ts'
import { productCard, sessionUser } from '../../../testing/factories.ts'
import { createFakeApi, Refusal, type FakeApi } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'

const sessionId = '00000000-0000-4000-8000-00000000000a'
const entry = (startsAt: string, title: string, wanted: Partial<ScheduleEntry> = {}): ScheduleEntry => {
  const session = {
    id: crypto.randomUUID() as never,
    startsAt,
    endsAt: new Date(Date.parse(startsAt) + 5_400_000).toISOString(),
    timezone: 'Europe/Madrid',
    state: wanted.onAir ? ('on_air' as const) : ('coming' as const),
    changesAt: null,
  }
  return {
    session,
    movedTo: null,
    title: null,
    onAir: false,
    product: productCard({ slug: 'gala', title, type: 'broadcast', nextSession: session }),
    ...wanted,
  }
}
const section = (wanted: Partial<ScheduleSection> = {}): ScheduleSection => {
  const { session, product } = entry('2031-07-10T18:00:00.000Z', 'Gala de verano')
  return {
    kind: 'session',
    id: sessionId,
    title: null,
    description: '',
    startsAt: session.startsAt,
    endsAt: session.endsAt,
    state: 'scheduled',
    event: 'coming',
    changesAt: null,
    movedTo: null,
    onAir: false,
    session,
    speakers: [{ slug: 'ana', name: 'Ana Faro', title: 'Soprano', imageUrl: null }],
    agenda: [],
    product,
    ...wanted,
  }
}

let api: FakeApi
beforeEach(() => {
  api = createFakeApi()
  api.on(schedule.filters, (): CallOutput<typeof schedule.filters> => ({
    types: ['broadcast', 'meet'],
    channels: [{ slug: 'sala-faro', title: 'Sala Faro' }],
    categories: [],
  }))
  api.on(schedule.list, () => ({ items: [], nextCursor: null }))
  api.on(schedule.section, () => section())
  URL.createObjectURL = () => 'blob:calendar'
  URL.revokeObjectURL = () => undefined
})
afterEach(() => vi.restoreAllMocks())

describe('the programme', () => {
  it('of an empty week says so and leads to the next one, by link [CAT-010]', async () => {
    const app = await renderApp({ at: '/schedule?week=2031-03-05', api })
    await screen.findByRole('heading', { name: 'En estos días no hay nada programado' })
    const week = within(screen.getByRole('navigation', { name: 'Fechas' }))
    expect(week.getByRole('link', { name: 'Los siete días siguientes' }).getAttribute('href')).toBe('/schedule?week=2031-03-12')
    await app.user.click(week.getByRole('link', { name: 'Los siete días anteriores' }))
    await waitFor(() => expect(app.router.state.location.search).toBe('?week=2031-02-26'))
  })

  it('stands by day in the time zone of the viewer, with a mark on what is on air, for everybody [CAT-008, CAT-010]', async () => {
    api.on(schedule.list, () => ({
      items: [entry('2031-03-04T23:30:00.000Z', 'De noche'), entry('2031-03-05T19:00:00.000Z', 'Por la tarde', { onAir: true })],
      nextCursor: null,
    }))
    await renderApp({ at: '/schedule?week=2031-03-03', api, user: sessionUser({ timezone: 'America/Mexico_City' }) })
    const tuesday = within(await screen.findByRole('region', { name: /martes/i }))
    const wednesday = within(screen.getByRole('region', { name: /miércoles/i }))
    expect(tuesday.getByRole('listitem').textContent).toContain('17:30')
    expect(wednesday.getByRole('listitem').textContent).toMatch(/13:00.*20:00 CET/)
    expect(wednesday.getAllByText('EN DIRECTO').length).toBeGreaterThan(0)
    expect(tuesday.getByRole('link', { name: 'De noche' }).getAttribute('href')).toMatch(/^\/schedule\/gala\/section\//)
    const asked = api.calls.find(({ endpoint }) => endpoint === schedule.list)
    expect(asked?.query).toMatchObject({ from: '2031-03-03T06:00:00.000Z', to: '2031-03-10T06:00:00.000Z' })
  })

  it('is filtered by type and channel, and the address keeps it [CAT-010]', async () => {
    const app = await renderApp({ at: '/schedule?week=2031-03-03', api })
    await app.user.click(await screen.findByRole('combobox', { name: 'Canal' }))
    await app.user.click(await screen.findByRole('option', { name: 'Sala Faro' }))
    await waitFor(() => expect(app.router.state.location.search).toBe('?week=2031-03-03&channel=sala-faro'))
    await waitFor(() =>
      expect(api.calls.findLast(({ endpoint }) => endpoint === schedule.list)?.query).toMatchObject({ channel: 'sala-faro' }),
    )
    await app.user.click(await screen.findByRole('button', { name: 'Quitar filtros' }))
    await waitFor(() => expect(app.router.state.location.search).toBe('?week=2031-03-03'))
  })

  it('that cannot be loaded says so and is asked for again; axe sees no fault', async () => {
    let away = true
    api.on(schedule.list, () => {
      if (away) throw new Refusal('INTERNAL')
      return { items: [entry('2031-03-04T19:00:00.000Z', 'Gala')], nextCursor: null }
    })
    const app = await renderApp({ at: '/schedule?week=2031-03-03', api })
    const alert = within(await screen.findByRole('alert', {}, { timeout: 8_000 }))
    away = false
    await app.user.click(alert.getByRole('button', { name: 'Reintentar' }))
    await screen.findByRole('link', { name: 'Gala' })
    expect(await axeViolations(app.container)).toEqual([])
  })

  it('opens from now on: what is over stands behind a button of today and a link to the days before', async () => {
    const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
    const over = entry(inHours(-0.1), 'Ya fue')
    over.session.state = 'ended_with_recording'
    const off = entry(inHours(1), 'Anulada')
    off.session.state = 'cancelled'
    const moved = entry(inHours(1), 'Aplazada')
    Object.assign(moved, { session: { ...moved.session, state: 'moved' }, movedTo: { ...moved.session, startsAt: inHours(48) } })
    api.on(schedule.list, () => ({ items: [over, off, moved, entry(inHours(2), 'Viene')], nextCursor: null }))
    const app = await renderApp({ at: '/schedule', api })
    await screen.findByRole('link', { name: 'Viene' })
    expect(screen.queryByRole('link', { name: 'Ya fue' })).toBeNull()
    const of = (name: string) => within(screen.getByRole('link', { name }).closest('li') ?? document.body)
    expect(of('Anulada').getAllByText('Cancelado')).not.toEqual([])
    expect(of('Aplazada').getByText(/^Pasa al /)).toBeTruthy()
    await app.user.click(screen.getByRole('button', { name: 'Ver lo que ya ha terminado hoy (1)' }))
    expect((await screen.findByRole('link', { name: 'Ya fue' })).closest('li')?.textContent).toContain('Terminado, con grabación')
    const week = within(screen.getByRole('navigation', { name: 'Fechas' }))
    expect(week.getByRole('link', { name: 'Lo que ya ha pasado' })).toBeTruthy()
    const asked = api.calls.find(({ endpoint }) => endpoint === schedule.list)
    expect(Date.now() - Date.parse(String(asked?.query['from']))).toBeLessThanOrEqual(25 * 3_600_000)
  })

  it('has seven days from any day on, on the clock of a zone, across the change to summer time', () => {
    const week = weekOf('2031-03-24', 'Europe/Madrid', 0)
    expect([week.first, week.from, week.to]).toEqual(['2031-03-24', '2031-03-23T23:00:00.000Z', '2031-03-30T22:00:00.000Z'])
    expect(weekOf('nonsense', 'Europe/Madrid', Date.UTC(2031, 2, 5)).first).toBe('2031-03-05')
    // Begun on Sunday night, still on: under the first day of the week.
    expect(byDay([entry('2031-03-23T22:30:00.000Z', 'x')], week, 'Europe/Madrid').map(({ day }) => day)).toEqual(['2031-03-24'])
  })
})

describe('a section of the programme', () => {
  it('is shown to everybody: both hours, people, the product and the calendar [CAT-009, CAT-010, CAT-042]', async () => {
    for (const user of [undefined, sessionUser({ timezone: 'America/Mexico_City' })]) {
      const app = await renderApp({ at: `/schedule/gala/section/${sessionId}`, api, ...(user ? { user } : {}) })
      await screen.findByRole('heading', { level: 1, name: 'Gala de verano' })
      // Summer time in Madrid: 18:00Z is 20:00 there.
      expect(app.container.textContent).toContain('20:00')
      if (user) expect(app.container.textContent).toContain('12:00')
      expect(screen.getByRole('link', { name: /Ana Faro/ }).getAttribute('href')).toBe('/speakers/ana')
      expect(screen.getByRole('link', { name: 'Entradas y detalles' }).getAttribute('href')).toBe('/products/gala')
      expect(screen.getByRole('button', { name: 'Añadir al calendario' })).toBeDefined()
      app.unmount()
    }
  })

  it('that was called off or moved says so', async () => {
    api.on(schedule.section, () => section({ state: 'cancelled' }))
    const app = await renderApp({ at: `/schedule/gala/section/${sessionId}`, api })
    await screen.findByText('Esta fecha se ha cancelado.')
    expect(screen.queryByRole('button', { name: 'Añadir al calendario' })).toBeNull()
    app.unmount()
    const { session } = entry('2031-08-01T18:00:00.000Z', 'x')
    api.on(schedule.section, () => section({ state: 'rescheduled', movedTo: session }))
    await renderApp({ at: `/schedule/gala/section/${sessionId}`, api })
    expect((await screen.findByRole('link', { name: 'Ver la nueva fecha' })).getAttribute('href')).toBe(
      `/schedule/gala/section/${session.id}`,
    )
  })

  it('that is not there has a way back', async () => {
    api.on(schedule.section, () => {
      throw new Refusal('NOT_FOUND')
    })
    await renderApp({ at: `/schedule/gala/section/${sessionId}`, api })
    await screen.findByRole('heading', { level: 1, name: 'Aquí no hay nada' })
  })

  it('is added to a calendar: an event-added message with a link that opens it [API-026]', async () => {
    const clicks = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    api.on(schedule.sectionCalendar, () => ({ fileName: 'gala.ics', contentType: 'text/calendar', content: 'BEGIN:VCALENDAR' }))
    const app = await renderApp({ at: `/schedule/gala/section/${sessionId}`, api, language: 'en' })
    await app.user.click(await screen.findByRole('button', { name: 'Add to calendar' }))
    const message = (await screen.findByText(/^Event added/)).closest<HTMLElement>('[role]') ?? document.body
    expect(clicks).toHaveBeenCalledOnce()
    await app.user.click(await screen.findByRole('button', { name: 'Open event' }))
    expect(app.router.state.location.pathname).toBe(`/schedule/gala/section/${sessionId}`)
    expect(message).toBeDefined()
  })

  it('that the service cannot add says so [API-026, ERR-047]', async () => {
    api.on(schedule.sectionCalendar, () => {
      throw new Refusal('INTERNAL', '')
    })
    const app = await renderApp({ at: `/schedule/gala/section/${sessionId}`, api, language: 'en' })
    await app.user.click(await screen.findByRole('button', { name: 'Add to calendar' }))
    await screen.findByText('Error adding the calendar event')
  })

  it('has no fault that axe can see', async () => {
    api.on(schedule.section, () =>
      section({
        agenda: [{ id: crypto.randomUUID(), title: 'Apertura', startsAt: '2031-07-10T18:00:00.000Z', endsAt: '2031-07-10T18:30:00.000Z' }],
      }),
    )
    const { container } = await renderApp({ at: `/schedule/gala/section/${sessionId}`, api })
    await screen.findByRole('heading', { name: 'Programa' })
    expect(await axeViolations(container)).toEqual([])
  })
})
