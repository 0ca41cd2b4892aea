import { lessonRatings } from '@e-events/shared/contract/learning/lesson-ratings.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { axeViolations } from '../../../testing/axe.ts'
import { lessonIds } from '../../../testing/course-factories.ts'
import { sessionUser } from '../../../testing/factories.ts'
import { createFakeApi } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'

const at = '/manage/e-learning/lessons'
function stage() {
  const api = createFakeApi()
  api.on(lessonRatings.list, () => ({
    items: [
      {
        id: lessonIds[0],
        title: 'La retícula',
        kind: 'video' as const,
        course: { slug: 'diseno', title: 'Diseño desde cero' },
        channel: { slug: 'trazo', title: 'Escuela Trazo Vivo' },
        ratings: 12,
        average: 4.33,
      },
    ],
    nextCursor: null,
    total: 1,
  }))
  return api
}

it('lists lessons with their course, count and average, and sorts by each [MOD-034]', async () => {
  const api = stage()
  const app = await renderApp({ at, api, user: sessionUser({ roles: ['VIEWER', 'ADMIN'] }), language: 'en' })
  const table = within(await screen.findByRole('table', { name: 'Lesson ratings' }))
  const row = within(await table.findByRole('row', { name: /La retícula/ }))
  expect(row.getByRole('link', { name: 'La retícula' }).getAttribute('href')).toBe(`/courses/diseno/lessons/${lessonIds[0]}`)
  expect([row.getByText('12'), row.getByText('4.33')]).toHaveLength(2)
  for (const [name, sort] of [
    ['Lesson', 'lesson'],
    ['Ratings', 'ratings'],
    ['Average', 'average'],
  ] as const) {
    await app.user.click(table.getByRole('button', { name: new RegExp(`^${name}`) }))
    await waitFor(() => expect(api.calls.findLast(({ endpoint }) => endpoint === lessonRatings.list)?.query).toMatchObject({ sort }))
  }
  expect(await axeViolations(app.container)).toEqual([])
})

it('is for administrators only [ADM-029]', async () => {
  const api = stage()
  for (const roles of [['VIEWER'], ['VIEWER', 'PRODUCER']] as const) {
    const app = await renderApp({ at, api, user: sessionUser({ roles: [...roles] }) })
    await waitFor(() => expect(app.router.state.location.pathname).toBe('/'))
    app.unmount()
  }
  expect(api.countOf(lessonRatings.list)).toBe(0)
})
