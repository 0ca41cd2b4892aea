import { broadcastId } from '@e-events/shared/domain/ids.ts'
import type { SfuClaims } from '@e-events/shared/node/tokens.ts'
import { Peer } from '../rooms/peer.ts'
import type { Rooms } from '../rooms/rooms.ts'
import type { AccessWatch } from './access-watch.ts'
import type { GrantClaims } from './authenticate.ts'
import { holdCaller, type Caller, type CallerLink } from './caller.ts'
import { answer } from './pipeline.ts'
import type { Session } from './session.ts'

export interface ShowCallerDeps {
  rooms: Rooms
  access: AccessWatch
  authenticate(auth: unknown): Promise<GrantClaims>
}

/** A peer of a show. */
export function openShowCaller({ rooms, access, authenticate }: ShowCallerDeps, claims: SfuClaims, link: CallerLink): Caller {
  const peer = new Peer({ role: claims.role, accountId: claims.sub }, link)
  const session: Session = {
    peer,
    broadcastId: broadcastId.parse(claims.broadcastId),
    rooms,
    room: undefined,
    renew: async (token) => held.renew(await authenticate({ token })),
  }
  const held = holdCaller(access, claims, {
    peer,
    roomId: claims.broadcastId,
    room: () => session.room,
    answer: (...message) => answer(session, ...message),
  })
  return held.caller
}
