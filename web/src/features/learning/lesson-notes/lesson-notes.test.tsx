import { courses } from '@e-events/shared/contract/learning/courses.ts'
import { lessonNotes, type LessonNote } from '@e-events/shared/contract/learning/lesson-notes.ts'
import { products } from '@e-events/shared/contract/catalogue/products.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { axeViolations } from '../../../testing/axe.ts'
import { courseOf, lessonIds } from '../../../testing/course-factories.ts'
import { productDetail, sessionUser } from '../../../testing/factories.ts'
import { createFakeApi } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { LessonNotes } from './components/lesson-notes.tsx'

const [first, second] = lessonIds
const note = (n: number, text: string, positionMs: number | null, lesson = { id: first, title: 'Mirar' }): LessonNote => ({
  id: `00000000-0000-4000-8000-00000000009${n}`,
  lesson,
  text,
  positionMs,
  createdAt: '2026-11-25T10:00:00.000Z',
})

function stage(stored: LessonNote[]) {
  const api = createFakeApi()
  const sent: unknown[] = []
  api.on(lessonNotes.list, () => ({ notes: stored }))
  api.on(lessonNotes.add, ({ body, params }) => {
    sent.push({ ...body, lesson: params.id })
    return note(9, body.text, body.positionMs)
  })
  api.on(lessonNotes.update, ({ body }) => note(1, body.text, 62_000))
  api.on(lessonNotes.remove, () => undefined)
  return { api, sent }
}

describe('notes beside a lesson', () => {
  it('belong to the second at which they were begun, stand in their order, and lead back to it [LRN-020]', async () => {
    const { api, sent } = stage([note(1, 'Antes', 62_000), note(2, 'De otra', 1_000, { id: second, title: 'Trazar' })])
    let positionSec = 125.7
    const seeks: number[] = []
    const place = { positionSec: () => positionSec, seek: (sec: number) => void seeks.push(sec) }
    const part = <LessonNotes slug="diseno" lessonId={first} place={place} />
    const app = await renderApp({ at: '/', api, user: sessionUser(), language: 'en', part })
    await screen.findByText('Antes')
    expect(screen.queryByText('De otra')).toBeNull()
    await app.user.type(screen.getByLabelText('New note'), 'O')
    positionSec = 140
    await app.user.type(screen.getByLabelText('New note at 2:05'), 'jo')
    await app.user.click(screen.getByRole('button', { name: 'Keep the note' }))
    await screen.findByText('Ojo')
    expect(sent).toEqual([{ text: 'Ojo', positionMs: 125_000, lesson: first }])
    const items = within(screen.getByRole('list', { name: 'Your notes' })).getAllByRole('listitem')
    expect(items.map(({ textContent }) => textContent)).toEqual([expect.stringContaining('Antes'), expect.stringContaining('Ojo')])
    await app.user.click(screen.getByRole('button', { name: 'Go to 2:05' }))
    expect(seeks).toEqual([125])
    expect(await axeViolations(app.container)).toEqual([])
  })

  it('are changed and deleted where they stand', async () => {
    const { api } = stage([note(1, 'Antes', 62_000)])
    const part = <LessonNotes slug="diseno" lessonId={first} place={null} />
    const app = await renderApp({ at: '/', api, user: sessionUser(), language: 'en', part })
    await app.user.click(await screen.findByRole('button', { name: 'Change' }))
    await app.user.type(screen.getByLabelText('Text of the note'), ' y después')
    await app.user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Antes y después')
    await app.user.click(screen.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(screen.queryByText('Antes y después')).toBeNull())
  })

  it('are gathered in a tab of the course, each with the way to its second', async () => {
    const { api } = stage([note(1, 'Antes', 62_000), note(2, 'De otra', null, { id: second, title: 'Trazar' })])
    api.on(courses.get, () => courseOf())
    api.on(products.get, () => productDetail({ type: 'course', slug: 'diseno' }))
    const app = await renderApp({ at: '/courses/diseno', api, user: sessionUser() })
    await app.user.click(await screen.findByRole('tab', { name: 'Notas' }))
    expect((await screen.findByRole('link', { name: 'Ir a 1:02' })).getAttribute('href')).toBe(`/courses/diseno/lessons/${first}?t=62`)
    expect(screen.getByRole('heading', { level: 2, name: 'Trazar' })).toBeTruthy()
    expect(await axeViolations(app.container)).toEqual([])
  })
})
