import type { ChatMe, ChatMessage, ChatRole, ChatRoom } from '@e-events/shared/contract/live/chat.ts'
import type { Poll } from '@e-events/shared/contract/live/polls.ts'
import type { Question } from '@e-events/shared/contract/live/questions.ts'
import { chatJoinSchema, type ChatEvent } from '@e-events/shared/realtime/chat-events.ts'
import type { Server, Socket } from 'socket.io'
import type { Log } from '../adapters/log.ts'
import type { Actor } from '../http/actor.ts'

/**
 * Delivery of a chat to open browsers. It may be lost: browsers see the gap in the numbers and ask. Where nothing is
 * written after it, `announce` shows them the gap.
 */
export interface ChatPushes {
  /** A new or changed message: what waits or was refused goes to its author and to moderators alone. */
  message(message: ChatMessage): void
  room(productSlug: string, room: ChatRoom): void
  me(productSlug: string, userId: string, me: ChatMe): void
  /**
   * A new or changed question: what waits goes to its author and to moderators alone, and so does a private one.
   * `isCount`: only its votes changed; such changes are gathered for longer.
   */
  question(question: Question, how?: { isCount?: boolean; isPrivate?: boolean }): void
  poll(poll: Poll, how?: { isCount?: boolean }): void
}

interface Membership {
  role: ChatRole
  checkedAtMs: number
}
interface SocketData {
  account: Actor | null
  chats?: Map<string, Membership>
}

const chatsPerSocket = 5
/** Messages of this long go out together: a crowd that writes at once costs one delivery to each browser. */
const gatherMs = 100
/** Votes of this long go out together: ten thousand that vote at once cost one delivery in a second. */
const gatherVotesMs = 1_000
/** After this long a socket's access is looked up again. */
const recheckMs = 45_000

const roomOf = (slug: string) => `chat:${slug}`
const staffOf = (slug: string) => `chat:${slug}:staff`
const userOf = (slug: string, userId: string) => `chat:${slug}:user:${userId}`

