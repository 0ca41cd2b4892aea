import { fakeApi, fakeSession, type Answers } from '@e-events/shared/client/testing/fake-api.ts'
import type { ChatListener } from '@e-events/shared/client/realtime.ts'
import type { ChatMessage } from '@e-events/shared/contract/live/chat.ts'
import type { Question } from '@e-events/shared/contract/live/questions.ts'
import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import axe from 'axe-core'
import { act } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { fakeStudio } from '../testing/fake-studio.ts'
import { fakeMyData, fakeProductDetail, renderApp } from '../testing/render-app.tsx'

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const at = new Date(Date.now() - 60_000).toISOString()
const messageOf = (n: number, over: Partial<ChatMessage> = {}): ChatMessage => ({
  id: uuid(n),
  clientId: uuid(n + 500),
  change: n,
  product: 'show',
  user: uuid(900) as never,
  name: 'Rita Lima',
  role: 'viewer',
  text: `m${n}`,
  timestamp: new Date(Date.parse(at) + n * 1_000).toISOString(),
  moment: at,
  isBehind: false,
  replyTo: null,
  pendingApproval: false,
  state: 'shown',
  ...over,
})
const questionOf = (n: number, over: Partial<Question> = {}): Question => ({
  id: uuid(n),
  clientId: uuid(n + 500),
  product: 'show',
  user: uuid(900) as never,
  name: 'Rita Lima',
  role: 'viewer',
  text: `q${n}`,
  askedAt: at,
  moment: at,
  votes: 0,
  state: 'open',
  answeredMoment: null,
  revision: 1,
  ...over,
})
const room = { isEnabled: true, isModerated: false, slowModeSec: 1, pinned: null }

// The column of the audience stands in wide windows alone, and this one has no width.
configure({ defaultHidden: true })
beforeEach(() => localStorage.removeItem('e-events.studio-side'))

async function atDesk(over: Answers = {}) {
  const listeners = new Set<ChatListener>()
  const api = fakeApi({
    'POST /auth/refresh': { status: 200, body: fakeSession() },
    'GET /me': { status: 200, body: fakeMyData() },
    'GET /account/products/show': { status: 200, body: fakeProductDetail() },
    'GET /config/realtime': { status: 200, body: { apiKey: 'key' } },
    'GET /chat/show': {
      status: 200,
      body: {
        room,
        me: { role: 'organizer', mute: null },
        messages: [messageOf(1), messageOf(2, { state: 'pending', pendingApproval: true, change: null })],
        lastChange: 1,
        settings: { isEnabled: true, moderation: 'site', slowModeSec: 1, blockedWords: [] },
      },
    },
    'GET /chat/show/messages': { status: 200, body: { messages: [] } },
    'GET /chat/show/questions': {
      status: 200,
      body: { items: [questionOf(11, { votes: 1 }), questionOf(12, { votes: 5 })], voted: [], moderates: true },
    },
    ...over,
  })
  const realtime = {
    chat: (_slug: string, listener: ChatListener) => {
      listeners.add(listener)
      listener.onJoined(true)
      return () => listeners.delete(listener)
    },
  }
  const app = await renderApp({ api, studio: fakeStudio(), hash: '#/desk/show', realtime })
  await screen.findByRole('heading', { level: 1, name: 'Night of tests' })
  const user = userEvent.setup({ delay: null })
  const push = (event: Parameters<ChatListener['onEvent']>[0]) => act(() => listeners.forEach(({ onEvent }) => onEvent(event)))
  return { ...app, api, user, push }
}
const lines = () => screen.queryAllByRole('article').map((line) => within(line).getByText(/^m\d|^Hola/).textContent)

