import type { Language } from '@e-events/shared/domain/language.ts'
import type { MeetNotification } from '@e-events/shared/signaling/meet-notifications.ts'
import type { Notification } from '@e-events/shared/signaling/notifications.ts'
import type { ReplyEnvelope } from '@e-events/shared/signaling/requests.ts'
import type { GrantClaims } from './authenticate.ts'
import type { PipelineHooks } from './pipeline.ts'

/** One connection's side of signalling: in a show or in a meeting, by its grant. */
export interface Caller {
  readonly id: string
  readonly roomId: string
  /** It has joined. */
  readonly isIn: boolean
  /** Never rejects. */
  answer(message: unknown, language: Language, hooks: PipelineHooks): Promise<ReplyEnvelope>
  /** The connection is gone. */
  leave(): void
}

export interface CallerLink {
  notify(notification: Notification | MeetNotification): void
  disconnect(): void
}

export type OpenCaller = (claims: GrantClaims, link: CallerLink) => Caller
