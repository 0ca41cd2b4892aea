import type { MeetId } from '@e-events/shared/domain/ids.ts'
import type { MeetEndReason, MeetSource } from '@e-events/shared/domain/meets.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { NewMediaEvent } from '@e-events/shared/events/media.ts'
import type { MeetRecording } from '@e-events/shared/node/meet-control.ts'
import type { MeetRequestReply } from '@e-events/shared/signaling/meet-requests.ts'
import type { Clock } from '../clock.ts'
import type { ComposedFeed } from '../rooms/composed-feed.ts'
import type { MediaPort } from '../rooms/media-port.ts'
import { Meet, type MeetEnd, type MeetMemory } from './meet.ts'
import type { Person } from './person.ts'

/** The state outside of this node that meetings depend on. Writing is tried, and reported where it fails. */
export interface MeetDirectory {
  /** Why the meeting ended, if it did. */
  findClosed(meetId: MeetId): Promise<MeetEndReason | undefined>
  /** Reads the memory that another node left. */
  recall(meetId: MeetId): Promise<MeetMemory>
  rememberRemoved(meetId: MeetId, accountId: string): void
  rememberLock(meetId: MeetId, lockedWith: readonly string[] | undefined): void
  /** Says that this node has the meeting. Answers false where the api placed it on another one. */
  keepPlace(meetId: MeetId): Promise<boolean>
  forget(meetId: MeetId): void
  /** The recording that runs; null for none, undefined where it cannot be said. */
  findRecording(meetId: MeetId): Promise<MeetRecording | null | undefined>
}

export interface MeetsDeps {
  media: MediaPort
  clock: Clock
  directory: MeetDirectory
  emit(event: NewMediaEvent): void
  openRecording(recording: MeetRecording, onLost: () => void): Promise<ComposedFeed>
  onOverCap(meetId: MeetId, accountId: string, source: MeetSource, bitrateBps: number): void
}

/** Interval at which places are written and ends are read that no message told of. */
const lookEveryMs = 5_000
/** Ended meetings are remembered here until the api has surely said so itself. */
const rememberClosedMs = 60 * 60_000

/** All meetings of this node. */
export class Meets {
  readonly #deps: MeetsDeps
  readonly #meets = new Map<MeetId, Promise<Meet>>()
  readonly #open = new Map<MeetId, Meet>()
  readonly #ended = new Map<MeetId, number>()
  readonly #stopLooks: () => void
  #draining = false

  constructor(deps: MeetsDeps) {
    this.#deps = deps
    this.#stopLooks = deps.clock.every(lookEveryMs, () => void this.look())
  }

  get all(): readonly Meet[] {
    return [...this.#open.values()]
  }

  get peopleCount(): number {
    return this.all.reduce((sum, meet) => sum + meet.people.length, 0)
  }

  /**
   * @throws DomainError MEET_STATE for an ended meeting, NODE_DRAINING while this node goes down, and those of
   * `Meet.join`
   */
  async join(meetId: MeetId, person: Person): Promise<{ meet: Meet; reply: MeetRequestReply<'join'> }> {
    if (this.#draining) throw new DomainError('NODE_DRAINING')
    if (this.#ended.has(meetId) || (await this.#deps.directory.findClosed(meetId)) !== undefined) throw new DomainError('MEET_STATE')
    const meet = await this.#get(meetId)
    return { meet, reply: await meet.join(person) }
  }

  /** Closes a meeting because the api has ended it. */
  end(meetId: MeetId, reason: MeetEndReason): void {
    this.#remember(meetId)
    this.#open.get(meetId)?.close(reason)
  }

  /** A recording of this meeting has begun or ended. */
  async recordingChanged(meetId: MeetId): Promise<void> {
    const meet = this.#open.get(meetId)
    if (meet) await this.#lookForRecording(meet)
  }

  /** Asks everybody to move and refuses newcomers. */
  drain(): void {
    this.#draining = true
    for (const meet of this.all) meet.drain()
  }

  /** Closes everything without ending any meeting. */
  close(): void {
    this.#draining = true
    this.#stopLooks()
    for (const meet of this.all) meet.close('moved')
  }

  /** Says again where the meetings are, and closes those that have ended or are elsewhere now. */
  async look(): Promise<void> {
    await Promise.all(this.all.map((meet) => this.#lookAt(meet)))
  }

  async #lookAt(meet: Meet): Promise<void> {
    const { directory } = this.#deps
    const reason = await directory.findClosed(meet.id)
    if (reason !== undefined) this.end(meet.id, reason)
    else if (!this.#draining && !meet.closed && !(await directory.keepPlace(meet.id))) meet.close('moved')
    else await this.#lookForRecording(meet)
  }

  async #lookForRecording(meet: Meet): Promise<void> {
    const recording = await this.#deps.directory.findRecording(meet.id)
    if (recording !== undefined) meet.setRecording(recording ?? undefined)
  }

  #get(meetId: MeetId): Promise<Meet> {
    const known = this.#meets.get(meetId)
    if (known) return known
    const created = this.#create(meetId)
    this.#meets.set(meetId, created)
    created.catch(() => {
      if (this.#meets.get(meetId) === created) this.#meets.delete(meetId)
    })
    return created
  }

  async #create(meetId: MeetId): Promise<Meet> {
    const { clock, directory, media, emit, openRecording, onOverCap } = this.#deps
    const memory = await directory.recall(meetId)
    if (this.#draining) throw new DomainError('NODE_DRAINING')
    if (this.#ended.has(meetId)) throw new DomainError('MEET_STATE')
    const meet = new Meet(meetId, {
      media: media.openMeet(),
      clock,
      memory,
      emit,
      openRecording,
      onRemoved: (accountId) => directory.rememberRemoved(meetId, accountId),
      onLock: (lockedWith) => directory.rememberLock(meetId, lockedWith),
      onOverCap: (...over) => onOverCap(meetId, ...over),
      onClosed: (end) => this.#forget(meetId, end),
    })
    this.#open.set(meetId, meet)
    void this.#lookAt(meet)
    return meet
  }

  #forget(meetId: MeetId, end: MeetEnd): void {
    this.#meets.delete(meetId)
    this.#open.delete(meetId)
    // Where it moved to, it is still known who was removed.
    if (end === 'moved') return
    this.#remember(meetId)
    this.#deps.directory.forget(meetId)
  }

  #remember(meetId: MeetId): void {
    const nowMs = this.#deps.clock.nowMs()
    for (const [id, atMs] of this.#ended) if (nowMs - atMs > rememberClosedMs) this.#ended.delete(id)
    this.#ended.set(meetId, nowMs)
  }
}