describe('the chat at the desk', () => {
  it('is asked for once it is looked at, grows as it is pushed, and is where it was next time', async () => {
    const { api, user, push, unmount, container } = await atDesk()
    expect(api.calls.some(({ key }) => key === 'GET /chat/show')).toBe(false)
    await user.click(screen.getByRole('tab', { name: 'Chat' }))
    await waitFor(() => expect(lines()).toEqual(['m1', 'm2']))
    push({ productSlug: 'show', messages: [messageOf(3)] })
    expect(lines()).toEqual(['m1', 'm2', 'm3'])
    expect((await axe.run(container, { resultTypes: ['violations'], rules: { 'color-contrast': { enabled: false } } })).violations).toEqual(
      [],
    )
    unmount()
    await atDesk()
    await waitFor(() => expect(lines()).toEqual(['m1', 'm2']))
  })

  it('stands in a panel that a window of middle width opens and closes', async () => {
    const { user } = await atDesk()
    const button = screen.getByLabelText('Audience', { selector: 'button' })
    const panel = screen.getByLabelText('Audience', { selector: 'aside' })
    // jsdom knows no widths: what it shows is another style of the same panel.
    const shut = panel.className
    expect([button.getAttribute('aria-controls'), button.getAttribute('aria-expanded')]).toEqual([panel.id, 'false'])
    await user.click(button)
    expect([button.getAttribute('aria-expanded'), panel.className === shut]).toEqual(['true', false])
    await user.click(button)
    expect([button.getAttribute('aria-expanded'), panel.className === shut]).toEqual(['false', true])
  })

  it('takes what the producer writes', async () => {
    const { api, user } = await atDesk({
      'POST /chat/show/messages': (body) => {
        const { clientId, text } = body as { clientId: string; text: string }
        return { status: 201, body: messageOf(4, { clientId, text, role: 'organizer' }) }
      },
    })
    await user.click(screen.getByRole('tab', { name: 'Chat' }))
    await waitFor(() => expect(lines()).toHaveLength(2))
    // Nothing in a column without a box can have the focus that typing needs.
    fireEvent.change(screen.getByRole('textbox', { name: 'Write to the audience' }), { target: { value: 'Hola' } })
    await user.click(screen.getByRole('button', { name: 'Send' }))
    await waitFor(() => expect(lines()).toEqual(['m1', 'm2', 'Hola']))
    expect(api.calls.filter(({ key }) => key === 'POST /chat/show/messages')).toHaveLength(1)
  })

  it('removes, pins and approves, and says what is refused', async () => {
    const { user } = await atDesk({
      [`POST /chat/show/messages/${uuid(1)}/remove`]: { status: 200, body: messageOf(1, { state: 'removed', text: '', change: 3 }) },
      [`POST /chat/show/messages/${uuid(2)}/approve`]: { status: 200, body: messageOf(2, { change: 2 }) },
      'PUT /chat/show/pin': { status: 200, body: { ...room, pinned: messageOf(2, { change: 2, text: 'm2' }) } },
    })
    await user.click(screen.getByRole('tab', { name: 'Chat' }))
    await waitFor(() => expect(lines()).toHaveLength(2))
    await user.click(screen.getByRole('button', { name: 'Approve' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull())
    const [first, second] = screen.getAllByRole('article')
    await user.click(within(second!).getByRole('button', { name: 'Pin the message by Rita Lima' }))
    expect(await screen.findByRole('button', { name: 'Unpin' })).toBeTruthy()
    await user.click(within(first!).getByRole('button', { name: 'Remove the message by Rita Lima' }))
    await waitFor(() => expect(lines()).toEqual(['m2']))
    await user.click(screen.getByRole('button', { name: 'Remove the message by Rita Lima' }))
    expect(await screen.findByRole('alert')).toBeTruthy()
  })
})

describe('the questions at the desk', () => {
  it('come by their votes, follow them, and are marked as answered', async () => {
    const { user, push } = await atDesk({
      [`PUT /chat/show/questions/${uuid(12)}/state`]: {
        status: 200,
        body: questionOf(12, { votes: 5, state: 'answered', answeredMoment: at, revision: 9 }),
      },
    })
    await user.click(screen.getByRole('tab', { name: 'Questions' }))
    const texts = () => screen.getAllByRole('listitem').flatMap((row) => /q\d+/.exec(row.textContent)?.[0] ?? [])
    await waitFor(() => expect(texts()).toEqual(['q12', 'q11']))
    push({ productSlug: 'show', messages: [], questions: [questionOf(11, { votes: 9, revision: 2 })] })
    await waitFor(() => expect(texts()).toEqual(['q11', 'q12']))
    expect(screen.getByRole('img', { name: '9 votes' })).toBeTruthy()
    const row = screen.getAllByRole('listitem').find(({ textContent }) => textContent.includes('q12'))!
    await user.click(within(row).getByRole('button', { name: 'Mark as answered' }))
    expect(await screen.findByRole('button', { name: 'Open again' })).toBeTruthy()
  })
})
