import { chat } from '@e-events/shared/contract/live/chat.ts'
import { playback as playbackGroup } from '@e-events/shared/contract/live/playback.ts'
import { polls, type Poll } from '@e-events/shared/contract/live/polls.ts'
import { questions, type Question } from '@e-events/shared/contract/live/questions.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import axe from 'axe-core'
import { describe, expect, it } from 'vitest'
import { chatPoll, chatQuestion } from '../../../testing/chat-factories.ts'
import { sessionUser } from '../../../testing/factories.ts'
import { createFakeApi, Refusal } from '../../../testing/fake-api.ts'
import { playbackFeed, playbackOnAir } from '../../../testing/playback-factories.ts'
import { renderApp } from '../../../testing/render-app.tsx'

const slug = 'noche-de-faro'
const room = { isEnabled: true, isModerated: false, slowModeSec: 1, pinned: null }

async function open({ asked = [], opened = [], moderates = false }: { asked?: Question[]; opened?: Poll[]; moderates?: boolean } = {}) {
  const api = createFakeApi()
  api.on(playbackGroup.get, () => playbackOnAir([playbackFeed()]))
  api.on(chat.open, () => ({
    room,
    me: { role: moderates ? ('organizer' as const) : ('viewer' as const), mute: null },
    messages: [],
    lastChange: 0,
    settings: null,
  }))
  api.on(chat.messages, () => ({ messages: [] }))
  api.on(questions.list, () => ({ items: asked, voted: [], moderates }))
  api.on(polls.list, () => ({ items: opened, chosen: [], moderates }))
  const app = await renderApp({ at: `/player/${slug}`, api, user: sessionUser(), language: 'en' })
  await screen.findByRole('region', { name: 'Event chat' })
  const show = async (tab: RegExp, region: string) => {
    await app.user.click(screen.getByRole('tab', { name: tab }))
    return screen.findByRole('region', { name: region })
  }
  return { ...app, show, questions: () => show(/Questions/, 'Questions of viewers'), polls: () => show(/Polls/, 'Polls') }
}
const lines = (panel: HTMLElement) =>
  within(panel)
    .queryAllByRole('listitem')
    .map((line) => line.textContent)

describe('questions beside the picture', () => {
  it('stand by votes, and those that are pushed come without a reload', async () => {
    const [few, many] = [chatQuestion(1, { text: 'Few' }), chatQuestion(2, { text: 'Many', votes: 7 })]
    const app = await open({ asked: [few, many] })
    await waitFor(() => expect(screen.getByRole('tab', { name: 'Questions · 2' })).toBeTruthy())
    const panel = await app.questions()
    expect(lines(panel).map((line) => /Few|Many/.exec(line)?.[0])).toEqual(['Many', 'Few'])
    const newer = { ...few, votes: 9, revision: 3 }
    act(() => app.pushChat({ productSlug: slug, messages: [], questions: [newer, chatQuestion(3, { text: 'New' })] }))
    // A push that was overtaken changes nothing.
    act(() => app.pushChat({ productSlug: slug, messages: [], questions: [{ ...few, votes: 8, revision: 2 }] }))
    await waitFor(() => expect(lines(panel).map((line) => /Few|Many|New/.exec(line)?.[0])).toEqual(['Few', 'Many', 'New']))
    expect(within(panel).getByRole('button', { name: '9 votes for: Few' })).toBeTruthy()
    expect((await axe.run(panel, { resultTypes: ['violations'], rules: { 'color-contrast': { enabled: false } } })).violations).toEqual([])
  })

  it('are asked under one id until it worked, with the text kept', async () => {
    const app = await open()
    const panel = await app.questions()
    const ids: string[] = []
    app.api.on(questions.ask, ({ body }) => {
      ids.push(body.clientId)
      if (ids.length === 1) throw new Refusal('CHAT_QUESTIONS_OPEN', 'Five of your questions wait')
      return chatQuestion(4, { text: body.text })
    })
    const input = within(panel).getByRole('textbox', { name: 'Ask a question' })
    await app.user.type(input, 'Another date?')
    await app.user.keyboard('{Enter}')
    expect(await screen.findByText(/Five of your questions/)).toBeTruthy()
    expect(input).toHaveProperty('value', 'Another date?')
    await app.user.click(within(panel).getByRole('button', { name: 'Ask' }))
    await waitFor(() => expect(lines(panel)).toHaveLength(1))
    expect(input).toHaveProperty('value', '')
    expect(new Set(ids).size).toBe(1)
  })

  it('are voted for with a key, and the vote is taken back', async () => {
    const question = chatQuestion(1, { text: 'When?' })
    const app = await open({ asked: [question] })
    const panel = await app.questions()
    app.api.on(questions.vote, () => ({ ...question, votes: 1, revision: 2 }))
    app.api.on(questions.unvote, () => ({ ...question, votes: 0, revision: 3 }))
    const button = within(panel).getByRole('button', { name: /When\?/ })
    button.focus()
    await app.user.keyboard('{Enter}')
    await waitFor(() => expect(button.getAttribute('aria-pressed')).toBe('true'))
    expect(button.textContent).toBe('1')
    await app.user.keyboard('{Enter}')
    await waitFor(() => expect(button.getAttribute('aria-pressed')).toBe('false'))
    expect(within(panel).queryByRole('button', { name: 'Mark as answered' })).toBeNull()
  })

  it('are answered and dismissed by moderators', async () => {
    const question = chatQuestion(1, { text: 'When?' })
    const app = await open({ asked: [question], moderates: true })
    const panel = await app.questions()
    app.api.on(questions.settle, ({ body }) => ({
      ...question,
      state: body.state,
      answeredMoment: body.state === 'answered' ? question.moment : null,
      revision: body.state === 'answered' ? 2 : 3,
    }))
    await app.user.click(within(panel).getByRole('button', { name: 'Mark as answered' }))
    expect(await within(panel).findByRole('heading', { name: 'Answered' })).toBeTruthy()
    expect(within(panel).getByRole('button', { name: /: go there in the show$/ }).textContent).toMatch(/^answered at/)
    await app.user.click(within(panel).getByRole('button', { name: 'Dismiss' }))
    await waitFor(() => expect(lines(panel)).toEqual([]))
  })
})

