import { ApiError, type Client } from '@e-events/shared/contract/client.ts'
import { chat, type ChatMe, type ChatMessage, type ChatRoom, type ChatSettings } from '@e-events/shared/contract/live/chat.ts'
import type { Realtime } from '@e-events/shared/client/realtime.ts'
import type { ChatEvent } from '@e-events/shared/realtime/chat-events.ts'
import { advance, type Moment } from './chat-messages.ts'

/**
 * A message of this browser that the server has not answered yet, or refused. One that found nobody (`isAway`) is sent
 * again once the chat is back.
 */
export interface Outgoing {
  clientId: string
  text: string
  moment: string | undefined
  replyTo: string | undefined
  state: 'sending' | 'failed'
  error: unknown
}

export interface ChatSnapshot {
  /** down: the chat cannot be reached now; it is tried again. */
  status: 'loading' | 'ready' | 'down'
  isConnected: boolean
  room: ChatRoom | null
  me: ChatMe | null
  settings: ChatSettings | null
  /** Everything known, in no order. */
  messages: ReadonlyMap<string, ChatMessage>
  /** Moment from which the messages of a replay are all known; minus infinity: from the beginning. */
  replaySinceMs: number
  outbox: readonly Outgoing[]
  /** When this account may write again, epoch milliseconds. */
  nextAtMs: number
}

const initial: ChatSnapshot = {
  status: 'loading',
  isConnected: false,
  room: null,
  me: null,
  settings: null,
  messages: new Map(),
  replaySinceMs: -Infinity,
  outbox: [],
  nextAtMs: 0,
}

/** How long a missing number may be under way before it is asked for. */
const gapMs = 1_200
const retryMs = 4_000
/** A replay is read in stretches of this length, one ahead, and in pages where a crowd wrote. */
const stretchMs = 20_000
const pageSize = 200
const pagesPerStretch = 5
/** Kept in memory; older ones are asked for again where a replay needs them. */
const keptMax = 4_000

/** Nobody is there to take it: no answer came, or one that says so. */
export const isAway = (error: unknown): boolean => error instanceof ApiError && (error.code === 'NETWORK' || error.code === 'UNAVAILABLE')

export interface ChatStoreDeps {
  api: Client
  realtime: Pick<Realtime, 'chat'>
  slug: string
  nowMs: () => number
  /** Spreads what many browsers would ask in the same instant. */
  random: () => number
}

export type ChatStore = ReturnType<typeof createChatStore>

