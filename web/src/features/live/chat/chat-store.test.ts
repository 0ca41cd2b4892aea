import { chat, type ChatMessage } from '@e-events/shared/contract/live/chat.ts'
import { createClient } from '@e-events/shared/contract/client.ts'
import { describe, expect, it, vi } from 'vitest'
import { chatId, chatMessage } from '../../../testing/chat-factories.ts'
import { createFakeApi } from '../../../testing/fake-api.ts'
import { advance, messagesAt, partsOf } from '@e-events/shared/client/chat-messages.ts'
import { createChatStore, type ChatStoreDeps } from '@e-events/shared/client/chat-store.ts'

const startMs = Date.parse('2026-05-01T20:00:00.000Z')
/** A message of the tenth second `n`, written when it was shown. */
const message = (n: number, fields: Partial<ChatMessage> = {}) =>
  chatMessage(n, { timestamp: new Date(startMs + n * 10_000).toISOString(), ...fields })

const hour = Array.from({ length: 360 }, (_, n) => message(n + 1))

/** A show of an hour with a message every ten seconds. */
function show(all: readonly ChatMessage[] = hour) {
  const api = createFakeApi()
  api.on(chat.messages, ({ query }) => {
    if (query.after !== undefined) return { messages: all.filter(({ change }) => (change ?? 0) > (query.after ?? 0)).slice(0, query.limit) }
    const [from, to] = [query.from === undefined ? -Infinity : Date.parse(query.from), Date.parse(query.to ?? '')]
    return { messages: all.filter(({ moment }) => Date.parse(moment) >= from && Date.parse(moment) < to).slice(-query.limit) }
  })
  const client = createClient({
    baseUrl: '/api',
    fetch: api.fetch,
    accessToken: () => 'token',
    refresh: async () => undefined,
    language: () => 'es',
  })
  let handlers: Parameters<ChatStoreDeps['realtime']['chat']>[1] | undefined
  const realtime: ChatStoreDeps['realtime'] = {
    chat(_slug, given) {
      handlers = given
      return () => undefined
    },
  }
  const store = createChatStore({ api: client, realtime, slug: 'show', nowMs: Date.now, random: () => 0 })
  const at = async (sec: number) => {
    const ms = startMs + sec * 1000
    store.replay(ms)
    const read = () => messagesAt(store.get().messages.values(), ms, store.get().replaySinceMs)
    await vi.waitFor(() => expect(read().length).toBeGreaterThan(0))
    await new Promise((resolve) => setTimeout(resolve, 10))
    return read().map(({ text }) => text)
  }
  return {
    api,
    at,
    store,
    join: () => handlers?.onJoined(true),
    push: (...messages: ChatMessage[]) => handlers?.onEvent({ productSlug: 'show', messages }),
    announce: (lastChange: number) => handlers?.onEvent({ productSlug: 'show', messages: [], lastChange }),
  }
}

describe('a replay', () => {
  it('shows what was said up to the moment of the picture, to the second, and nothing of the future', async () => {
    const { at } = show()
    const seen = await at(3_000)
    expect(seen.at(-1)).toBe('m300')
    expect((await at(3_009)).at(-1)).toBe('m300')
    expect((await at(3_010)).at(-1)).toBe('m301')
  })

  it('anchors again after a seek, back and forth', async () => {
    const { at } = show()
    expect((await at(3_000)).at(-1)).toBe('m300')
    expect((await at(600)).at(-1)).toBe('m60')
    const later = await at(2_400)
    expect(later.at(-1)).toBe('m240')
    // Without a hole between what is shown.
    expect(later.map((text) => Number(text.slice(1)))).toEqual(Array.from({ length: later.length }, (_, n) => 240 - later.length + 1 + n))
  })

  it('reads ahead, so that watching on asks three times a minute', async () => {
    const { api, at } = show()
    await at(600)
    const before = api.countOf(chat.messages)
    for (let sec = 601; sec < 720; sec += 10) await at(sec)
    expect(api.countOf(chat.messages) - before).toBeLessThanOrEqual(6)
  })

  it('of a crowd has no hole: seven hundred messages within 20 seconds all come', async () => {
    const crowd = Array.from({ length: 700 }, (_, n) => message(n + 1, { timestamp: new Date(startMs + 600_000 + n * 25).toISOString() }))
    const { at, store } = show([message(1_000, { timestamp: new Date(startMs).toISOString(), text: 'first' }), ...crowd])
    await at(590)
    await at(619)
    await vi.waitFor(() => expect(store.get().messages.size).toBe(701))
  })
})

