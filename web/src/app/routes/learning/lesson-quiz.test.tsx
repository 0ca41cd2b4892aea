import { courses } from '@e-events/shared/contract/learning/courses.ts'
import { quizzes, type LessonQuiz, type QuizResult } from '@e-events/shared/contract/learning/quizzes.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { axeViolations } from '../../../testing/axe.ts'
import { courseLesson, courseOf, lessonIds, lessonOf } from '../../../testing/course-factories.ts'
import { sessionUser } from '../../../testing/factories.ts'
import { createFakeApi, Refusal, type FakeApi } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'

const id = (n: number) => `00000000-0000-4000-8000-0000000005${n}`
const option = (n: number, text: string) => ({ id: id(n), text })
const asked: LessonQuiz = {
  title: 'Repaso de la retícula',
  passPercent: 70,
  version: 3,
  attemptsLeft: 2,
  isPassed: false,
  bestPercent: null,
  questions: [
    { id: id(10), type: 'single', text: '<b>¿Cuántas columnas?</b>', options: [option(11, 'Dos'), option(12, 'Tres')] },
    { id: id(20), type: 'multiple', text: '¿Qué ordena?', options: [option(21, 'El aire'), option(22, 'El color')] },
    { id: id(30), type: 'boolean', text: 'El blanco sobra.', options: [] },
    { id: id(40), type: 'text', text: '¿Cómo se llama?', options: [] },
    { id: id(50), type: 'number', text: '¿Cuántos centímetros?', options: [] },
  ],
  last: null,
}
const result = (n: number, fields: Partial<QuizResult>): QuizResult => ({
  id: id(n),
  text: '¿?',
  isRight: false,
  given: ['Dos'],
  expected: null,
  explanation: '',
  ...fields,
})
let api: FakeApi
let quiz: LessonQuiz
beforeEach(() => {
  quiz = asked
  api = createFakeApi()
  const [first, second] = courseOf().modules
  if (!first || !second) throw new Error('no modules')
  const lessons = [courseLesson({ id: lessonIds[2], kind: 'text', durationMs: null, quiz: { isPassed: false } })]
  const course = courseOf({ modules: [first, { ...second, lessons }] })
  api.on(courses.get, () => course)
  api.on(courses.lesson, () => lessonOf({ course }))
  api.on(quizzes.get, () => quiz)
})
const open = () => renderApp({ at: `/courses/diseno/lessons/${lessonIds[2]}`, api, user: sessionUser() })
const sent = () =>
  api.calls.filter(({ endpoint }) => endpoint === quizzes.answer).map(({ body }) => body as { clientId: string; answers: unknown })

async function fill(user: Awaited<ReturnType<typeof open>>['user']) {
  await user.click(screen.getByRole('radio', { name: 'Tres' }))
  await user.click(screen.getByRole('checkbox', { name: 'El aire' }))
  await user.click(screen.getByRole('radio', { name: 'Falso' }))
  await user.type(within(screen.getByRole('group', { name: /Cómo se llama/ })).getByRole('textbox'), 'retícula')
  await user.type(within(screen.getByRole('group', { name: /centímetros/ })).getByRole('textbox'), '3,5')
}

describe('the quiz of a lesson', () => {
  it('asks every question in a field set of its own, says what is missing, and sends all answers by keyboard', async () => {
    api.on(quizzes.answer, () => {
      quiz = { ...asked, isPassed: true, bestPercent: 100, attemptsLeft: 1 }
      return {
        ...quiz,
        last: {
          number: 1,
          at: '2026-05-02T10:00:00.000Z',
          scorePercent: 100,
          isPassed: true,
          results: [result(10, { isRight: true, given: ['Tres'] })],
        },
      }
    })
    const { user, container } = await open()
    await screen.findByRole('heading', { level: 2, name: 'Repaso de la retícula' })
    expect(screen.getByText('5 preguntas · se supera con 70 % · quedan 2 intentos')).toBeTruthy()
    const first = screen.getByRole('group', { name: /<b>¿Cuántas columnas\?<\/b>/ })
    expect(first.querySelector('b')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Enviar las respuestas' }))
    expect(screen.getByText('Faltan 5 respuestas')).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(first))
    expect(document.getElementById(first.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Falta la respuesta.')
    expect(sent()).toEqual([])
    expect(await axeViolations(container)).toEqual([])
    await fill(user)
    expect(screen.queryByText(/Faltan? /)).toBeNull()
    await user.keyboard('{Enter}')
    await screen.findByText('Superado con 100 %')
    expect(sent()).toMatchObject([
      {
        version: 3,
        answers: [
          { question: id(10), type: 'single', option: id(12) },
          { question: id(20), type: 'multiple', options: [id(21)] },
          { question: id(30), type: 'boolean', value: false },
          { question: id(40), type: 'text', text: 'retícula' },
          { question: id(50), type: 'number', value: 3.5 },
        ],
      },
    ])
    expect(document.activeElement?.textContent).toBe('Repaso de la retícula')
    // A pass may open other lessons: the course is read again.
    await waitFor(() => expect(api.countOf(courses.get)).toBeGreaterThan(1))
  })

  it('shows what was wrong and why, and begins again while an attempt is left', async () => {
    const results = [
      result(10, { text: '¿Cuántas columnas?', given: ['Dos'], explanation: '<i>Cuenta</i> los márgenes.' }),
      result(30, { text: 'El blanco sobra.', given: true, expected: false }),
      result(40, { isRight: true, given: ['retícula'] }),
    ]
    quiz = {
      ...asked,
      attemptsLeft: 1,
      bestPercent: 33,
      last: { number: 1, at: '2026-05-02T10:00:00.000Z', scorePercent: 33, isPassed: false, results },
    }
    const { user, container } = await open()
    await screen.findByText('33 % de aciertos; hace falta 70 %')
    const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(rows).toContain('¿Cuántas columnas?Incorrecta: Dos<i>Cuenta</i> los márgenes.')
    expect(rows).toContain('El blanco sobra.Incorrecta: VerdaderoLa correcta: Falso')
    expect(rows).toContain('¿?Correcta: retícula')
    expect(await axeViolations(container)).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Volver a intentarlo' }))
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Tres' }).checked).toBe(false)
  })

  it('names an attempt once, so that it counts once after a broken line', async () => {
    let tries = 0
    api.on(quizzes.answer, () => {
      tries += 1
      if (tries === 1) throw new Refusal('INTERNAL')
      throw new Refusal('QUIZ_ATTEMPTS_USED', 'Ya están gastados.')
    })
    const { user } = await open()
    await screen.findByRole('heading', { level: 2, name: 'Repaso de la retícula' })
    await fill(user)
    await user.click(screen.getByRole('button', { name: 'Enviar las respuestas' }))
    await screen.findByText('No se han podido modificar los datos')
    quiz = { ...asked, attemptsLeft: 0, last: { number: 2, at: '2026-05-02T10:00:00.000Z', scorePercent: 0, isPassed: false, results: [] } }
    await user.click(screen.getByRole('button', { name: 'Enviar las respuestas' }))
    await screen.findByText('Ya están gastados.')
    expect(sent()[0]?.clientId).toBe(sent()[1]?.clientId)
    await screen.findByText('No quedan intentos.')
    expect(screen.queryByRole('button', { name: 'Volver a intentarlo' })).toBeNull()
  })
})
