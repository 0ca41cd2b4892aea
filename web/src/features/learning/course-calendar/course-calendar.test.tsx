import { courses } from '@e-events/shared/contract/learning/courses.ts'
import { courseCalendar, type LessonDate } from '@e-events/shared/contract/learning/course-calendar.ts'
import { products } from '@e-events/shared/contract/catalogue/products.ts'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
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

it('shows the dated lessons by month, each with the way to it and to the calendar [LRN-015]', async () => {
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