describe('the live edge', () => {
  const room = { isEnabled: true, isModerated: false, slowModeSec: 1, pinned: null }
  const opened = (messages: ChatMessage[]) => ({
    room,
    me: { role: 'viewer' as const, mute: null },
    messages,
    lastChange: 1,
    settings: null,
  })

  it('asks for what came between its first answer and its place among those who are told', async () => {
    const { api, store, join } = show([message(1), message(2)])
    const { promise, resolve } = Promise.withResolvers<void>()
    api.on(chat.open, async () => {
      await promise
      return opened([message(1)])
    })
    const close = store.open()
    join()
    resolve()
    await vi.waitFor(() => expect([...store.get().messages.values()].map(({ text }) => text)).toEqual(['m1', 'm2']))
    close()
  })

  it('asks once for a message that never came and that nothing followed, when it hears of its number', async () => {
    const written = [message(1)]
    const { api, store, join, push, announce } = show(written)
    api.on(chat.open, () => opened([message(1)]))
    const close = store.open()
    await vi.waitFor(() => expect(store.get().status).toBe('ready'))
    join()
    await vi.waitFor(() => expect(api.countOf(chat.messages)).toBe(1))
    vi.useFakeTimers()
    // Under way while its number is told: it comes by itself.
    announce(2)
    push(message(2))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(api.countOf(chat.messages)).toBe(1)
    written.push(message(2), message(3))
    announce(3)
    await vi.advanceTimersByTimeAsync(10_000)
    expect([...store.get().messages.values()].map(({ text }) => text)).toEqual(['m1', 'm2', 'm3'])
    // A change of what this browser may not see.
    announce(4)
    await vi.advanceTimersByTimeAsync(10_000)
    vi.useRealTimers()
    expect(api.countOf(chat.messages)).toBe(3)
    close()
  })

  it('takes the words of a removed message out of the replies to it', async () => {
    const reply = message(2, { replyTo: { id: chatId(1), name: 'Rita', text: 'm1' } })
    const { api, store, join, push } = show([message(1), reply])
    api.on(chat.open, () => opened([message(1)]))
    const close = store.open()
    await vi.waitFor(() => expect(store.get().status).toBe('ready'))
    join()
    push(reply)
    push(message(1, { change: 3, state: 'removed', text: '' }))
    expect(store.get().messages.get(reply.id)?.replyTo).toBeNull()
    close()
  })
})

describe('numbers of changes', () => {
  it.each([
    [0, [1, 2, 3], 3, []],
    [5, [7, 8], 5, [7, 8]],
    [5, [6, 8], 6, [8]],
    [5, [3, 4], 5, []],
  ])('after %i come %j', (known, ahead, next, rest) => {
    const result = advance(known, new Set(ahead))
    expect([result.known, [...result.ahead]]).toEqual([next, rest])
  })
})

describe('order', () => {
  it('is that of writing at the live edge, and that of moments behind it; what was removed is gone', () => {
    const early = message(3, { moment: message(1).moment })
    const list = [message(2), early, message(4, { state: 'removed', text: '' })]
    expect(messagesAt(list, null).map(({ text }) => text)).toEqual(['m2', 'm3'])
    expect(messagesAt(list, startMs + 3_600_000).map(({ text }) => text)).toEqual(['m3', 'm2'])
  })
})

describe('parts of a text', () => {
  it.each([
    ['hola', ['text']],
    ['mira https://a.test/x?y=1. ya', ['text', 'link', 'text']],
    ['javascript:alert(1) data:text/html,x', ['text']],
    ['@Ana García ven', ['mention', 'text']],
    ['correo@Ana', ['text', 'mention']],
  ])('%j', (text, kinds) => {
    const parts = partsOf(text, ['Ana', 'Ana García'])
    expect(parts.map(({ kind }) => kind)).toEqual(kinds)
    expect(parts.map((part) => part.text).join('')).toBe(text)
  })
})
