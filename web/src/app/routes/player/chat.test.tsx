import { chat, type ChatMessage } from '@e-events/shared/contract/live/chat.ts'
import { playback as playbackGroup } from '@e-events/shared/contract/live/playback.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import axe from 'axe-core'
import { describe, expect, it } from 'vitest'
import { chatMessage as nthMessage } from '../../../testing/chat-factories.ts'
import { sessionUser } from '../../../testing/factories.ts'
import { createFakeApi, Refusal } from '../../../testing/fake-api.ts'
import { playbackFeed, playbackOnAir } from '../../../testing/playback-factories.ts'
import { renderApp } from '../../../testing/render-app.tsx'

const slug = 'noche-de-faro'
let made = 0
const chatMessage = (fields: Partial<ChatMessage> = {}) => {
  made += 1
  return nthMessage(made, { product: slug, ...fields })
}
const openRoom = { isEnabled: true, isModerated: false, slowModeSec: 1, pinned: null }
const settings = { isEnabled: true, moderation: 'site' as const, slowModeSec: 1, blockedWords: [] }

async function openChat({
  role = 'viewer',
  messages = [],
  language = 'es',
  room = openRoom,
  down = false,
}: { role?: 'viewer' | 'organizer'; messages?: ChatMessage[]; language?: 'es' | 'en'; room?: typeof openRoom; down?: boolean } = {}) {
  const api = createFakeApi()
  const user = sessionUser()
  const state = { down }
  api.on(playbackGroup.get, () => playbackOnAir([playbackFeed()]))
  api.on(chat.open, () => {
    if (state.down) throw new Refusal('UNAVAILABLE')
    return {
      room,
      me: { role, mute: null },
      messages,
      lastChange: Math.max(0, ...messages.map(({ change }) => change ?? 0)),
      settings: role === 'viewer' ? null : settings,
    }
  })
  api.on(chat.messages, () => ({ messages: [] }))
  const app = await renderApp({ at: `/player/${slug}`, api, user, language })
  const panel = await screen.findByRole('region', { name: language === 'en' ? 'Event chat' : 'Chat del evento' })
  return {
    ...app,
    person: user,
    panel,
    state,
    lines: () =>
      within(panel)
        .queryAllByRole('article')
        .map((line) => line.textContent),
  }
}

