import type { Page } from 'playwright'
import { certificateId, lessonIds } from '../../web/src/testing/course-factories.ts'
import { lockedId } from './fixture-learning.ts'
import { elsewhereIds } from './fixture-lessons.ts'
import type { Shot } from './shot.ts'

const h1 = (page: Page) => page.locator('h1').first().waitFor()
const form = (page: Page) => page.getByRole('navigation', { name: /^(Pasos|Steps)$/ }).waitFor()
const at = '/courses/diseno-desde-cero'

async function answerQuiz(page: Page) {
  await page.getByRole('radio', { name: 'Tres' }).check()
  await page.getByRole('checkbox', { name: 'La retícula' }).check()
  await page.getByRole('radio', { name: 'Verdadero' }).check()
  const typed = page.getByRole('textbox', { name: 'Respuesta' })
  await typed.nth(0).fill('Línea base')
  await typed.nth(1).fill('21')
  await page.getByRole('button', { name: 'Enviar las respuestas' }).click()
  await page.getByText('40 % de aciertos').waitFor()
}

/** A course with its lessons, a master, and the curriculum in the form of a course. */
export const learningShots: readonly Shot[] = [
  {
    name: 'course-product',
    path: '/products/diseno-desde-cero',
    ready: (page) => page.getByText(/· 3 min ·/).waitFor(),
  },
  { name: 'course', path: at, user: true, ready: h1 },
  { name: 'course-progress', path: `${at}?tab=progress`, user: true, ready: h1, languages: ['es'] },
  { name: 'course-students', path: `${at}?tab=students`, user: true, ready: h1 },
  { name: 'course-questions', path: `${at}?tab=questions`, user: true, ready: h1, languages: ['es'] },
  { name: 'course-calendar', path: `${at}?tab=calendar`, user: true, ready: (page) => page.getByText(/2099/).first().waitFor() },
  {
    name: 'lesson-transcript',
    path: `${at}/lessons/${lessonIds[1]}`,
    user: true,
    ready: h1,
    act: async (page) => {
      await page.getByRole('button', { name: /^(Transcripción|Transcript|Transcrição)$/ }).click()
      await page.getByRole('button', { name: /0:42/ }).waitFor()
      // As if the video were at 1:43: the line of that second comes into view.
      await page.evaluate(() => {
        const video = document.querySelector('video')
        if (video) video.currentTime = 103
        video?.dispatchEvent(new Event('timeupdate'))
      })
      await page.locator('button[aria-current]', { hasText: '1:42' }).waitFor()
    },
  },
  { name: 'certificate', path: `/certificates/${certificateId}`, ready: h1 },
  { name: 'lesson-text', path: `${at}/lessons/${lessonIds[2]}`, user: true, ready: h1 },
  { name: 'lesson-locked', path: `${at}/lessons/${lockedId}`, user: true, ready: h1, languages: ['es'] },
  { name: 'lesson-elsewhere', path: `${at}/lessons/${elsewhereIds.video}`, user: true, ready: h1, languages: ['es', 'pt'] },
  { name: 'lesson-meeting-elsewhere', path: `${at}/lessons/${elsewhereIds.meeting}`, user: true, ready: h1, languages: ['es', 'pt'] },
  {
    name: 'lesson-quiz-result',
    path: `${at}/lessons/${lessonIds[2]}`,
    user: true,
    ready: h1,
    act: answerQuiz,
    languages: ['es'],
  },
  { name: 'master', path: '/masters/master-narrativa-visual', user: true, ready: h1 },
  { name: 'course-new', path: '/account/courses/new', user: true, ready: form, languages: ['es'] },
  { name: 'curriculum', path: '/account/channels/sala-faro/courses/diseno-desde-cero?step=lessons', user: true, ready: form },
  {
    name: 'curriculum-modules',
    path: '/account/channels/sala-faro/courses/diseno-desde-cero?step=modules',
    user: true,
    ready: form,
    languages: ['es'],
  },
  {
    name: 'curriculum-lesson',
    path: '/account/channels/sala-faro/courses/diseno-desde-cero?step=lessons',
    user: true,
    ready: form,
    act: (page) => page.getByRole('button', { name: /^La retícula/ }).click(),
    languages: ['es'],
  },
  {
    name: 'curriculum-new-lesson',
    path: '/account/channels/sala-faro/courses/diseno-desde-cero?step=lessons',
    user: true,
    ready: form,
    act: async (page) => {
      await page.getByRole('button', { name: 'Añadir lección' }).first().click()
      await page.getByRole('radio', { name: 'Subir un archivo' }).waitFor()
      await page.getByRole('toolbar').waitFor()
    },
    widths: [390, 1440],
    modes: ['light'],
    languages: ['es'],
  },
  {
    name: 'curriculum-quiz',
    path: '/account/channels/sala-faro/courses/diseno-desde-cero?step=lessons',
    user: true,
    ready: form,
    act: async (page) => {
      await page.getByRole('button', { name: /^La retícula/ }).click()
      await page.getByRole('button', { name: 'Editar el cuestionario' }).click()
      await page.getByRole('dialog').getByRole('region').first().waitFor()
    },
    viewport: true,
    languages: ['es'],
  },
  {
    name: 'master-courses',
    path: '/account/channels/sala-faro/masters/master-narrativa-visual?step=courses',
    user: true,
    ready: form,
  },
]
