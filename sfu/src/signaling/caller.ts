import type { Language } from '@e-events/shared/domain/language.ts'
import type { MeetNotification } from '@e-events/shared/signaling/meet-notifications.ts'
import type { Notification } from '@e-events/shared/signaling/notifications.ts'
import type { ReplyEnvelope } from '@e-events/shared/signaling/requests.ts'
import type { AccessWatch } from './access-watch.ts'
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

/** Where somebody is in, and what a connection has of it. */
interface Side<P> {
  peer: P
  roomId: string
  /** Undefined before the join. */
  room(): { leave(peer: P): void } | undefined
  answer: Caller['answer']
}

/** A caller for as long as its access is good: of a show and of a meeting alike. */
export function holdCaller<P extends Parameters<AccessWatch['hold']>[1] & { readonly id: string; close(): void }>(
  access: AccessWatch,
  claims: GrantClaims,
  { peer, roomId, room, answer }: Side<P>,
): { caller: Caller; renew(fresh: GrantClaims): number | null } {
  const leave = () => {
    room()?.leave(peer)
    peer.close()
  }
  const held = access.hold(claims, peer, leave)
  return {
    renew: (fresh) => held.renew(fresh),
    caller: {
      id: peer.id,
      roomId,
      get isIn() {
        return room() !== undefined
      },
      answer,
      leave() {
        held.release()
        leave()
      },
    },
  }
}

export type OpenCaller = (claims: GrantClaims, link: CallerLink) => Caller