describe('the chat beside the picture', () => {
  it('stands beside the video of a show, with its history, and shows the key of its service [PLY-002]', async () => {
    const app = await openChat({ messages: [chatMessage({ text: 'Buenas noches' })] })
    expect(document.querySelectorAll('video').length).toBeGreaterThan(0)
    expect(await within(app.panel).findByText('Buenas noches')).toBeTruthy()
    expect((await axe.run(app.panel, { resultTypes: ['violations'], rules: { 'color-contrast': { enabled: false } } })).violations).toEqual(
      [],
    )
  })

  it('shows what is pushed, once, and takes away what is removed', async () => {
    const app = await openChat()
    await within(app.panel).findByText(/Nadie ha escrito/)
    const [first, second] = [chatMessage({ change: 1 }), chatMessage({ change: 2 })]
    act(() => app.pushChat({ productSlug: slug, messages: [first, second] }))
    act(() => app.pushChat({ productSlug: slug, messages: [first] }))
    expect(app.lines()).toHaveLength(2)
    act(() => app.pushChat({ productSlug: slug, messages: [{ ...first, change: 3, state: 'removed', text: '' }] }))
    expect(app.lines()).toHaveLength(1)
  })

  it('asks for what is missing where the numbers have a gap, and after a break', async () => {
    const app = await openChat()
    const [missed, seen] = [chatMessage({ change: 1, text: 'perdido' }), chatMessage({ change: 2 })]
    app.api.on(chat.messages, ({ query }) => ({ messages: query.after === 0 ? [missed, seen] : [] }))
    act(() => app.pushChat({ productSlug: slug, messages: [seen] }))
    await waitFor(() => expect(within(app.panel).getByText('perdido')).toBeTruthy(), { timeout: 4_000 })
    const asked = app.api.countOf(chat.messages)
    act(() => app.breakChat(false))
    expect(within(app.panel).getByText(/Recuperando la conexión/)).toBeTruthy()
    act(() => app.breakChat(true))
    await waitFor(() => expect(app.api.countOf(chat.messages)).toBe(asked + 1))
    expect(app.api.calls.findLast(({ endpoint }) => endpoint === chat.messages)?.query).toMatchObject({ after: 2 })
  })

  it('sends what is typed with Enter; a failed one is sent again under the same id', async () => {
    const app = await openChat()
    let fails = true
    const ids: string[] = []
    app.api.on(chat.post, ({ body }) => {
      ids.push(body.clientId)
      if (fails) throw new Refusal('INTERNAL')
      return chatMessage({ clientId: body.clientId, text: body.text, change: 1 })
    })
    const input = await within(app.panel).findByRole('textbox', { name: 'Escribe un mensaje' })
    await waitFor(() => expect(input).toHaveProperty('disabled', false))
    await app.user.type(input, 'Hola desde Vigo{Enter}')
    expect(await within(app.panel).findByText('No se ha enviado.')).toBeTruthy()
    fails = false
    await app.user.click(within(app.panel).getByRole('button', { name: 'Reintentar' }))
    await waitFor(() => expect(app.lines().join(' ')).toContain('Hola desde Vigo'))
    expect(within(app.panel).queryByText('No se ha enviado.')).toBeNull()
    expect(new Set(ids).size).toBe(1)
    expect(input).toHaveProperty('value', '')
  })

  it('says so while nobody takes a message, and sends it by itself once the chat is back', async () => {
    const app = await openChat()
    let isAway = true
    const ids: string[] = []
    app.api.on(chat.post, ({ body }) => {
      ids.push(body.clientId)
      if (isAway) throw new Refusal('UNAVAILABLE')
      return chatMessage({ clientId: body.clientId, text: body.text, change: 1 })
    })
    const input = await within(app.panel).findByRole('textbox', { name: 'Escribe un mensaje' })
    await waitFor(() => expect(input).toHaveProperty('disabled', false))
    await app.user.type(input, 'Hola desde Vigo{Enter}')
    expect(await within(app.panel).findByText(/saldrá en cuanto vuelva el chat/)).toBeTruthy()
    expect(within(app.panel).getByRole('status').textContent).toBe('Chat desactivado temporalmente')
    expect(input).toHaveProperty('disabled', true)
    isAway = false
    await waitFor(() => expect(app.lines().join(' ')).toContain('Hola desde Vigo'), { timeout: 10_000 })
    expect(app.panel.textContent).not.toMatch(/saldrá en cuanto/)
    expect(input).toHaveProperty('disabled', false)
    expect(new Set(ids).size).toBe(1)
  }, 15_000)

  it('marks what waits for approval, for its author alone', async () => {
    const app = await openChat({ messages: [chatMessage({ state: 'pending', pendingApproval: true, change: null, text: '¿Se puede?' })] })
    expect(await within(app.panel).findByText('Pendiente de aprobación: solo lo ves tú')).toBeTruthy()
    expect(within(app.panel).queryByRole('button', { name: 'Aprobar' })).toBeNull()
  })

  it('shows markup as text, and opens addresses elsewhere without handing anything on', async () => {
    const app = await openChat({
      messages: [chatMessage({ text: '<img src=x onerror=alert(1)> https://example.test/a?b=1. javascript:alert(1)' })],
    })
    await within(app.panel).findByRole('article')
    const link = within(app.panel).getByRole('link')
    expect([link.getAttribute('href'), link.getAttribute('rel'), link.getAttribute('target')]).toEqual([
      'https://example.test/a?b=1',
      'noopener noreferrer nofollow ugc',
      '_blank',
    ])
    expect(app.panel.querySelector('img')).toBeNull()
    expect(app.lines()[0]).toContain('<img src=x onerror=alert(1)>')
  })

  it('says that it is disabled where a moderator switched it off, takes no input, and the video stays [PLY-020] [ERR-052]', async () => {
    const app = await openChat({ language: 'en' })
    const input = await within(app.panel).findByRole('textbox')
    await waitFor(() => expect(input).toHaveProperty('disabled', false))
    act(() => app.pushChat({ productSlug: slug, messages: [], room: { ...openRoom, isEnabled: false } }))
    expect(within(app.panel).getByRole('status').textContent).toBe('Chat temporarily disabled')
    expect(input).toHaveProperty('disabled', true)
    expect(document.querySelectorAll('video').length).toBeGreaterThan(0)
    act(() => app.pushChat({ productSlug: slug, messages: [], room: openRoom }))
    expect(within(app.panel).queryByRole('status')).toBeNull()
    expect(input).toHaveProperty('disabled', false)
  })

  it('says so too while the service is down, and comes back by itself [PLY-020]', async () => {
    const app = await openChat({ language: 'en', down: true })
    expect((await within(app.panel).findByRole('status')).textContent).toBe('Chat temporarily disabled')
    expect(within(app.panel).getByRole('textbox')).toHaveProperty('disabled', true)
    expect(document.querySelectorAll('video').length).toBeGreaterThan(0)
    expect(app.services.session.get().status).toBe('authenticated')
    app.state.down = false
    act(() => app.breakChat(true))
    await waitFor(() => expect(within(app.panel).getByRole('textbox')).toHaveProperty('disabled', false))
  })

  it('tells who is muted until when', async () => {
    const app = await openChat()
    const input = await within(app.panel).findByRole('textbox')
    act(() => app.pushChat({ productSlug: slug, messages: [], me: { role: 'viewer', mute: { until: null } } }))
    expect(input).toHaveProperty('disabled', true)
    expect(within(app.panel).getByText(/te ha quitado la palabra en este evento/)).toBeTruthy()
  })
})