/** The chat of a show in one browser: history, pushes, the gaps between them, what waits to be sent, and the replay. */
export function createChatStore({ api, realtime, slug, nowMs, random }: ChatStoreDeps) {
  let state = initial
  let known = 0
  let ahead = new Set<number>()
  /** The last number there is, as far as the server has said. */
  let announced = 0
  let gapTimer: ReturnType<typeof setTimeout> | undefined
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let stretches = new Set<number>()
  let anchorMs: number | undefined
  /** Joined while the first answer was under way. */
  let isStale = false
  let isSendingAgain = false
  const listeners = new Set<() => void>()
  const params = { slug }

  const set = (change: Partial<ChatSnapshot>) => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }

  function merge(list: readonly ChatMessage[]): void {
    if (list.length === 0) return
    const messages = new Map(state.messages)
    for (const message of list) messages.set(message.id, message)
    // The words of a removed message go from the replies, too.
    const gone = new Set(list.filter(({ state: now }) => now !== 'shown' && now !== 'pending').map(({ id }) => id))
    if (gone.size > 0)
      for (const [id, one] of messages) if (one.replyTo && gone.has(one.replyTo.id)) messages.set(id, { ...one, replyTo: null })
    if (messages.size > keptMax) {
      for (const id of [...messages.keys()].slice(0, messages.size - keptMax)) messages.delete(id)
      // A replay reads anew what it needs of them.
      stretches = new Set()
      anchorMs = undefined
    }
    const arrived = new Set(list.map(({ clientId }) => clientId))
    const pinned = state.room?.pinned && messages.get(state.room.pinned.id)
    const room = state.room && pinned && pinned.state !== 'shown' ? { ...state.room, pinned: null } : state.room
    set({ messages, room, outbox: state.outbox.filter(({ clientId }) => !arrived.has(clientId)) })
  }

  /** Takes pushed numbers; a gap that stays is asked for. */
  function count(list: readonly ChatMessage[]): void {
    for (const { change } of list) if (change !== null) ahead.add(change)
    const next = advance(known, ahead)
    known = next.known
    ahead = next.ahead
    clearTimeout(gapTimer)
    if (ahead.size > 0 || announced > known) gapTimer = setTimeout(() => void catchUp(), gapMs + random() * gapMs)
  }

  async function catchUp(): Promise<void> {
    if (state.status !== 'ready') return load()
    try {
      const limit = 200
      const asked = announced
      for (;;) {
        const { messages } = await api.call(chat.messages, { params, query: { after: known, limit } })
        merge(messages)
        // The answer is complete up to its last number: a number that is used by a later change will not come.
        known = Math.max(known, ...messages.map(({ change }) => change ?? 0))
        if (messages.length < limit) break
      }
      known = Math.max(known, asked)
      count([])
    } catch {
      fail()
    }
  }

  async function load(): Promise<void> {
    clearTimeout(retryTimer)
    isStale = false
    try {
      const answer = await api.call(chat.open, { params })
      known = Math.max(known, answer.lastChange)
      set({ status: 'ready', room: answer.room, me: answer.me, settings: answer.settings })
      merge(answer.messages)
      count([])
    } catch {
      return fail()
    }
    void sendAgain()
    // The answer may be older than the place among those who are told.
    if (isStale) await catchUp()
  }

  /** Sends what could not leave while the chat was away, one by one and under their own ids: none arrives twice. */
  async function sendAgain(): Promise<void> {
    if (isSendingAgain) return
    isSendingAgain = true
    try {
      for (;;) {
        const next = state.outbox.find((one) => one.state === 'failed' && isAway(one.error))
        if (!next || state.status !== 'ready') return
        set({ outbox: state.outbox.map((one) => (one === next ? { ...one, state: 'sending', error: undefined } : one)) })
        await send(next)
        await new Promise((resolve) => setTimeout(resolve, pauseMs()))
      }
    } finally {
      isSendingAgain = false
    }
  }

  /** How long this account waits between two messages. */
  const pauseMs = () => (state.me?.role === 'viewer' ? (state.room?.slowModeSec ?? 1) * 1000 : 0)

  function fail(): void {
    set({ status: 'down' })
    clearTimeout(retryTimer)
    retryTimer = setTimeout(() => void load(), retryMs + random() * retryMs)
  }

  function onEvent({ messages, lastChange, room, me }: ChatEvent): void {
    announced = Math.max(announced, lastChange ?? 0)
    merge(messages)
    count(messages)
    if (room) set({ room })
    if (!me) return
    const hasNewRole = me.role !== state.me?.role
    set({ me })
    // Moderators see more.
    if (hasNewRole) void load()
  }

  async function send(outgoing: Outgoing): Promise<void> {
    const { clientId, text, moment, replyTo } = outgoing
    try {
      const message = await api.call(chat.post, {
        params,
        body: { clientId, text, ...(moment === undefined ? {} : { moment }), ...(replyTo === undefined ? {} : { replyTo }) },
      })
      merge([message])
      count([message])
    } catch (error) {
      if (error instanceof ApiError && error.retryAfterMs !== undefined) set({ nextAtMs: nowMs() + error.retryAfterMs })
      if (error instanceof ApiError && (error.code === 'CHAT_DISABLED' || error.code === 'CHAT_MUTED')) void load()
      set({ outbox: state.outbox.map((one) => (one.clientId === clientId ? { ...one, state: 'failed', error } : one)) })
      if (isAway(error)) fail()
    }
  }

  /** Reads a stretch of the replay once, with what was said before it where the picture jumped. */
  async function read(momentMs: number): Promise<void> {
    const stretch = Math.floor(momentMs / stretchMs)
    const isJump = anchorMs === undefined || momentMs < anchorMs || !stretches.has(stretch - 1)
    if (isJump && !stretches.has(stretch)) {
      const { messages } = await api.call(chat.messages, {
        params,
        query: { to: new Date(stretch * stretchMs).toISOString(), limit: pageSize },
      })
      stretches = new Set()
      anchorMs = messages.length < pageSize ? -Infinity : Date.parse(messages[0]?.moment ?? '')
      merge(messages)
      set({ replaySinceMs: anchorMs })
    }
    for (const next of [stretch, stretch + 1]) {
      if (stretches.has(next)) continue
      stretches.add(next)
      try {
        await readStretch(next)
      } catch (error) {
        stretches.delete(next)
        throw error
      }
    }
  }

  async function readStretch(stretch: number): Promise<void> {
    const from = new Date(stretch * stretchMs).toISOString()
    let to = new Date((stretch + 1) * stretchMs).toISOString()
    for (let page = 0; page < pagesPerStretch; page++) {
      const { messages } = await api.call(chat.messages, { params, query: { from, to, limit: pageSize } })
      merge(messages)
      const [first] = messages
      // The page may end between messages of one moment: its own are read again.
      const next = first && new Date(Date.parse(first.moment) + 1).toISOString()
      if (messages.length < pageSize || next === undefined || next === to) break
      to = next
    }
  }

  let reading: Promise<void> | undefined
  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    get: () => state,
    /** Joins the chat until the returned function is called. */
    open(): () => void {
      void load()
      const leave = realtime.chat(slug, {
        onEvent,
        onJoined(isIn) {
          set({ isConnected: isIn })
          isStale = state.status === 'loading'
          if (isIn && !isStale) void catchUp()
        },
        onBreak: () => set({ isConnected: false }),
      })
      return () => {
        leave()
        clearTimeout(gapTimer)
        clearTimeout(retryTimer)
      }
    },
    post(text: string, { momentMs, replyTo }: { momentMs: Moment; replyTo: string | undefined }): void {
      const moment = momentMs === null ? undefined : new Date(momentMs).toISOString()
      const outgoing: Outgoing = { clientId: crypto.randomUUID(), text, moment, replyTo, state: 'sending', error: undefined }
      set({ outbox: [...state.outbox, outgoing], nextAtMs: nowMs() + pauseMs() })
      void send(outgoing)
    },
    /** Sends a failed one again, under its own id: it cannot arrive twice. */
    again(clientId: string): void {
      const outgoing = state.outbox.find((one) => one.clientId === clientId)
      if (!outgoing) return
      set({ outbox: state.outbox.map((one) => (one === outgoing ? { ...one, state: 'sending', error: undefined } : one)) })
      void send(outgoing)
    },
    discard: (clientId: string): void => set({ outbox: state.outbox.filter((one) => one.clientId !== clientId) }),
    /** An answer of the server about messages. */
    learn(messages: readonly ChatMessage[]): void {
      merge(messages)
      count(messages)
    },
    learnRoom: (room: ChatRoom): void => set({ room }),
    learnSettings: (settings: ChatSettings): void => set({ settings }),
    /** The picture is at this moment, behind live or in a recording: its messages are read, one stretch ahead. */
    replay(momentMs: number): void {
      reading ??= read(momentMs)
        .catch(() => undefined)
        .finally(() => {
          reading = undefined
        })
    },
  }
}
