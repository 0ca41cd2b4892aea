import { courseCalendar } from '@e-events/shared/contract/learning/course-calendar.ts'
import { discussions } from '@e-events/shared/contract/learning/discussions.ts'
import { lessonNotes } from '@e-events/shared/contract/learning/lesson-notes.ts'
import { resources } from '@e-events/shared/contract/learning/resources.ts'
import { studyGuides } from '@e-events/shared/contract/learning/study-guides.ts'
import { courses, type Course } from '@e-events/shared/contract/learning/courses.ts'
import { masters } from '@e-events/shared/contract/learning/masters.ts'
import { products } from '@e-events/shared/contract/catalogue/products.ts'
import { tickets } from '@e-events/shared/contract/sales/tickets.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { axeViolations } from '../../../testing/axe.ts'
import { courseOf, lessonIds, lessonOf } from '../../../testing/course-factories.ts'
import { productDetail, sessionUser } from '../../../testing/factories.ts'
import { createFakeApi, Refusal, type FakeApi } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'

let api: FakeApi
let course: Course
const user = sessionUser()
const nora = { id: '00000000-0000-4000-8000-000000000002', slug: 'nora', name: 'Nora Beltrani', title: 'Tipógrafa', imageUrl: null }
beforeEach(() => {
  api = createFakeApi()
  course = courseOf()
  api.on(courses.get, () => course)
  api.on(products.get, () => productDetail({ type: 'course', slug: 'diseno', speakers: [nora] }))
})
const at = '/courses/diseno'

describe('a course', () => {
  it('is for logged-in people only [LRN-001]', async () => {
    const app = await renderApp({ at, api })
    await waitFor(() => expect(app.router.state.location.pathname).toBe('/'))
    expect(api.countOf(courses.get)).toBe(0)
  })

  it('lists its lessons by module with their progress, and leads to the next one [LRN-012] [LRN-007]', async () => {
    const app = await renderApp({ at, api, user })
    await screen.findByRole('heading', { level: 1, name: 'Diseño desde cero' })
    const module = screen.getByRole('region', { name: 'Mirar antes de mover' })
    const links = within(module).getAllByRole('link')
    expect(links.map((link) => link.getAttribute('href'))).toEqual([`${at}/lessons/${lessonIds[0]}`, `${at}/lessons/${lessonIds[1]}`])
    expect(links.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/Vista.*4,5 de 5 \(2\svaloraciones\)/),
      expect.stringContaining('40'),
    ])
    expect(screen.getByRole('link', { name: 'Continuar' }).getAttribute('href')).toBe(`${at}/lessons/${lessonIds[1]}`)
    expect(screen.getByRole('progressbar', { name: 'Progreso de Diseño desde cero' }).getAttribute('aria-valuenow')).toBe('33')
    await app.user.click(screen.getByRole('tab', { name: 'Profesorado' }))
    expect(await screen.findByText('Nora Beltrani')).toBeTruthy()
    expect(await axeViolations(app.container)).toEqual([])
  })

  it('has tabs for the programme, the people and the progress [LRN-013] [LRN-022]', async () => {
    const app = await renderApp({ at, api, user })
    await app.user.click(await screen.findByRole('tab', { name: 'Programa' }))
    const panel = (name: string) => screen.findByRole('tabpanel', { name }).then((found) => within(found))
    expect((await panel('Programa')).getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Mirar antes de moverLo que una página pideLa retícula',
      'Lo que una página pide',
      'La retícula',
      'Letra y colorElegir una letra',
      'Elegir una letra',
    ])
    await app.user.click(screen.getByRole('tab', { name: 'Progreso' }))
    expect((await panel('Progreso')).getAllByRole('progressbar').map((bar) => bar.getAttribute('aria-valuenow'))).toEqual([
      '33',
      '100',
      '40',
      '0',
    ])
    expect(app.router.state.location.search).toBe('?tab=progress')
    await app.user.click(screen.getByRole('tab', { name: 'Profesorado' }))
    expect((await panel('Profesorado')).getByRole('link', { name: /Nora Beltrani/ }).getAttribute('href')).toBe('/speakers/nora')
  })

  it('shows programme, people, FAQs and comments alone to somebody who does not have it, opens its previews, and leads to the product [LRN-016]', async () => {
    course = courseOf({ hasAccess: false, percent: 0 })
    await renderApp({ at: `${at}?tab=resources`, api, user })
    const tabs = await screen.findAllByRole('tab')
    expect(tabs.map(({ textContent }) => textContent)).toEqual(['Programa', 'Profesorado', 'Preguntas frecuentes', 'Comentarios'])
    expect(screen.getByRole('tab', { selected: true })).toBe(tabs[0])
    expect(screen.getByRole('tabpanel').textContent).toContain('Elegir una letra')
    const get = await screen.findByRole('link', { name: 'Conseguir el curso' })
    expect(get.getAttribute('href')).toBe('/products/diseno')
    const lessons = within(screen.getByRole('tabpanel')).getAllByRole('link')
    expect(lessons.map((link) => link.getAttribute('href'))).toEqual([`${at}/lessons/${lessonIds[0]}`])
    expect(screen.queryByRole('link', { name: 'Continuar' })).toBeNull()
  })

  it('is gone on with from what somebody has', async () => {
    api.on(tickets.list, () => ({ items: [], nextCursor: null }))
    const lesson = { id: lessonIds[1], title: 'La retícula' }
    api.on(courses.continue, () => ({
      courses: [
        { slug: 'diseno', title: 'Diseño desde cero', posterUrl: null, percent: 33, lesson, lastSeenAt: '2026-05-02T10:00:00.000Z' },
      ],
    }))
    await renderApp({ at: '/mystuff/products', api, user })
    const link = await screen.findByRole('link', { name: 'Continuar: Diseño desde cero' })
    expect(link.getAttribute('href')).toBe(`${at}/lessons/${lessonIds[1]}`)
  })
})

