import type { MeetId } from '@e-events/shared/domain/ids.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import { meetRequests, type MeetRequestData, type MeetRequestMethod } from '@e-events/shared/signaling/meet-requests.ts'
import type { ReplyEnvelope } from '@e-events/shared/signaling/requests.ts'
import { meetHandlers, type Inside } from '../meets/handlers.ts'
import type { Meet } from '../meets/meet.ts'
import type { Meets } from '../meets/meets.ts'
import type { Person } from '../meets/person.ts'
import { answerFrom, type PipelineHooks } from './pipeline.ts'

/** One connection's signalling in a meeting: connected (only `join` is in order) → joined → gone. */
export interface MeetSession {
  readonly person: Person
  readonly meetId: MeetId
  readonly meets: Meets
  meet: Meet | undefined
  /** Goes on with a fresh grant. Answers its end. @throws DomainError SIGNAL_TOKEN_INVALID */
  renew(token: string): Promise<number | null>
}

/** Answers one message of a participant: order → host powers → data → handler. */
export function answerParticipant(
  session: MeetSession,
  message: unknown,
  language: Language,
  hooks: PipelineHooks,
): Promise<ReplyEnvelope> {
  const table = { methods: meetRequests, dispatch: (method: string, data: unknown) => dispatch(session, method as MeetRequestMethod, data) }
  return answerFrom(table, message, language, hooks)
}

async function dispatch(session: MeetSession, method: MeetRequestMethod, raw: unknown): Promise<unknown> {
  const { meet, person } = session
  if (method === 'join' ? meet !== undefined : meet === undefined) throw new DomainError('SIGNAL_OUT_OF_ORDER')
  if (meetRequests[method].hostOnly && !person.isHost) throw new DomainError('SIGNAL_NOT_ALLOWED')
  const data = meetRequests[method].data.safeParse(raw)
  if (!data.success) throw new DomainError('SIGNAL_MALFORMED')
  if (method === 'join') return join(session)
  if (method === 'renew') return { untilMs: await session.renew((data.data as MeetRequestData<'renew'>).token) }
  if (!meet) throw new DomainError('SIGNAL_OUT_OF_ORDER')
  meet.assertOpen()
  // Put out, or replaced: what it asked before it heard of that is not done any more.
  if (person.closed) throw new DomainError('SIGNAL_OUT_OF_ORDER')
  // The table is typed per method; TypeScript cannot see that `data` was parsed by the schema of this very method.
  const handler = meetHandlers[method] as (inside: Inside, data: unknown) => unknown
  return handler({ meet, person }, data.data)
}

async function join(session: MeetSession): Promise<unknown> {
  const { meet, reply } = await session.meets.join(session.meetId, session.person)
  session.meet = meet
  return reply
}
