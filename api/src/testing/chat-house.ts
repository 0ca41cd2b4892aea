import { randomUUID } from 'node:crypto'
import { chat, type ChatMessage } from '@e-events/shared/contract/live/chat.ts'
import { chatEventSchema, chatJoinReplySchema, type ChatEvent } from '@e-events/shared/realtime/chat-events.ts'
import { realtimePath } from '@e-events/shared/realtime/events.ts'
import { io, type Socket } from 'socket.io-client'
import type { TestApi } from './test-api.ts'

export type ChatHouse = ReturnType<typeof createChatHouse>
export type ChatStage = Awaited<ReturnType<ChatHouse['stage']>>
export type ChatTab = Awaited<ReturnType<ChatHouse['listen']>>

export const texts = (messages: readonly { text: string }[]): string[] => messages.map(({ text }) => text)
export const body = (reply: { body: unknown }): ChatMessage => reply.body as ChatMessage

/** Shows with a chat, and the browsers that listen to them. */
export function createChatHouse(t: TestApi) {
  const sockets: Socket[] = []

  /** A show on air since ten minutes, its organizer, and somebody with a ticket. */
  async function stage() {
    const owner = await t.factories.producer()
    const channel = await t.factories.channel({ owner_id: owner.id })
    const product = await t.factories.product({ channel_id: channel.id, plan: 'paid' })
    const startedAt = new Date(t.clock.nowMs() - 600_000)
    await t.factories.broadcast({ product_id: product.id, state: 'on_air', started_at: startedAt })
    const viewer = async () => {
      const user = await t.factories.user()
      await t.factories.ticket({ user_id: user.id, product_id: product.id })
      return { user, as: await t.tokenOf(user) }
    }
    const { slug } = product
    const params = { slug }
    return {
      product,
      slug,
      startedAt,
      owner: { user: owner, as: await t.tokenOf(owner) },
      viewer,
      open: (as: string) => t.call(chat.open, { params, as }),
      say: (as: string, text: string, fields: object = {}) =>
        t.call(chat.post, { params, as, body: { clientId: randomUUID(), text, ...fields } }),
      act: (name: 'approve' | 'refuse' | 'remove', as: string, id: string) => t.call(chat[name], { params: { slug, id }, as }),
      configure: (as: string, settings: object) =>
        t.call(chat.configure, {
          params,
          as,
          body: { isEnabled: true, moderation: 'site', slowModeSec: 1, blockedWords: [], ...settings },
        }),
      list: async (as: string, query: Record<string, unknown>) =>
        ((await t.call(chat.messages, { params, as, query }).expect(200)).body as { messages: ChatMessage[] }).messages,
    }
  }
  /** A browser that listens to the chat. */
  async function listen(at: { slug: string }, as: string, url = t.url) {
    const socket = io(url, { path: realtimePath, transports: ['websocket'], auth: { token: as }, forceNew: true, reconnection: false })
    sockets.push(socket)
    await new Promise((resolve) => socket.once('connect', () => resolve(undefined)))
    const events: ChatEvent[] = []
    socket.on('chat', (event: unknown) => events.push(chatEventSchema.parse(event)))
    const reply = chatJoinReplySchema.parse(await socket.timeout(5_000).emitWithAck('chat', { productSlug: at.slug, joins: true }))
    return { ok: reply.ok, events, messages: () => events.flatMap(({ messages }) => messages), socket }
  }

  return {
    stage,
    listen,
    /** Slow mode of a second is over. */
    pause: () => t.clock.advance(1_000),
    disconnect() {
      for (const socket of sockets.splice(0)) socket.disconnect()
    },
  }
}
