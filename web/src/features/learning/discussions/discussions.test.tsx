import { courses } from '@e-events/shared/contract/learning/courses.ts'
import { discussionReports } from '@e-events/shared/contract/learning/discussion-reports.ts'
import { discussions, type DiscussionPost } from '@e-events/shared/contract/learning/discussions.ts'
import { products } from '@e-events/shared/contract/catalogue/products.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { axeViolations } from '../../../testing/axe.ts'
import { courseOf, lessonIds } from '../../../testing/course-factories.ts'
import { productDetail, sessionUser } from '../../../testing/factories.ts'
import { createFakeApi } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { Discussion } from './components/discussion.tsx'

const idOf = (n: number) => `00000000-0000-4000-8000-00000000008${n}`
const mine = { edit: true, remove: true, report: false }
const text = (n: number, words: string, name: string) => ({
  id: idOf(n),
  text: words,
  author: { name, isTeacher: name === 'Nora' },
  createdAt: '2026-11-25T10:00:00.000Z',
  editedAt: null,
  votes: 0,
  hasMyVote: false,
  allowed: { edit: false, remove: false, report: true },
})
const question = (wanted: Partial<DiscussionPost> = {}): DiscussionPost => ({
  ...text(1, '¿Por qué tres columnas?', 'Leo'),
  kind: 'question',
  lesson: { id: lessonIds[0], title: 'La retícula', course: 'diseno' },
  positionMs: 62_000,
  replies: [text(2, 'Porque caben.', 'Nora')],
  acceptedId: null,
  mayAccept: true,
  ...wanted,
})

/** Posts that change as they would on the server. */
function stage(first: DiscussionPost[]) {
  let posts = first
  const api = createFakeApi()
  const sent: unknown[] = []
  api.on(discussions.list, () => ({ items: posts, nextCursor: null }))
  api.on(discussions.add, ({ body }) => {
    sent.push(body)
    const made = question({ ...text(5, body.text, 'Ana'), positionMs: body.positionMs, replies: [], allowed: mine })
    posts = [made, ...posts]
    return made
  })
  api.on(discussions.accept, ({ body }) => {
    posts = posts.map((post) => ({ ...post, acceptedId: body.replyId }))
    return posts[0] ?? question()
  })
  api.on(discussions.vote, ({ params, body }) => {
    const voted = { hasMyVote: body.voted, votes: body.voted ? 1 : 0 }
    const change = <T extends { id: string }>(post: T) => (post.id === params.id ? { ...post, ...voted } : post)
    posts = posts.map((post) => ({ ...change(post), replies: post.replies.map(change) }))
    return posts[0] ?? question()
  })
  api.on(discussions.reply, ({ body }) => {
    posts = posts.map((post) => ({ ...post, replies: [...post.replies, text(6, body.text, 'Ana')] }))
    return posts[0] ?? question()
  })
  api.on(discussions.remove, ({ params }) => {
    posts = posts.filter(({ id }) => id !== params.id)
  })
  return { api, sent }
}

