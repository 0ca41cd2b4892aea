import { courses } from '@e-events/shared/contract/learning/courses.ts'
import { studyGuides, type OwnStudyGuide } from '@e-events/shared/contract/learning/study-guides.ts'
import { products } from '@e-events/shared/contract/catalogue/products.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { axeViolations } from '../../../testing/axe.ts'
import { courseOf } from '../../../testing/course-factories.ts'
import { productDetail, sessionUser } from '../../../testing/factories.ts'
import { createFakeApi, Refusal } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { StudyGuideForm } from './components/study-guide-form.tsx'

const guide = { requirements: 'Un cuaderno.', program: 'Semana 1: mirar', faqs: [{ question: '¿Hay examen?', answer: 'No, ninguno.' }] }

async function open() {
  const api = createFakeApi()
  let stored: OwnStudyGuide = { version: 3, ...guide }
  const saved: unknown[] = []
  api.on(studyGuides.getOwn, () => stored)
  api.on(studyGuides.save, ({ body }) => {
    saved.push(body)
    return (stored = { ...body, version: body.version + 1 })
  })
  const user = { ...sessionUser(), roles: ['PRODUCER' as const] }
  const app = await renderApp({
    at: '/',
    api,
    user,
    language: 'en',
    part: <StudyGuideForm productSlug="curso" onUnsaved={() => undefined} />,
  })
  await screen.findByLabelText(/^Requirements/)
  return { api, app, saved }
}

describe('the form of a study guide', () => {
  it('adds questions with their answers, and saves them with the version that it has seen', async () => {
    const { app, saved } = await open()
    await app.user.click(screen.getByRole('button', { name: 'Add a question' }))
    await app.user.click(screen.getByRole('button', { name: 'Save the study guide' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Every question needs its answer.')
    expect(saved).toEqual([])
    await app.user.type(screen.getByLabelText('Question 2'), 'When?')
    await app.user.type(screen.getByLabelText('Answer 2'), 'Always.')
    await app.user.click(screen.getByRole('button', { name: 'Save the study guide' }))
    await screen.findByText('The study guide is saved')
    expect(saved).toEqual([{ version: 3, ...guide, faqs: [...guide.faqs, { question: 'When?', answer: 'Always.' }] }])
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save the study guide' }).disabled).toBe(true)
    expect(await axeViolations(app.container)).toEqual([])
  })

  it('keeps what was typed where somebody else was first', async () => {
    const { api, app } = await open()
    api.on(studyGuides.save, () => {
      throw new Refusal('CURRICULUM_CHANGED')
    })
    await app.user.type(screen.getByLabelText(/^Requirements/), ' Y tijeras.')
    await app.user.click(screen.getByRole('button', { name: 'Save the study guide' }))
    await screen.findByRole('alert')
    expect(screen.getByLabelText<HTMLTextAreaElement>(/^Requirements/).value).toBe('Un cuaderno. Y tijeras.')
  })
})

describe('the page of a course', () => {
  it('shows requirements, program and FAQs in its tabs [LRN-017]', async () => {
    const api = createFakeApi()
    api.on(courses.get, () => courseOf())
    api.on(products.get, () => productDetail({ type: 'course', slug: 'diseno' }))
    api.on(studyGuides.get, () => guide)
    const app = await renderApp({ at: '/courses/diseno', api, user: sessionUser() })
    await app.user.click(await screen.findByRole('tab', { name: 'Preguntas frecuentes' }))
    const panel = within(await screen.findByRole('tabpanel', { name: 'Preguntas frecuentes' }))
    const question = await panel.findByRole('button', { name: '¿Hay examen?' })
    expect(question.getAttribute('aria-expanded')).toBe('false')
    await app.user.click(question)
    await waitFor(() => expect(question.getAttribute('aria-expanded')).toBe('true'))
    expect(panel.getByText('No, ninguno.')).toBeTruthy()
    expect(await axeViolations(app.container)).toEqual([])
    await app.user.click(screen.getByRole('tab', { name: 'Programa' }))
    const program = within(await screen.findByRole('tabpanel', { name: 'Programa' }))
    expect(program.getByText('Un cuaderno.')).toBeTruthy()
    expect(program.getByText('Semana 1: mirar')).toBeTruthy()
  })
})
