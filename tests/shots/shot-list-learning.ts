import type { Page } from 'playwright'
import { lessonIds } from '../../web/src/testing/course-factories.ts'
import type { Shot } from './shot.ts'

const h1 = (page: Page) => page.locator('h1').first().waitFor()
const form = (page: Page) => page.getByRole('navigation', { name: /^(Pasos|Steps)$/ }).waitFor()
const at = '/courses/diseno-desde-cero'

/** A course with its lessons, a master, and the curriculum in the form of a course. */
export const learningShots: readonly Shot[] = [
  { name: 'course', path: at, user: true, ready: h1 },
  { name: 'course-progress', path: `${at}?tab=progress`, user: true, ready: h1, languages: ['es'] },
  { name: 'course-students', path: `${at}?tab=students`, user: true, ready: h1 },
  { name: 'lesson-text', path: `${at}/lessons/${lessonIds[2]}`, user: true, ready: h1 },
  { name: 'master', path: '/masters/master-narrativa-visual', user: true, ready: h1 },
  { name: 'course-new', path: '/account/courses/new', user: true, ready: form, languages: ['es'] },
  { name: 'curriculum', path: '/account/channels/escuela-trazo-vivo/courses/diseno-desde-cero?step=lessons', user: true, ready: form },
  {
    name: 'curriculum-modules',
    path: '/account/channels/escuela-trazo-vivo/courses/diseno-desde-cero?step=modules',
    user: true,
    ready: form,
    languages: ['es'],
  },
  {
    name: 'curriculum-lesson',
    path: '/account/channels/escuela-trazo-vivo/courses/diseno-desde-cero?step=lessons',
    user: true,
    ready: form,
    act: (page) => page.getByRole('button', { name: /^La retícula/ }).click(),
    languages: ['es'],
  },
  {
    name: 'master-courses',
    path: '/account/channels/escuela-trazo-vivo/masters/master-narrativa-visual?step=courses',
    user: true,
    ready: form,
  },
]