describe('questions beside a lesson', () => {
  it('belong to the second at which they were begun, and lead back to it', async () => {
    const { api, sent } = stage([question()])
    let positionSec = 125.7
    const seeks: number[] = []
    const place = { positionSec: () => positionSec, seek: (sec: number) => void seeks.push(sec) }
    const part = <Discussion slug="diseno" kind="question" lessonId={lessonIds[0]} place={place} />
    const app = await renderApp({ at: '/', api, user: sessionUser(), language: 'en', part })
    await screen.findByText('¿Por qué tres columnas?')
    await app.user.type(screen.getByLabelText('Your question'), 'W')
    positionSec = 140
    await app.user.type(screen.getByLabelText('Your question at 2:05'), 'hy?')
    await app.user.click(screen.getByRole('button', { name: 'Ask' }))
    await screen.findByText('Why?')
    expect(sent).toEqual([{ kind: 'question', text: 'Why?', lessonId: lessonIds[0], positionMs: 125_000 }])
    expect(screen.getByLabelText<HTMLInputElement>('Your question').value).toBe('')
    await app.user.click(screen.getByRole('button', { name: 'Go to 1:02' }))
    expect(seeks).toEqual([62])
    expect(await axeViolations(app.container)).toEqual([])
  })

  it('are answered, and one answer is named as such and taken back', async () => {
    const { api } = stage([question()])
    const app = await renderApp({ at: '/', api, user: sessionUser(), language: 'en', part: <Discussion slug="diseno" kind="question" /> })
    await app.user.click(await screen.findByRole('button', { name: 'Answer it' }))
    await app.user.type(screen.getByLabelText('Your answer'), 'They fit')
    await app.user.click(screen.getByRole('button', { name: 'Reply' }))
    const replies = within(screen.getByRole('list', { name: 'Replies' }))
    await replies.findByText('They fit')
    const [first] = replies.getAllByRole('button', { name: 'This answers it' })
    if (!first) throw new Error('no way to accept')
    await app.user.click(first)
    expect(await replies.findByText('Answer')).toBeTruthy()
    expect(replies.getByRole('button', { pressed: true })).toBeTruthy()
    await app.user.click(first)
    await waitFor(() => expect(replies.queryByText('Answer')).toBeNull())
  })

  it('and answers are voted for, once, and shown in the order of votes', async () => {
    const { api } = stage([question()])
    const app = await renderApp({ at: '/', api, user: sessionUser(), language: 'en', part: <Discussion slug="diseno" kind="question" /> })
    const replies = within(await screen.findByRole('list', { name: 'Replies' }))
    await app.user.click(replies.getByRole('button', { name: '0 votes: vote', pressed: false }))
    const voted = await replies.findByRole('button', { name: '1 vote: vote', pressed: true })
    await app.user.click(voted)
    await replies.findByRole('button', { name: '0 votes: vote', pressed: false })
    expect(api.calls.filter(({ endpoint }) => endpoint === discussions.vote).map(({ body }) => body)).toEqual([
      { voted: true },
      { voted: false },
    ])
    await app.user.click(screen.getByRole('combobox', { name: 'Order' }))
    await app.user.click(await screen.findByRole('option', { name: 'Most votes first' }))
    await waitFor(() =>
      expect(api.calls.findLast(({ endpoint }) => endpoint === discussions.list)?.query).toMatchObject({ order: 'votes' }),
    )
    expect(await axeViolations(app.container)).toEqual([])
  })

  it('are reported with a reason', async () => {
    const { api } = stage([question({ replies: [], allowed: mine }), question({ ...text(3, 'Compra aquí', 'Rudo'), replies: [] })])
    api.on(discussionReports.add, () => undefined)
    const app = await renderApp({ at: '/', api, user: sessionUser(), language: 'en', part: <Discussion slug="diseno" kind="question" /> })
    await screen.findByText('Compra aquí')
    // Not an own post.
    await app.user.click(screen.getByRole('button', { name: 'Report' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Send the report' }).disabled).toBe(true)
    await app.user.click(dialog.getByRole('radio', { name: 'It is advertising' }))
    await app.user.click(dialog.getByRole('button', { name: 'Send the report' }))
    expect(await screen.findByText('Thank you. Whoever teaches the course will see it.')).toBeTruthy()
    const sent = api.calls.find(({ endpoint }) => endpoint === discussionReports.add)
    expect([sent?.params, sent?.body]).toEqual([{ id: idOf(3) }, { reason: 'spam' }])
  })

  it('are asked for without an answer alone', async () => {
    const { api } = stage([question()])
    const app = await renderApp({ at: '/', api, user: sessionUser(), language: 'en', part: <Discussion slug="diseno" kind="question" /> })
    await app.user.click(await screen.findByRole('checkbox', { name: 'Only unanswered' }))
    await waitFor(() =>
      expect(api.calls.findLast(({ endpoint }) => endpoint === discussions.list)?.query).toMatchObject({ unanswered: 'true' }),
    )
  })
})

describe('a discussion in a tab of the course', () => {
  const open = async (hasAccess: boolean, seesStudents = false) => {
    const { api } = stage([question({ allowed: mine })])
    api.on(courses.get, () => courseOf({ hasAccess, seesStudents }))
    api.on(products.get, () => productDetail({ type: 'course', slug: 'diseno' }))
    const app = await renderApp({ at: '/courses/diseno', api, user: sessionUser() })
    return { app, api }
  }
  it('names the lesson of each post and leads to its second; own ones are deleted after a question', async () => {
    const { app } = await open(true)
    await app.user.click(await screen.findByRole('tab', { name: 'Dudas' }))
    const link = await screen.findByRole('link', { name: 'La retícula, en 1:02' })
    expect(link.getAttribute('href')).toBe(`/courses/diseno/lessons/${lessonIds[0]}?t=62`)
    expect(await axeViolations(app.container)).toEqual([])
    await app.user.click(screen.getByRole('button', { name: 'Borrar' }))
    await app.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Borrar' }))
    await screen.findByText('Nadie ha preguntado todavía.')
  })

  it('shows whoever teaches it what was reported, to be deleted or to stand', async () => {
    const reported = (n: number, words: string) => ({
      id: idOf(n),
      kind: 'comment' as const,
      text: words,
      author: 'Rudo Gris',
      reports: n,
      reasons: ['abuse' as const, 'spam' as const],
      firstReportedAt: '2026-11-25T10:00:00.000Z',
    })
    let items = [reported(2, 'Compra aquí'), reported(3, 'Discrepo')]
    const { app, api } = await open(true, true)
    const without = (id: string) => void (items = items.filter((post) => post.id !== id))
    api.on(discussionReports.list, () => ({ items }))
    api.on(discussionReports.dismiss, ({ params }) => without(params.id))
    api.on(discussions.remove, ({ params }) => without(params.id))
    await app.user.click(await screen.findByRole('tab', { name: 'Comentarios' }))
    const panel = within(await screen.findByRole('region', { name: 'Textos denunciados' }))
    expect(panel.getByText('2 denuncias: Insulta o acosa, Es publicidad')).toBeTruthy()
    expect(await axeViolations(app.container)).toEqual([])
    await app.user.click(panel.getByRole('button', { name: 'Borrar: Compra aquí' }))
    await waitFor(() => expect(panel.queryByText('Compra aquí')).toBeNull())
    await app.user.click(panel.getByRole('button', { name: 'Dejarlo como está: Discrepo' }))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Textos denunciados' })).toBeNull())
    expect(api.calls.filter(({ endpoint }) => endpoint === discussionReports.dismiss).map(({ params }) => params)).toEqual([
      { id: idOf(3) },
    ])
  })

  it('is closed to whoever does not have the course', async () => {
    const { app, api } = await open(false)
    await app.user.click(await screen.findByRole('tab', { name: 'Comentarios' }))
    expect(await screen.findByText('Lo lee y lo escribe quien tiene el curso.')).toBeTruthy()
    expect(api.countOf(discussions.list)).toBe(0)
  })
})
