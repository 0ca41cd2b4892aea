import type { BroadcastId } from '@e-events/shared/domain/ids.ts'
import type { RequestData, RequestMethod, RequestReply } from '@e-events/shared/signaling/requests.ts'
import type { Peer } from '../rooms/peer.ts'
import type { Room } from '../rooms/room.ts'
import type { Rooms } from '../rooms/rooms.ts'

/** Context of a handler: the peer, and the room once it has joined. */
export interface Joined {
  peer: Peer
  room: Room
}

/** One connection's signalling: connected (only `join` is in order) → joined → gone. */
export interface Session {
  readonly peer: Peer
  readonly broadcastId: BroadcastId
  readonly rooms: Rooms
  room: Room | undefined
  /** Goes on with a fresh grant. Answers its end; null for one without. @throws DomainError SIGNAL_TOKEN_INVALID */
  renew(token: string): Promise<number | null>
}

export type Handler<M extends RequestMethod> = (joined: Joined, data: RequestData<M>) => Promise<RequestReply<M>> | RequestReply<M>
/** Every method but `join` and `renew` has a handler, or this does not compile. */
export type Handlers = { readonly [M in Exclude<RequestMethod, 'join' | 'renew'>]: Handler<M> }
