import type { Language } from '@e-events/shared/domain/language.ts'
import { DomainError, type ErrorCode } from '@e-events/shared/errors.ts'
import { errorText } from '@e-events/shared/locales/errors.ts'
import { requestEnvelope, requests, type ReplyEnvelope, type RequestData, type RequestMethod } from '@e-events/shared/signaling/requests.ts'
import { handlers } from './handlers.ts'
import type { Session } from './session.ts'

export interface PipelineHooks {
  /** One more request answered; `refused` is its code. */
  answered(method: string, refused: ErrorCode | undefined, tookMs: number): void
  /** An unexpected failure; its detail is logged and not sent. */
  unexpected(method: string, error: unknown): void
}

/** The requests that one kind of connection may send. */
export interface RequestTable {
  /** By method. */
  readonly methods: object
  /** Checks what only this table knows, acts and answers. */
  dispatch(method: string, data: unknown): Promise<unknown>
}

/**
 * Processes one message of any content: envelope → known method → role → order → data → handler → typed answer.
 * Never rejects: a malformed message gets a coded refusal.
 */
export async function answerFrom(table: RequestTable, message: unknown, language: Language, hooks: PipelineHooks): Promise<ReplyEnvelope> {
  const startedAt = performance.now()
  let method = 'unreadable'
  try {
    const envelope = requestEnvelope.safeParse(message)
    if (!envelope.success) throw new DomainError('SIGNAL_MALFORMED')
    if (!Object.hasOwn(table.methods, envelope.data.method)) throw new DomainError('SIGNAL_UNKNOWN_METHOD')
    method = envelope.data.method
    const data = await table.dispatch(method, envelope.data.data ?? {})
    hooks.answered(method, undefined, performance.now() - startedAt)
    return { ok: true, data }
  } catch (error) {
    if (!(error instanceof DomainError)) hooks.unexpected(method, error)
    const code = error instanceof DomainError ? error.code : 'INTERNAL'
    hooks.answered(method, code, performance.now() - startedAt)
    return { ok: false, error: { code, message: errorText(code, language) } }
  }
}

/** Answers one message of a peer of a show. */
export function answer(session: Session, message: unknown, language: Language, hooks: PipelineHooks): Promise<ReplyEnvelope> {
  const table = { methods: requests, dispatch: (method: string, data: unknown) => dispatch(session, method as RequestMethod, data) }
  return answerFrom(table, message, language, hooks)
}

async function dispatch(session: Session, method: RequestMethod, raw: unknown): Promise<unknown> {
  const definition = requests[method]
  if (!(definition.roles as readonly string[]).includes(session.peer.role)) throw new DomainError('SIGNAL_NOT_ALLOWED')
  if (method === 'join' ? session.room !== undefined : session.room === undefined) throw new DomainError('SIGNAL_OUT_OF_ORDER')
  const data = definition.data.safeParse(raw)
  if (!data.success) throw new DomainError('SIGNAL_MALFORMED')
  if (method === 'join') return join(session, data.data as RequestData<'join'>)
  if (method === 'renew') return { untilMs: await session.renew((data.data as RequestData<'renew'>).token) }
  const { room, peer } = session
  if (!room) throw new DomainError('SIGNAL_OUT_OF_ORDER')
  if (room.closed === 'moved') throw new DomainError('NODE_DRAINING')
  if (room.closed) throw new DomainError('ROOM_CLOSED')
  // The table is typed per method; TypeScript cannot see that `data` was parsed by the schema of this very method.
  const handler = handlers[method] as (joined: { room: typeof room; peer: typeof peer }, data: unknown) => unknown
  return handler({ room, peer }, data.data)
}

async function join(session: Session, { studio }: RequestData<'join'>): Promise<unknown> {
  session.peer.studio = studio ?? ''
  const { room, reply } = await session.rooms.join(session.broadcastId, session.peer)
  if (session.peer.closed) {
    room.leave(session.peer)
    throw new DomainError('ROOM_CLOSED')
  }
  session.room = room
  return reply
}