describe('polls beside the picture', () => {
  it('are announced where the chat is read, chosen from once, and read after they are closed', async () => {
    const poll = chatPoll(1, {
      question: 'Encore?',
      answers: [
        { text: 'Yes', votes: 1 },
        { text: 'No', votes: 1 },
      ],
    })
    const app = await open()
    await waitFor(() => expect(app.api.countOf(polls.list)).toBe(1))
    act(() => app.pushChat({ productSlug: slug, messages: [], polls: [poll] }))
    expect(await screen.findByText('Open poll: Encore?')).toBeTruthy()
    const panel = await app.polls()
    expect(screen.queryByText('Open poll: Encore?')).toBeNull()
    app.api.on(polls.vote, ({ body }) => {
      expect(body.answer).toBe(0)
      return {
        ...poll,
        answers: [
          { text: 'Yes', votes: 2 },
          { text: 'No', votes: 1 },
        ],
        revision: 2,
      }
    })
    const yes = within(panel).getByRole('button', { name: /Yes/ })
    await app.user.click(yes)
    await waitFor(() => expect(yes.getAttribute('aria-pressed')).toBe('true'))
    expect(yes.textContent).toContain('67%')
    expect(within(panel).queryByRole('button', { name: 'Close the poll' })).toBeNull()
    expect((await axe.run(panel, { resultTypes: ['violations'], rules: { 'color-contrast': { enabled: false } } })).violations).toEqual([])
    const closed = {
      ...poll,
      answers: [
        { text: 'Yes', votes: 3 },
        { text: 'No', votes: 1 },
      ],
      revision: 3,
      closedAt: poll.openedAt,
    }
    act(() => app.pushChat({ productSlug: slug, messages: [], polls: [closed] }))
    await waitFor(() => expect(within(panel).queryByRole('button', { name: /Yes/ })).toBeNull())
    expect(lines(panel)[0]).toContain('75%')
  })

  it('are opened and closed by moderators', async () => {
    const poll = chatPoll(1, { question: 'Encore?' })
    const app = await open({ moderates: true })
    const panel = await app.polls()
    app.api.on(polls.open, () => poll)
    app.api.on(polls.close, () => ({ ...poll, revision: 2, closedAt: poll.openedAt }))
    await app.user.type(within(panel).getByRole('textbox', { name: 'Question of the poll' }), 'Encore?')
    const [first, second] = ['Answer 1', 'Answer 2'].map((name) => within(panel).getByRole('textbox', { name }))
    await app.user.type(first!, 'Yes')
    await app.user.type(second!, 'Yes')
    const button = within(panel).getByRole('button', { name: 'Open the poll' })
    expect(button).toHaveProperty('disabled', true)
    await app.user.clear(second!)
    await app.user.type(second!, 'No')
    await app.user.click(button)
    expect(await within(panel).findByRole('heading', { name: 'Encore?' })).toBeTruthy()
    expect(app.api.calls.findLast(({ endpoint }) => endpoint === polls.open)?.body).toMatchObject({
      question: 'Encore?',
      answers: ['Yes', 'No'],
    })
    // One at a time.
    expect(within(panel).queryByRole('form', { name: 'New poll' })).toBeNull()
    await app.user.click(within(panel).getByRole('button', { name: 'Close the poll' }))
    expect(await within(panel).findByRole('form', { name: 'New poll' })).toBeTruthy()
  })
})
