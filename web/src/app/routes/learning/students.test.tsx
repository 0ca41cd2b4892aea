import { products } from '@e-events/shared/contract/catalogue/products.ts'
import { courses } from '@e-events/shared/contract/learning/courses.ts'
import { masters } from '@e-events/shared/contract/learning/masters.ts'
import { students } from '@e-events/shared/contract/learning/students.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { axeViolations } from '../../../testing/axe.ts'
import { courseOf, studentOf } from '../../../testing/course-factories.ts'
import { productDetail, sessionUser } from '../../../testing/factories.ts'
import { createFakeApi, Refusal, type FakeApi } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'

let api: FakeApi
const teacher = sessionUser({ roles: ['VIEWER', 'PRODUCER'] })
const ada = studentOf({ quizzes: { bestPercent: 85, taken: 1, total: 2 } })
const eva = studentOf({ id: '00000000-0000-4000-8000-0000000003a2', name: 'Eva Sanz', percent: 0, lastSeenAt: null })
const at = '/courses/diseno?tab=students'
beforeEach(() => {
  api = createFakeApi()
  api.on(courses.get, () => courseOf({ seesStudents: true }))
  api.on(products.get, () => productDetail({ type: 'course', slug: 'diseno', speakers: [] }))
  api.on(students.list, () => ({ items: [ada, eva], nextCursor: null, total: 2 }))
})
const sent = () => api.calls.filter(({ endpoint }) => endpoint === students.message).map(({ body }) => body)

describe('the tab of students', () => {
  it('shows its organizer who learns, since when and how far, and says who sees it [LRN-014]', async () => {
    const app = await renderApp({ at, api, user: teacher })
    const row = await screen.findByRole('row', { name: /Ada Vidal/ })
    expect(row.textContent).toContain('ada@correo.example')
    expect(row.textContent).toContain('2 abr')
    expect(within(row).getByRole('progressbar', { name: 'Progreso de Ada Vidal' }).getAttribute('aria-valuenow')).toBe('33')
    expect(screen.getByRole('row', { name: /Eva Sanz/ }).textContent).toContain('Sin empezar')
    expect(row.textContent).toMatch(/85\s%\u0020· 1 de 2/)
    expect(screen.getByRole('row', { name: /Eva Sanz/ }).textContent).not.toContain(' de 2')
    expect(screen.getByText(/Los demás alumnos no ven a nadie/)).toBeTruthy()
    expect(await axeViolations(app.container)).toEqual([])
    await app.user.type(screen.getByRole('searchbox', { name: 'Buscar alumnado' }), 'ada')
    await waitFor(() => expect(api.calls.findLast(({ endpoint }) => endpoint === students.list)?.query).toMatchObject({ search: 'ada' }))
  })

  it('tells a student what the organizer sees of them, and asks for nobody [LRN-014]', async () => {
    api.on(courses.get, () => courseOf())
    await renderApp({ at, api, user: sessionUser() })
    expect(await screen.findByText(/Quien organiza el curso ve tu nombre/)).toBeTruthy()
    expect(screen.queryByRole('table')).toBeNull()
    expect(api.countOf(students.list)).toBe(0)
  })

  it('writes to one student or to all, and keeps what was typed where it fails', async () => {
    let isBroken = true
    api.on(students.message, () => {
      if (isBroken) throw new Refusal('MODULE_INACTIVE')
      return { recipients: 1 }
    })
    const { user } = await renderApp({ at, api, user: teacher })
    await user.click(await screen.findByRole('button', { name: 'Escribir a Ada Vidal' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Mensaje a Ada Vidal' }))
    await user.type(dialog.getByRole('textbox', { name: /Asunto/ }), 'Mañana')
    await user.type(dialog.getByRole('textbox', { name: /Mensaje/ }), 'A las diez')
    await user.click(dialog.getByRole('button', { name: 'Enviar' }))
    await dialog.findByRole('alert')
    expect(dialog.getByRole<HTMLInputElement>('textbox', { name: /Asunto/ }).value).toBe('Mañana')
    isBroken = false
    await user.click(dialog.getByRole('button', { name: 'Enviar' }))
    await screen.findByText('Enviado a 1 persona')
    expect(sent().at(-1)).toEqual({ student: ada.id, subject: 'Mañana', content: 'A las diez', promotional: false })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Escribir a todos' }))
    const all = within(await screen.findByRole('dialog', { name: 'Mensaje a todo el alumnado' }))
    await user.type(all.getByRole('textbox', { name: /Asunto/ }), 'Oferta')
    await user.type(all.getByRole('textbox', { name: /Mensaje/ }), 'Otro curso')
    await user.click(all.getByRole('switch', { name: /promocional/ }))
    await user.click(all.getByRole('button', { name: 'Enviar' }))
    await waitFor(() => expect(sent().at(-1)).toEqual({ student: null, subject: 'Oferta', content: 'Otro curso', promotional: true }))
  })

  it('stands on the page of a master as well', async () => {
    api.on(masters.get, () => ({
      slug: 'narrativa',
      title: 'Narrativa',
      hasAccess: true,
      seesStudents: true,
      percent: 0,
      courses: [],
      speakers: [],
      kept: [],
    }))
    await renderApp({ at: '/masters/narrativa?tab=students', api, user: teacher })
    expect(await screen.findByRole('row', { name: /Ada Vidal/ })).toBeTruthy()
    expect(api.calls.findLast(({ endpoint }) => endpoint === students.list)?.params).toEqual({ slug: 'narrativa' })
  })
})
