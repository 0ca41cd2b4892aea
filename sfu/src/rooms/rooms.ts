import type { BroadcastId } from '@e-events/shared/domain/ids.ts'
import type { BroadcastEndReason } from '@e-events/shared/domain/states.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { NewMediaEvent } from '@e-events/shared/events/media.ts'
import type { RequestReply } from '@e-events/shared/signaling/requests.ts'
import type { Clock } from '../clock.ts'
import type { MediaPort } from './media-port.ts'
import type { Peer } from './peer.ts'
import { Room, type RoomEnd, type RoomOptions } from './room.ts'

/** The state outside of this node that rooms depend on. */
export interface RoomDirectory {
  /** Why the broadcast ended, if it did. */
  findClosed(broadcastId: BroadcastId): Promise<BroadcastEndReason | undefined>
  findLastMediaAtMs(broadcastId: BroadcastId): Promise<number | undefined>
  /** This node has the room now. */
  place(broadcastId: BroadcastId, lastMediaAtMs: number): void
  remove(broadcastId: BroadcastId): void
}

export interface RoomsDeps {
  media: MediaPort
  clock: Clock
  directory: RoomDirectory
  options: RoomOptions
  emit(event: NewMediaEvent): void
  onOverCap(broadcastId: string, feedId: string, bitrateBps: number): void
}

/** Interval at which arriving media is written to the registry. */
const placeEveryMs = 10_000
/** Ended broadcasts are remembered here until the api has surely said so itself. */
const rememberClosedMs = 60 * 60_000

/** All rooms of this node. A room begins with its first peer and ends with its broadcast, not with its last peer. */
export class Rooms {
  readonly #deps: RoomsDeps
  readonly #rooms = new Map<BroadcastId, Promise<Room>>()
  readonly #open = new Map<BroadcastId, Room>()
  readonly #ended = new Map<BroadcastId, { reason: BroadcastEndReason; atMs: number }>()
  readonly #placedAtMs = new Map<BroadcastId, number>()
  #draining = false

  constructor(deps: RoomsDeps) {
    this.#deps = deps
  }

  get all(): readonly Room[] {
    return [...this.#open.values()]
  }

  get peerCount(): number {
    return this.all.reduce((sum, room) => sum + room.peers.length, 0)
  }

  get draining(): boolean {
    return this.#draining
  }

  /** @throws DomainError ROOM_CLOSED for an ended broadcast, NODE_DRAINING while this node goes down */
  async join(broadcastId: BroadcastId, peer: Peer): Promise<{ room: Room; reply: RequestReply<'join'> }> {
    if (this.#draining) throw new DomainError('NODE_DRAINING')
    if (this.#ended.has(broadcastId)) throw new DomainError('ROOM_CLOSED')
    if ((await this.#deps.directory.findClosed(broadcastId)) !== undefined) throw new DomainError('ROOM_CLOSED')
    const room = await this.#get(broadcastId)
    const reply = await room.join(peer)
    // Publishers place the room; a viewer that connects to the wrong node does not.
    if (peer.publishes) this.#place(room)
    return { room, reply }
  }

  /** Closes the room because the api has ended the broadcast. */
  end(broadcastId: BroadcastId, reason: BroadcastEndReason): void {
    this.#remember(broadcastId, reason)
    this.#open.get(broadcastId)?.close(reason)
  }

  /** Asks every peer to move and refuses new ones. */
  drain(): void {
    this.#draining = true
    for (const room of this.all) room.drain()
  }

  /** Closes everything without ending any broadcast. */
  close(): void {
    this.#draining = true
    for (const room of this.all) {
      // One by one, so that the api learns which feeds lost their publisher.
      for (const peer of room.peers) room.leave(peer)
      room.close('moved')
    }
  }

  /** Says again where the rooms with media are: after Redis was away, and from time to time. */
  placeAll(): void {
    for (const room of this.all) if (this.#placedAtMs.has(room.id)) this.#place(room)
  }

  #get(broadcastId: BroadcastId): Promise<Room> {
    const known = this.#rooms.get(broadcastId)
    if (known) return known
    const created = this.#create(broadcastId)
    this.#rooms.set(broadcastId, created)
    created.catch(() => {
      if (this.#rooms.get(broadcastId) === created) this.#rooms.delete(broadcastId)
    })
    return created
  }

  async #create(broadcastId: BroadcastId): Promise<Room> {
    const { clock, directory, options, media, emit, onOverCap } = this.#deps
    const lastMediaAtMs = await directory.findLastMediaAtMs(broadcastId)
    if (this.#draining) throw new DomainError('NODE_DRAINING')
    if (this.#ended.has(broadcastId)) throw new DomainError('ROOM_CLOSED')
    const room: Room = new Room(broadcastId, {
      media: media.openRoom(broadcastId),
      clock,
      options,
      lastMediaAtMs: Math.min(lastMediaAtMs ?? clock.nowMs(), clock.nowMs()),
      emit,
      onMedia: (atMs) => {
        if (atMs - (this.#placedAtMs.get(broadcastId) ?? Number.NEGATIVE_INFINITY) >= placeEveryMs) this.#place(room)
      },
      onClosed: (reason) => this.#forget(broadcastId, reason),
      onOverCap: (feedId, bitrateBps) => onOverCap(broadcastId, feedId, bitrateBps),
    })
    this.#open.set(broadcastId, room)
    return room
  }

  #place(room: Room): void {
    if (room.closed) return
    this.#placedAtMs.set(room.id, this.#deps.clock.nowMs())
    this.#deps.directory.place(room.id, room.lastMediaAtMs)
  }

  #forget(broadcastId: BroadcastId, reason: RoomEnd): void {
    this.#rooms.delete(broadcastId)
    this.#open.delete(broadcastId)
    this.#placedAtMs.delete(broadcastId)
    // A room that moved keeps its entry: the next node goes on with its idle clock.
    if (reason === 'moved') return
    this.#remember(broadcastId, reason)
    this.#deps.directory.remove(broadcastId)
  }

  #remember(broadcastId: BroadcastId, reason: BroadcastEndReason): void {
    const nowMs = this.#deps.clock.nowMs()
    for (const [id, { atMs }] of this.#ended) if (nowMs - atMs > rememberClosedMs) this.#ended.delete(id)
    if (!this.#ended.has(broadcastId)) this.#ended.set(broadcastId, { reason, atMs: nowMs })
  }
}