/** Rooms of socket.io for chats: everybody, moderators, and each account. */
export function createChatRooms(
  io: Server,
  deps: {
    /** Role of this account in the chat of a product; null without access. */
    readRole(productSlug: string, account: Actor): Promise<ChatRole | null>
    /** The account of a socket as it is now; null when blocked or logged out. */
    readAccount(socket: Socket): Promise<Actor | null>
    /** The last change of the chats of these products, by address. */
    readLastChanges(productSlugs: readonly string[]): Promise<Map<string, number>>
    log: Log
  },
) {
  const gathered = new Map<string, ChatEvent>()
  let timer: NodeJS.Timeout | undefined

  function flush(): void {
    timer = undefined
    const events = [...gathered]
    gathered.clear()
    for (const [room, event] of events) {
      try {
        io.to(room).emit('chat', event)
      } catch (error) {
        deps.log.warn({ err: error }, 'a chat could not be delivered')
      }
    }
  }

  function send(room: string, productSlug: string, part: Partial<ChatEvent>): void {
    const event = gathered.get(room) ?? { productSlug, messages: [] }
    const questions = latest(event.questions, part.questions)
    const polls = latest(event.polls, part.polls)
    gathered.set(room, {
      ...event,
      ...part,
      messages: [...event.messages, ...(part.messages ?? [])],
      ...(questions && { questions }),
      ...(polls && { polls }),
    })
    timer ??= setTimeout(flush, gatherMs)
  }

  const counted = new Map<string, { productSlug: string; questions: Question[]; polls: Poll[] }>()
  let voteTimer: NodeJS.Timeout | undefined
  /** Keeps the newest count of each until the next delivery of votes. */
  function count(productSlug: string, part: { questions?: Question[]; polls?: Poll[] }): void {
    const known = counted.get(productSlug) ?? { productSlug, questions: [], polls: [] }
    counted.set(productSlug, {
      productSlug,
      questions: latest(known.questions, part.questions) ?? [],
      polls: latest(known.polls, part.polls) ?? [],
    })
    voteTimer ??= setTimeout(() => {
      voteTimer = undefined
      for (const [slug, { questions, polls }] of counted) send(roomOf(slug), slug, { questions, polls })
      counted.clear()
    }, gatherVotesMs)
  }

  const pushes: ChatPushes = {
    message(message) {
      const { product } = message
      const isPublic = message.change !== null
      if (isPublic) return send(roomOf(product), product, { messages: [message] })
      send(staffOf(product), product, { messages: [message] })
      send(userOf(product, message.user), product, { messages: [message] })
    },
    room: (slug, room) => send(roomOf(slug), slug, { room }),
    me: (slug, userId, me) => send(userOf(slug, userId), slug, { me }),
    question(question, { isCount = false, isPrivate = question.state === 'pending' } = {}) {
      const { product } = question
      const questions = [question]
      if (isCount) return count(product, { questions })
      if (!isPrivate) return send(roomOf(product), product, { questions })
      send(staffOf(product), product, { questions })
      send(userOf(product, question.user), product, { questions })
    },
    poll(poll, { isCount = false } = {}) {
      if (isCount) count(poll.product, { polls: [poll] })
      else send(roomOf(poll.product), poll.product, { polls: [poll] })
    },
  }

  async function leave(socket: Socket, slug: string): Promise<void> {
    const { account, chats } = socket.data as SocketData
    chats?.delete(slug)
    for (const room of [roomOf(slug), staffOf(slug), ...(account ? [userOf(slug, account.id)] : [])]) await socket.leave(room)
  }

  async function join(socket: Socket, message: unknown, nowMs: number): Promise<boolean> {
    const parsed = chatJoinSchema.safeParse(message)
    const data = socket.data as SocketData
    if (!parsed.success || data.account === null) return false
    const { productSlug, joins } = parsed.data
    if (!joins) {
      await leave(socket, productSlug)
      return true
    }
    data.chats ??= new Map()
    if (!data.chats.has(productSlug) && data.chats.size >= chatsPerSocket) return false
    return seat(socket, productSlug, nowMs)
  }

  /** Puts a socket where its access allows it now, or out. */
  async function seat(socket: Socket, slug: string, nowMs: number): Promise<boolean> {
    const { chats } = socket.data as SocketData
    const account = await deps.readAccount(socket)
    const role = account && (await deps.readRole(slug, account))
    if (!role || !chats) {
      await leave(socket, slug)
      return false
    }
    chats.set(slug, { role, checkedAtMs: nowMs })
    await socket.join([roomOf(slug), userOf(slug, account.id)])
    await (role === 'viewer' ? socket.leave(staffOf(slug)) : socket.join(staffOf(slug)))
    return true
  }

  /** Numbers that the sockets of this process were told last, of the rooms that they are in. */
  let announced = new Map<string, number>()

  return {
    pushes,
    join,
    /** Tells the sockets of this process the number of the last change of their rooms, where it is another one. */
    async announce(): Promise<void> {
      const slugs = new Set<string>()
      for (const socket of io.of('/').sockets.values()) for (const slug of (socket.data as SocketData).chats?.keys() ?? []) slugs.add(slug)
      const last = slugs.size === 0 ? new Map<string, number>() : await deps.readLastChanges([...slugs])
      for (const [productSlug, lastChange] of last)
        if (announced.get(productSlug) !== lastChange)
          io.local.to(roomOf(productSlug)).emit('chat', { productSlug, messages: [], lastChange })
      announced = last
    },
    /** Looks up again what sockets may hear, some of them at a time; an answer that fails leaves all as it is. */
    async recheck(nowMs: number): Promise<void> {
      for (const socket of io.of('/').sockets.values()) {
        for (const [slug, { checkedAtMs }] of (socket.data as SocketData).chats ?? [])
          if (nowMs - checkedAtMs >= recheckMs) await seat(socket, slug, nowMs)
      }
    },
    close(): void {
      clearTimeout(timer)
      clearTimeout(voteTimer)
    },
  }
}

/** Both lists as one, of each thing its greatest revision; undefined where there is neither. */
function latest<T extends { id: string; revision: number }>(
  known: readonly T[] | undefined,
  come: readonly T[] | undefined,
): T[] | undefined {
  if (!known && !come) return undefined
  const all = new Map<string, T>()
  for (const one of [...(known ?? []), ...(come ?? [])]) {
    const other = all.get(one.id)
    if (!other || other.revision <= one.revision) all.set(one.id, one)
  }
  return [...all.values()]
}