describe('moderators', () => {
  it('approve, pin and mute from the message itself', async () => {
    const waiting = chatMessage({ state: 'pending', pendingApproval: true, change: null, text: '¿Se puede?' })
    const app = await openChat({ role: 'organizer', messages: [waiting] })
    app.api.on(chat.approve, () => ({ ...waiting, state: 'shown' as const, pendingApproval: false, change: 1 }))
    app.api.on(chat.pin, () => ({ ...openRoom, pinned: { ...waiting, state: 'shown' as const, pendingApproval: false, change: 1 } }))
    app.api.on(chat.mute, () => undefined)
    await app.user.click(await within(app.panel).findByRole('button', { name: 'Aprobar' }))
    await waitFor(() => expect(within(app.panel).queryByText('Pendiente de aprobación')).toBeNull())
    const openMenu = () => app.user.click(within(app.panel).getByRole('button', { name: /Opciones del mensaje/ }))
    await openMenu()
    await app.user.click(await screen.findByRole('menuitem', { name: 'Fijar' }))
    expect(await within(app.panel).findByRole('button', { name: 'Quitar' })).toBeTruthy()
    await openMenu()
    await app.user.click(await screen.findByRole('menuitem', { name: 'Expulsar a Rita Lima del chat' }))
    await waitFor(() => expect(app.api.calls.at(-1)?.body).toEqual({ minutes: null, removesMessages: true }))
  })

  it('change the settings of the room', async () => {
    const app = await openChat({ role: 'organizer' })
    const { chatModerators } = await import('@e-events/shared/contract/live/chat.ts')
    app.api.on(chat.mutes, () => ({ items: [] }))
    app.api.on(chatModerators.list, () => ({ items: [] }))
    app.api.on(chat.configure, ({ body }) => body)
    await app.user.click(await within(app.panel).findByRole('button', { name: 'Ajustes del chat' }))
    const dialog = await screen.findByRole('dialog')
    await app.user.type(within(dialog).getByRole('textbox', { name: 'Palabras retenidas' }), 'spoiler{Enter} {Enter}final')
    await app.user.click(within(dialog).getByRole('switch', { name: 'Chat abierto' }))
    await app.user.click(within(dialog).getByRole('button', { name: 'Guardar' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(app.api.calls.findLast(({ endpoint }) => endpoint === chat.configure)?.body).toEqual({
      isEnabled: false,
      moderation: 'site',
      slowModeSec: 1,
      blockedWords: ['spoiler', 'final'],
    })
  })
})
