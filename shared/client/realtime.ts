import { realtimeEventSchema, realtimePath, watchReplySchema, type RealtimeEvent } from '@e-events/shared/realtime/events.ts'
import type { ChatEvent } from '@e-events/shared/realtime/chat-events.ts'
import type { Socket } from 'socket.io-client'

/** The connection is back after a break too long for the server to replay the messages of the meantime. */
export type RealtimeMessage = RealtimeEvent | { type: 'connection.back' }

export interface Realtime {
  /** Reconnects an open connection after a change of the account. */
  reconnect: () => void
  /** Connects with the first listener and disconnects a while after the last one left. */
  on: (listener: (event: RealtimeMessage) => void) => () => void
  /**
   * Joins the chat of a product until the returned function is called. `onJoined` is called after every join, also
   * after a break: whatever was missed is asked for then.
   */
  chat: (productSlug: string, listener: ChatListener) => () => void
  /**
   * Joins the room of a product until the returned function is called; rejoins by itself after a break. `playing`
   * counts as a viewer; a playback lease is kept until then.
   */
  watch: (productSlug: string, options?: WatchOptions) => () => void
}

export interface WatchOptions {
  playing?: boolean
  lease?: string | undefined
  onViewers?: (viewers: number) => void
  /** Called after every join, also after a break: what changed before it was pushed to others alone. */
  onJoined?: (() => void) | undefined
}

export interface ChatListener {
  onEvent: (event: ChatEvent) => void
  onJoined: (isIn: boolean) => void
  /** The connection is gone; it comes back by itself. */
  onBreak: () => void
}

export interface RealtimeDeps {
  accessToken: () => string | undefined
  /** Where the platform is, if not where the page comes from. */
  origin?: () => Promise<string | null>
}

const lingerMs = 10_000
/** Pause before a question that could not be looked up is asked again; up to twice as long. */
const againAfterMs = 3_000

/** Opens one socket for the whole application; socket.io-client is loaded with the first listener. */
export function createRealtime({ accessToken, origin }: RealtimeDeps): Realtime {
  const listeners = new Set<(event: RealtimeMessage) => void>()
  const rooms = new Map<symbol, Room>()
  const chats = new Map<symbol, ChatListener & { productSlug: string }>()
  let socket: Promise<Socket> | undefined
  let closing: ReturnType<typeof setTimeout> | undefined

  const connect = async (): Promise<Socket> => {
    const [{ io }, address] = await Promise.all([import('socket.io-client'), origin?.()])
    const opened = io(address ?? '', {
      path: realtimePath,
      transports: ['websocket'],
      auth: (give) => give({ token: accessToken() }),
      reconnectionDelayMax: 10_000,
    })
    opened.on('event', (message: unknown) => {
      const event = realtimeEventSchema.safeParse(message)
      if (event.success) for (const listener of listeners) listener(event.data)
    })
    opened.on('chat', async (message: unknown) => {
      const { chatEventSchema } = await chatEvents()
      const event = chatEventSchema.safeParse(message)
      if (event.success) for (const chat of chats.values()) if (chat.productSlug === event.data.productSlug) chat.onEvent(event.data)
    })
    opened.on('disconnect', () => {
      for (const chat of chats.values()) chat.onBreak()
    })
    let wasConnected = false
    opened.on('connect', () => {
      if (wasConnected && !opened.recovered) for (const listener of listeners) listener({ type: 'connection.back' })
      wasConnected = true
      for (const key of rooms.keys()) join(opened, key)
      for (const slug of new Set([...chats.values()].map(({ productSlug }) => productSlug))) joinChat(opened, slug)
    })
    return opened
  }

  /** Asks once more a little later, where the same connection is still there for it. */
  const later = (opened: Socket, ask: () => void) => {
    const { id } = opened
    setTimeout(() => opened.connected && opened.id === id && ask(), againAfterMs * (1 + Math.random()))
  }

  const join = (opened: Socket, key: symbol) => {
    const room = rooms.get(key)
    if (!room) return
    const { productSlug, playing, lease, onViewers, onJoined } = room
    opened.emit('watch', { productSlug, playing, ...(lease === undefined ? {} : { lease }) }, (reply: unknown) => {
      const parsed = watchReplySchema.safeParse(reply)
      if (!parsed.success) return
      if (parsed.data.ok) {
        onViewers?.(parsed.data.viewers)
        onJoined?.()
      } else if (parsed.data.again) later(opened, () => join(opened, key))
    })
  }

  /** Joins once for all that listen to the chat of a product, or for one that came later. */
  const joinChat = (opened: Socket, productSlug: string, only?: symbol) => {
    const listening = [...chats].filter(([key, chat]) => chat.productSlug === productSlug && (only === undefined || key === only))
    if (listening.length === 0) return
    opened.emit('chat', { productSlug, joins: true }, async (reply: unknown) => {
      const { chatJoinReplySchema } = await chatEvents()
      const parsed = chatJoinReplySchema.safeParse(reply)
      for (const [, { onJoined }] of listening) onJoined(parsed.success && parsed.data.ok)
      if (parsed.data?.again) later(opened, () => joinChat(opened, productSlug, only))
    })
  }

  const open = () => {
    clearTimeout(closing)
    return (socket ??= connect())
  }

  const closeIfIdle = () => {
    if (listeners.size > 0 || rooms.size > 0 || chats.size > 0 || !socket) return
    clearTimeout(closing)
    closing = setTimeout(() => {
      void socket?.then((opened) => opened.disconnect())
      socket = undefined
    }, lingerMs)
  }

  return {
    on(listener) {
      listeners.add(listener)
      void open()
      return () => {
        listeners.delete(listener)
        closeIfIdle()
      }
    },
    reconnect() {
      void socket?.then((opened) => opened.disconnect().connect())
    },
    chat(productSlug, listener) {
      const key = Symbol(productSlug)
      const chat = { ...listener, productSlug }
      chats.set(key, chat)
      void open().then((opened) => {
        if (opened.connected) joinChat(opened, productSlug, key)
      })
      return () => {
        chats.delete(key)
        const wanted = [...chats.values()].some((other) => other.productSlug === productSlug)
        if (!wanted) void socket?.then((opened) => opened.connected && opened.emit('chat', { productSlug, joins: false }))
        closeIfIdle()
      }
    },
    watch(productSlug, { playing = false, lease, onViewers, onJoined } = {}) {
      const key = Symbol(productSlug)
      const room: Room = { productSlug, playing, lease, onViewers, onJoined }
      rooms.set(key, room)
      void open().then((opened) => {
        if (opened.connected) join(opened, key)
      })
      return () => {
        rooms.delete(key)
        const wanted = [...rooms.values()].some((other) => other.productSlug === productSlug)
        if (!wanted) void socket?.then((opened) => opened.connected && opened.emit('unwatch', { productSlug }))
        closeIfIdle()
      }
    },
  }
}

/** Schemas of the chat come with the first chat: most pages have none. */
const chatEvents = () => import('@e-events/shared/realtime/chat-events.ts')

interface Room {
  productSlug: string
  playing: boolean
  lease: string | undefined
  onViewers: ((viewers: number) => void) | undefined
  onJoined: (() => void) | undefined
}
