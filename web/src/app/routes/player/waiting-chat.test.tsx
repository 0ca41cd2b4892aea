import { chat } from '@e-events/shared/contract/live/chat.ts'
import { playback as playbackGroup, type Playback } from '@e-events/shared/contract/live/playback.ts'
import { polls } from '@e-events/shared/contract/live/polls.ts'
import { questions } from '@e-events/shared/contract/live/questions.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { chatMessage } from '../../../testing/chat-factories.ts'
import { sessionUser } from '../../../testing/factories.ts'
import { createFakeApi } from '../../../testing/fake-api.ts'
import { playbackFeed, playbackOnAir } from '../../../testing/playback-factories.ts'
import { renderApp } from '../../../testing/render-app.tsx'

const slug = 'noche-de-faro'

async function wait(minutes: number, type: 'broadcast' | 'vod' = 'broadcast') {
  const api = createFakeApi()
  const { media: _media, startedAt: _startedAt, ...base } = playbackOnAir([playbackFeed()]) as Extract<Playback, { state: 'on_air' }>
  const availableAt = new Date(Date.now() + minutes * 60_000).toISOString()
  api.on(playbackGroup.get, () => ({
    ...base,
    state: 'available_on' as const,
    product: { ...base.product, type },
    session: null,
    availableAt,
  }))
  const messages = [chatMessage(1, { product: slug, text: 'Who comes from far?' })]
  const room = { isEnabled: true, isModerated: false, slowModeSec: 1, pinned: null }
  api.on(chat.open, () => ({ room, me: { role: 'viewer' as const, mute: null }, messages, lastChange: 1, settings: null }))
  api.on(questions.list, () => ({ items: [], voted: [], moderates: false }))
  api.on(polls.list, () => ({ items: [], chosen: [], moderates: false }))
  const app = await renderApp({ at: `/player/${slug}`, api, user: sessionUser(), language: 'en' })
  await screen.findByRole('timer')
  return { ...app, api }
}

it('within an hour of the show its waiting room has the chat, and what is said there names no moment', async () => {
  const { api, user } = await wait(50)
  const panel = await screen.findByRole('region', { name: 'Event chat' })
  expect(await within(panel).findByText('Who comes from far?')).toBeTruthy()
  expect(screen.getByRole('tab', { name: 'Questions' })).toBeTruthy()
  api.on(chat.post, ({ body }) => chatMessage(2, { clientId: body.clientId, text: body.text, product: slug }))
  const input = within(panel).getByRole('textbox', { name: 'Write a message' })
  await waitFor(() => expect(input).toHaveProperty('disabled', false))
  await user.type(input, 'I do{Enter}')
  expect(await within(panel).findByText('I do')).toBeTruthy()
  expect(api.calls.findLast(({ endpoint }) => endpoint === chat.post)?.body).not.toHaveProperty('moment')
})

it('before that hour, and before what is no show, there is none', async () => {
  const early = await wait(70)
  expect(screen.queryByRole('region', { name: 'Event chat' })).toBeNull()
  expect(early.api.countOf(chat.open)).toBe(0)
  early.unmount()
  const film = await wait(50, 'vod')
  expect(film.api.countOf(chat.open)).toBe(0)
})
