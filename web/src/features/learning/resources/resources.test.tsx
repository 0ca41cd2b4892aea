import { courses } from '@e-events/shared/contract/learning/courses.ts'
import { resources, type LessonResource } from '@e-events/shared/contract/learning/resources.ts'
import { products } from '@e-events/shared/contract/catalogue/products.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { axeViolations } from '../../../testing/axe.ts'
import { courseOf, lessonIds, lessonOf } from '../../../testing/course-factories.ts'
import { productDetail, sessionUser } from '../../../testing/factories.ts'
import { createFakeApi, Refusal } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { ResourceEditor } from './components/resource-editor.tsx'

const link = (n: number, title: string): LessonResource => ({
  id: `00000000-0000-4000-8000-00000000007${n}`,
  title,
  url: 'https://example.org/x',
  file: null,
})
const file = (n: number, name: string): LessonResource => ({ ...link(n, name), url: null, file: { name, sizeBytes: 2_400_000 } })

describe('material of lessons', () => {
  const lists = () => {
    const api = createFakeApi()
    const course = { slug: 'diseno', title: 'Diseño desde cero' }
    api.on(resources.list, () => ({
      lessons: [
        { course, lesson: { id: lessonIds[0], title: 'Lo que una página pide' }, resources: [link(1, 'Apuntes')] },
        { course, lesson: { id: lessonIds[2], title: 'Elegir una letra' }, resources: [file(2, 'letras.pdf')] },
      ],
    }))
    api.on(courses.get, () => courseOf())
    api.on(courses.lesson, () => lessonOf())
    api.on(products.get, () => productDetail({ type: 'course', slug: 'diseno' }))
    return api
  }

  it('stands in a tab of the course by lesson: links open elsewhere, files are downloaded', async () => {
    const api = lists()
    const asked: string[] = []
    api.on(resources.download, ({ params }) => {
      asked.push(params.id)
      throw new Refusal('NOT_FOUND')
    })
    const app = await renderApp({ at: '/courses/diseno?tab=resources', api, user: sessionUser(), language: 'en' })
    const first = within(await screen.findByRole('region', { name: 'Lo que una página pide' }))
    const apuntes = first.getByRole('link', { name: 'Apuntes, opens at example.org' })
    expect([apuntes.getAttribute('href'), apuntes.getAttribute('rel')]).toEqual(['https://example.org/x', 'noopener noreferrer'])
    await app.user.click(screen.getByRole('button', { name: /^Download letras\.pdf, 2\.3/ }))
    await waitFor(() => expect(asked).toEqual([file(2, '').id]))
    expect(await axeViolations(app.container)).toEqual([])
  })

  it('of the lesson stands beside it, and not that of others', async () => {
    await renderApp({ at: `/courses/diseno/lessons/${lessonIds[2]}`, api: lists(), user: sessionUser() })
    const own = within(await screen.findByRole('region', { name: 'Recursos' }))
    expect(own.getByRole('button', { name: /letras\.pdf/ })).toBeTruthy()
    expect(own.queryByText('Apuntes')).toBeNull()
  })
})

describe('the editor of material', () => {
  async function open() {
    let held = [link(1, 'Apuntes'), file(2, 'letras.pdf')]
    const api = createFakeApi()
    const sent: unknown[] = []
    const answer = (next: LessonResource[]) => ({ resources: (held = next) })
    api.on(resources.listOwn, () => ({ resources: held }))
    api.on(resources.addLink, ({ body }) => {
      sent.push(body)
      return answer([...held, link(3, body.title)])
    })
    api.on(resources.addFile, ({ query }) => {
      sent.push(query)
      return answer([...held, file(4, query.filename)])
    })
    api.on(resources.arrange, ({ body }) => answer(held.toSorted((a, b) => body.ids.indexOf(a.id) - body.ids.indexOf(b.id))))
    api.on(resources.update, ({ body }) => answer(held.map((one) => (one.file ? one : { ...one, title: body.title }))))
    api.on(resources.remove, ({ params }) => answer(held.filter(({ id }) => id !== params.id)))
    const part = <ResourceEditor productSlug="diseno" lessonId={lessonIds[0]} />
    const app = await renderApp({ at: '/', api, user: sessionUser(), language: 'en', part })
    await screen.findByDisplayValue('Apuntes')
    const titles = () => screen.getAllByLabelText<HTMLInputElement>('Title').map(({ value }) => value)
    return { app, sent, titles }
  }

  it('adds links by Enter and says what is no address', async () => {
    const { app, sent, titles } = await open()
    const url = screen.getByLabelText('Address of the link')
    await app.user.type(url, 'example.org{Enter}')
    expect(await screen.findByRole('alert')).toHaveProperty('textContent', 'The address must begin with http:// or https://.')
    await app.user.clear(url)
    await app.user.type(url, 'https://example.org/mas{Enter}')
    await waitFor(() => expect(titles()).toEqual(['Apuntes', 'letras.pdf', 'https://example.org/mas']))
    expect(sent).toEqual([{ title: 'https://example.org/mas', url: 'https://example.org/mas' }])
    expect(await axeViolations(app.container)).toEqual([])
  })

  it('adds files, and refuses others before they are sent', async () => {
    const { app, sent, titles } = await open()
    const input = app.container.querySelector<HTMLInputElement>('input[type="file"]')
    if (!input) throw new Error('no file input')
    input.removeAttribute('accept')
    await app.user.upload(input, new File(['x'], 'virus.exe'))
    expect(await screen.findByText('This kind of file cannot be shared.')).toBeTruthy()
    await app.user.upload(input, new File(['x'], 'nota.pdf'))
    await waitFor(() => expect(titles()).toEqual(['Apuntes', 'letras.pdf', 'nota.pdf']))
    expect(sent).toEqual([{ filename: 'nota.pdf' }])
  })

  it('renames, moves and removes what is there', async () => {
    const { app, titles } = await open()
    await app.user.click(screen.getByRole('button', { name: 'Move letras.pdf up' }))
    await waitFor(() => expect(titles()).toEqual(['letras.pdf', 'Apuntes']))
    await app.user.type(screen.getByDisplayValue('Apuntes'), ' 2{Enter}')
    await screen.findByRole('button', { name: 'Remove Apuntes 2' })
    await app.user.click(screen.getByRole('button', { name: 'Remove letras.pdf' }))
    await waitFor(() => expect(titles()).toEqual(['Apuntes 2']))
  })
})
