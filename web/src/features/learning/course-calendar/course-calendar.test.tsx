import { courses } from '@e-events/shared/contract/learning/courses.ts'
import { courseCalendar, type LessonDate } from '@e-events/shared/contract/learning/course-calendar.ts'
import { products } from '@e-events/shared/contract/catalogue/products.ts'
import { screen, within } from '@testing-library/react'
import { expect, it, onTestFinished } from 'vitest'
import { axeViolations } from '../../../testing/axe.ts'
import { courseOf, lessonIds } from '../../../testing/course-factories.ts'
import { productDetail, sessionUser } from '../../../testing/factories.ts'
import { createFakeApi } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'

const dateOf = (n: number, startsAt: string, wanted: Partial<LessonDate> = {}): LessonDate => ({
  id: `00000000-0000-4000-8000-00000000006${n}`,
  course: { slug: 'diseno', title: 'Diseño desde cero' },
  lesson: { id: lessonIds[0], title: `Clase ${n}`, kind: 'live' },
  title: null,
  startsAt,
  endsAt: new Date(Date.parse(startsAt) + 3_600_000).toISOString(),
  cancelled: false,
  ...wanted,
})

it('shows the dated lessons by month on a phone, each with the way to it and to the calendar', async () => {
  const api = createFakeApi()
  api.on(courses.get, () => courseOf())
  api.on(products.get, () => productDetail({ type: 'course', slug: 'diseno' }))
  const year = new Date().getUTCFullYear()
  api.on(courseCalendar.list, () => ({
    dates: [
      dateOf(1, `${year - 1}-03-05T18:00:00.000Z`),
      dateOf(2, `${year + 1}-03-12T18:00:00.000Z`, { cancelled: true }),
      dateOf(3, `${year + 1}-03-19T18:00:00.000Z`),
      dateOf(4, `${year + 1}-04-02T17:00:00.000Z`, {
        lesson: { id: lessonIds[1], title: 'Hablar', kind: 'meeting' },
        title: 'Ronda de dudas',
      }),
    ],
  }))
  const app = await renderApp({ at: '/courses/diseno', api, user: sessionUser() })
  await app.user.click(await screen.findByRole('tab', { name: 'Calendario' }))
  const march = within(await screen.findByRole('region', { name: `marzo de ${year + 1}` }))
  const rows = march.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(rows).toEqual([expect.stringMatching(/12 de marzo.*Clase 2.*Cancelada/), expect.stringMatching(/19 de marzo.*Clase 3.*Añadir/)])
  const april = within(screen.getByRole('region', { name: `abril de ${year + 1}` }))
  expect(april.getByRole('link', { name: 'Hablar' }).getAttribute('href')).toBe(`/courses/diseno/lessons/${lessonIds[1]}`)
  expect(april.getByText('Reunión · Ronda de dudas')).toBeTruthy()
  expect(april.getByRole('button', { name: 'Añadir al calendario: Hablar' })).toBeTruthy()
  expect(within(screen.getByRole('region', { name: `marzo de ${year - 1}` })).getByText('Terminada')).toBeTruthy()
  expect(await axeViolations(app.container)).toEqual([])
})

/** A screen that is wide enough for squares. */
function widen(): void {
  const before = globalThis.matchMedia
  globalThis.matchMedia = (query) => Object.assign(before(query), { matches: /min-width:\s*600px/.test(query) })
  onTestFinished(() => void (globalThis.matchMedia = before))
}

it('shows a month of squares where there is room, turned by buttons and keys, with the way to the calendar [LRN-015]', async () => {
  widen()
  const api = createFakeApi()
  api.on(courses.get, () => courseOf())
  api.on(products.get, () => productDetail({ type: 'course', slug: 'diseno' }))
  const year = new Date().getUTCFullYear() + 1
  api.on(courseCalendar.list, () => ({
    dates: [
      dateOf(1, `${year}-03-12T18:00:00.000Z`, { cancelled: true }),
      // Over midnight in the zone of the viewer.
      dateOf(2, `${year}-03-18T23:30:00.000Z`),
      dateOf(3, `${year}-05-31T17:00:00.000Z`, { lesson: { id: lessonIds[1], title: 'Hablar', kind: 'meeting' } }),
    ],
  }))
  const app = await renderApp({ at: '/courses/diseno?tab=calendar', api, user: sessionUser() })
  const grid = () => within(screen.getByRole('grid'))
  await screen.findByRole('grid', { name: `marzo de ${year}` })
  expect(grid().getAllByRole('columnheader')).toHaveLength(7)
  const taken = () =>
    grid()
      .getAllByRole('button', { name: /lecci/ })
      .map((button) => button.textContent)
  expect(taken()).toEqual([
    expect.stringMatching(/12 de marzo, 1 lección: Clase 1 \(Cancelada\)$/),
    expect.stringMatching(/19 de marzo, 1 lección: Clase 2$/),
  ])
  const listed = () => screen.getAllByRole('link', { name: /Clase|Hablar/ }).map(({ textContent }) => textContent)
  expect(listed()).toEqual(['Clase 1', 'Clase 2'])
  await app.user.click(grid().getByRole('button', { name: /19\s*de marzo/ }))
  expect(listed()).toEqual(['Clase 2'])
  expect(screen.getByRole('button', { name: 'Añadir al calendario: Clase 2' })).toBeTruthy()
  expect(await axeViolations(app.container)).toEqual([])
  // Keys lead from day to day, and over the end of the month.
  await app.user.keyboard('{ArrowUp}{ArrowRight}')
  expect(document.activeElement?.textContent).toMatch(/13 de marzo$/)
  await app.user.keyboard('{ArrowLeft}{Enter}')
  expect(listed()).toEqual(['Clase 1'])
  await app.user.keyboard('{PageDown}')
  expect(screen.getByRole('grid', { name: `abril de ${year}` })).toBeTruthy()
  expect(document.activeElement?.textContent).toMatch(/12 de abril$/)
  expect(screen.getByText('Ninguna lección este mes.')).toBeTruthy()
  await app.user.click(screen.getByRole('button', { name: 'Mes siguiente' }))
  expect(taken()).toEqual([expect.stringMatching(/31 de mayo, 1 lección: Hablar$/)])
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Mes siguiente' }).disabled).toBe(true)
  await app.user.click(screen.getByRole('button', { name: 'Mes anterior' }))
  await app.user.click(screen.getByRole('button', { name: 'Mes anterior' }))
  expect(listed()).toEqual(['Clase 1', 'Clase 2'])
})
