import { realtimeEventSchema, realtimePath, watchReplySchema, type RealtimeEvent } from '@e-events/shared/realtime/events.ts'
import type { Socket } from 'socket.io-client'

/** The connection is back after a break too long for the server to replay the messages of the meantime. */
export type RealtimeMessage = RealtimeEvent | { type: 'connection.back' }

export interface Realtime {
  /** Reconnects an open connection after a change of the account. */
  reconnect: () => void
  /** Connects with the first listener and disconnects a while after the last one left. */
  on: (listener: (event: RealtimeMessage) => void) => () => void
  /**
   * Joins the room of a product until the returned function is called; rejoins by itself after a break. `playing`
   * counts as a viewer.
   */
  watch: (productSlug: string, options?: { playing?: boolean; onViewers?: (viewers: number) => void }) => () => void
}

export interface RealtimeDeps {
  accessToken: () => string | undefined
}

const lingerMs = 10_000

/** Opens one socket for the whole application; socket.io-client is loaded with the first listener. */
export function createRealtime({ accessToken }: RealtimeDeps): Realtime {
  const listeners = new Set<(event: RealtimeMessage) => void>()
  const rooms = new Map<symbol, Room>()
  let socket: Promise<Socket> | undefined
  let closing: ReturnType<typeof setTimeout> | undefined

  const connect = async (): Promise<Socket> => {
    const { io } = await import('socket.io-client')
    const opened = io({
      path: realtimePath,
      transports: ['websocket'],
      auth: (give) => give({ token: accessToken() }),
      reconnectionDelayMax: 10_000,
    })
    opened.on('event', (message: unknown) => {
      const event = realtimeEventSchema.safeParse(message)
      if (event.success) for (const listener of listeners) listener(event.data)
    })
    let wasConnected = false
    opened.on('connect', () => {
      if (wasConnected && !opened.recovered) for (const listener of listeners) listener({ type: 'connection.back' })
      wasConnected = true
      for (const room of rooms.values()) join(opened, room)
    })
    return opened
  }

  const open = () => {
    clearTimeout(closing)
    return (socket ??= connect())
  }

  const closeIfIdle = () => {
    if (listeners.size > 0 || rooms.size > 0 || !socket) return
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
    watch(productSlug, { playing = false, onViewers } = {}) {
      const key = Symbol(productSlug)
      const room: Room = { productSlug, playing, onViewers }
      rooms.set(key, room)
      void open().then((opened) => {
        if (opened.connected && rooms.has(key)) join(opened, room)
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

interface Room {
  productSlug: string
  playing: boolean
  onViewers: ((viewers: number) => void) | undefined
}

function join(socket: Socket, { productSlug, playing, onViewers }: Room): void {
  socket.emit('watch', { productSlug, playing }, (reply: unknown) => {
    const parsed = watchReplySchema.safeParse(reply)
    if (parsed.success && parsed.data.ok) onViewers?.(parsed.data.viewers)
  })
}
