import { courses, type Course, type LessonLock } from '@e-events/shared/contract/learning/courses.ts'
import { products } from '@e-events/shared/contract/catalogue/products.ts'
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { axeViolations } from '../../../testing/axe.ts'
import { courseLesson, courseOf, lessonIds, lessonOf } from '../../../testing/course-factories.ts'
import { productDetail, sessionUser } from '../../../testing/factories.ts'
import { createFakeApi, Refusal, type FakeApi } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'

let api: FakeApi
let lock: LessonLock | null
const user = sessionUser()
const at = '/courses/diseno'
const course = (): Course => {
  const [first, second] = courseOf().modules
  if (!first || !second) throw new Error('no modules')
  const lessons = [
    courseLesson({ id: lessonIds[2], title: 'Elegir una letra', kind: 'text', durationMs: null, lock, quiz: { isPassed: false } }),
  ]
  return courseOf({ modules: [first, { ...second, lessons }] })
}
beforeEach(() => {
  lock = { after: { id: lessonIds[1], title: 'La retícula' }, opensAt: '2031-05-02T10:00:00.000Z' }
  api = createFakeApi()
  api.on(products.get, () => productDetail({ type: 'course', slug: 'diseno' }))
  api.on(courses.get, course)
  api.on(courses.lesson, () => {
    if (lock) throw new Refusal('LESSON_LOCKED')
    return lessonOf({ course: course() })
  })
})
afterEach(() => vi.useRealTimers())

it('stands in the list of lessons with its lock and the reasons', async () => {
  const app = await renderApp({ at, api, user })
  const module = within(await screen.findByRole('region', { name: 'Letra y color' }))
  expect(module.getByText(/Con cuestionario · Primero termina «La retícula» · Se abre el 2 may/)).toBeTruthy()
  expect(module.getByRole('link').querySelector('[data-testid=LockOutlinedIcon]')).not.toBeNull()
  expect(await axeViolations(app.container)).toEqual([])
})

it('says what opens it with the way there, and opens by itself', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const app = await renderApp({ at: `${at}/lessons/${lessonIds[2]}`, api, user })
  await screen.findByRole('heading', { level: 2, name: 'Esta lección se abre más adelante' })
  expect(screen.getByRole('heading', { level: 1, name: 'Elegir una letra' })).toBeTruthy()
  expect(screen.getByText('Primero termina «La retícula»')).toBeTruthy()
  expect(screen.getByText(/^Se abre el 2 may/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Ir a esa lección' }).getAttribute('href')).toBe(`${at}/lessons/${lessonIds[1]}`)
  expect(screen.queryByText('Dobla un folio en tres.')).toBeNull()
  expect(await axeViolations(app.container)).toEqual([])
  lock = null
  vi.advanceTimersByTime(15_000)
  expect(await screen.findByText('Dobla un folio en tres.')).toBeTruthy()
})