describe('a lesson', () => {
  const lessonAt = `${at}/lessons/${lessonIds[2]}`

  it('is for logged-in people only, and refused without the course [LRN-002]', async () => {
    const visitor = await renderApp({ at: lessonAt, api })
    await waitFor(() => expect(visitor.router.state.location.pathname).toBe('/'))
    visitor.unmount()
    api.on(courses.lesson, () => {
      throw new Refusal('TICKET_REQUIRED')
    })
    await renderApp({ at: lessonAt, api, user })
    await screen.findByRole('heading', { level: 1, name: 'Esta lección va con el curso' })
    expect(screen.getByRole('link', { name: 'Conseguir el curso' }).getAttribute('href')).toBe('/products/diseno')
  })

  it('shows its notes and the lessons around it, is marked by hand and rated afterwards', async () => {
    api.on(courses.lesson, () => lessonOf())
    api.on(courses.watched, ({ body }) => {
      const [first, second] = courseOf().modules
      if (!first || !second) throw new Error('no modules')
      const lessons = second.lessons.map((lesson) => ({ ...lesson, isWatched: body.watched, percent: 100 }))
      return (course = courseOf({ modules: [first, { ...second, lessons }] }))
    })
    api.on(courses.rate, () => course)
    const app = await renderApp({ at: lessonAt, api, user })
    await screen.findByRole('heading', { level: 1, name: 'Elegir una letra' })
    expect(screen.getByText('Dobla un folio en tres.')).toBeTruthy()
    const list = within(screen.getByRole('navigation', { name: 'Lecciones del curso' }))
    expect(list.getByRole('link', { current: 'page' }).getAttribute('href')).toBe(lessonAt)
    expect(list.getByRole('link', { name: 'Lección anterior' }).getAttribute('href')).toBe(`${at}/lessons/${lessonIds[1]}`)
    expect(screen.getByRole<HTMLInputElement>('radio', { name: '4 estrellas' }).disabled).toBe(true)
    await app.user.click(screen.getByRole('button', { name: 'Marcar como vista' }))
    await screen.findByRole('button', { name: 'Quitar la marca' })
    // A pointer over stars without a size would name none.
    fireEvent.click(screen.getByRole('radio', { name: '4 estrellas' }))
    await waitFor(() => expect(api.calls.find(({ endpoint }) => endpoint === courses.rate)?.body).toEqual({ stars: 4 }))
    expect(await axeViolations(app.container)).toEqual([])
  })

  it('shows its notes with their form, and nothing that runs', async () => {
    const notesHtml = '<h2>Antes</h2><ul><li><p>Papel</p></li></ul><img src="x" onerror="alert(1)"><script>alert(2)</script>'
    api.on(courses.lesson, () => lessonOf({ notesHtml }))
    await renderApp({ at: lessonAt, api, user })
    const notes = await screen.findByRole('region', { name: 'Apuntes' })
    expect(within(notes).getByRole('heading', { level: 2, name: 'Antes' })).toBeTruthy()
    expect(within(notes).getByRole('listitem').textContent).toBe('Papel')
    expect(notes.innerHTML).not.toMatch(/onerror|<script/)
  })

  it('from elsewhere plays in a frame, without asking for playback, and is marked by hand', async () => {
    const embedUrl = 'https://player.vimeo.com/video/76979871'
    api.on(courses.lesson, () => lessonOf({ kind: 'video', embedUrl }))
    await renderApp({ at: lessonAt, api, user })
    const frame = await screen.findByTitle<HTMLIFrameElement>('Reproductor de vimeo.com')
    expect(frame.src).toBe(embedUrl)
    expect(frame.getAttribute('sandbox')).not.toContain('top-navigation')
    expect(screen.getByRole('button', { name: 'Marcar como vista' })).toBeTruthy()
    expect(api.countOf(courses.playback)).toBe(0)
  })

  it('that meets elsewhere leads there, in another tab that knows nothing of this one', async () => {
    api.on(courses.lesson, () => lessonOf({ kind: 'meeting', meetingUrl: 'https://meet.jit.si/tutoria' }))
    await renderApp({ at: lessonAt, api, user })
    const link = await screen.findByRole('link', { name: 'Entrar en la reunión' })
    expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual(['https://meet.jit.si/tutoria', 'noopener noreferrer'])
    expect(screen.getByText('Se abre en meet.jit.si, en otra pestaña.')).toBeTruthy()
  })

  it('shows its questions and its comments, and a new one belongs to it', async () => {
    api.on(courses.lesson, () => lessonOf())
    const asked: unknown[] = []
    api.on(discussions.list, ({ query }) => {
      asked.push([query.kind, query.lesson])
      return { items: [], nextCursor: null }
    })
    api.on(discussions.add, ({ body }) => {
      asked.push(body)
      throw new Refusal('INTERNAL')
    })
    const app = await renderApp({ at: lessonAt, api, user })
    const comments = within(await screen.findByRole('region', { name: 'Comentarios de la lección' }))
    expect(screen.getByRole('region', { name: 'Dudas de la lección' })).toBeTruthy()
    await comments.findByText('Nadie ha comentado todavía.')
    expect(asked).toEqual(
      expect.arrayContaining([
        ['question', lessonIds[2]],
        ['comment', lessonIds[2]],
      ]),
    )
    await app.user.type(comments.getByLabelText('Tu comentario'), 'Bien explicado')
    await app.user.click(comments.getByRole('button', { name: 'Comentar' }))
    await waitFor(() => expect(asked).toContainEqual({ kind: 'comment', text: 'Bien explicado', lessonId: lessonIds[2], positionMs: null }))
  })

  it('says so where the mark cannot be kept, and stays as it was [ERR-046]', async () => {
    api.on(courses.lesson, () => lessonOf())
    api.on(courses.watched, () => {
      throw new Refusal('INTERNAL')
    })
    const app = await renderApp({ at: lessonAt, api, user, language: 'en' })
    await app.user.click(await screen.findByRole('button', { name: 'Mark as watched' }))
    expect(await screen.findByText('Failed to update watched status')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Mark as watched' })).toBeTruthy()
  })
})

describe('a master', () => {
  it('shows its courses in their order and the people of all of them, to logged-in people only [LRN-003] [LRN-008]', async () => {
    const held = (slug: string, title: string) => ({
      slug,
      title,
      posterUrl: null,
      lessons: 3,
      percent: 20,
      isWatched: false,
      hasAccess: true,
    })
    api.on(masters.get, () => ({
      slug: 'narrativa',
      title: 'Narrativa visual',
      seesStudents: false,
      hasAccess: true,
      percent: 20,
      courses: [held('segundo', 'Contar con datos'), held('diseno', 'Diseño desde cero')],
      speakers: [nora, { ...nora, id: '00000000-0000-4000-8000-000000000003', slug: 'hugo', name: 'Hugo Serradell' }],
      kept: [held('antiguo', 'Tipografía con plomo')],
    }))
    const visitor = await renderApp({ at: '/masters/narrativa', api })
    await waitFor(() => expect(visitor.router.state.location.pathname).toBe('/'))
    visitor.unmount()
    const app = await renderApp({ at: '/masters/narrativa', api, user })
    await screen.findByRole('heading', { level: 1, name: 'Narrativa visual' })
    const links = screen.getAllByRole('link').filter((link) => link.getAttribute('href')?.startsWith('/courses/'))
    expect(links.map(({ textContent }) => textContent)).toEqual(['Contar con datos', 'Diseño desde cero', 'Tipografía con plomo'])
    expect(within(screen.getByRole('region', { name: 'Cursos que conservas' })).getAllByRole('link')).toHaveLength(1)
    await app.user.click(screen.getByRole('tab', { name: 'Profesorado' }))
    expect(await screen.findByText('Hugo Serradell')).toBeTruthy()
    expect(screen.getByText('Nora Beltrani')).toBeTruthy()
    expect(await axeViolations(app.container)).toEqual([])
  })
})

describe('tabs', () => {
  const names = [
    ['', 'Lecciones'],
    ['program', 'Programa'],
    ['speakers', 'Profesorado'],
    ['students', 'Alumnado'],
    ['calendar', 'Calendario'],
    ['faqs', 'Preguntas frecuentes'],
    ['questions', 'Dudas'],
    ['comments', 'Comentarios'],
    ['notes', 'Notas'],
    ['resources', 'Recursos'],
    ['progress', 'Progreso'],
  ] as const

  it.each(['/courses/diseno', '/masters/narrativa'])('of %s are eleven, and each keeps its address on a reload [LRN-011]', async (page) => {
    api.on(masters.get, () => ({
      slug: 'narrativa',
      title: 'Narrativa visual',
      seesStudents: false,
      hasAccess: true,
      percent: 20,
      courses: [
        { slug: 'diseno', title: 'Diseño desde cero', posterUrl: null, lessons: 3, percent: 20, isWatched: false, hasAccess: true },
      ],
      speakers: [],
      kept: [],
    }))
    api.on(studyGuides.get, () => ({ requirements: 'Papel.', program: 'Cuatro semanas.', faqs: [{ question: '¿Cuándo?', answer: 'Ya.' }] }))
    api.on(courseCalendar.list, () => ({ dates: [] }))
    api.on(discussions.list, () => ({ items: [], nextCursor: null }))
    api.on(lessonNotes.list, () => ({ notes: [] }))
    api.on(resources.list, () => ({ lessons: [] }))
    const app = await renderApp({ at: page, api, user })
    await screen.findByRole('heading', { level: 1 })
    const shown = await screen.findAllByRole('tab')
    expect(shown.map(({ textContent }) => textContent)).toEqual(names.map(([, name]) => name))
    for (const [id, name] of names) {
      await app.user.click(screen.getByRole('tab', { name }))
      await waitFor(() => expect(app.router.state.location.search).toBe(id === '' ? '' : `?tab=${id}`))
    }
    app.unmount()
    for (const [id, name] of names) {
      const again = await renderApp({ at: `${page}${id === '' ? '' : `?tab=${id}`}`, api, user })
      const panel = await screen.findByRole('tabpanel', { name })
      await waitFor(() => expect(panel.textContent).not.toBe(''))
      again.unmount()
    }
  })

  it('are scrolled to the one that the address names', async () => {
    // Tabs of 100 pixels in a row of 300.
    const rect = vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
      const index = [...(this.parentElement?.children ?? [])].indexOf(this)
      return this.matches('[role="tab"]') ? new DOMRect(index * 100, 0, 100, 48) : new DOMRect(0, 0, 300, 48)
    })
    onTestFinished(() => rect.mockRestore())
    api.on(resources.list, () => ({ lessons: [] }))
    const app = await renderApp({ at: `${at}?tab=resources`, api, user })
    const tab = await screen.findByRole('tab', { name: 'Recursos', selected: true })
    // The tenth tab is at 900 pixels; the middle of the row is 100 pixels before it.
    await waitFor(() => expect(tab.closest('.MuiTabs-scroller')?.scrollLeft).toBeGreaterThanOrEqual(800))
    app.unmount()
  })
})
