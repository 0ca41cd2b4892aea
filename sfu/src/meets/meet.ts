import type { MeetId } from '@e-events/shared/domain/ids.ts'
import { MEET_MAX_USERS, type MeetEndReason, type MeetSource } from '@e-events/shared/domain/meets.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { NewMediaEvent } from '@e-events/shared/events/media.ts'
import type { MeetRecording } from '@e-events/shared/node/meet-control.ts'
import { limits } from '@e-events/shared/limits.ts'
import type { MeetNotification } from '@e-events/shared/signaling/meet-notifications.ts'
import type { MeetRequestReply } from '@e-events/shared/signaling/meet-requests.ts'
import type { Clock } from '../clock.ts'
import type { ComposedFeed } from '../rooms/composed-feed.ts'
import type { MediaProducer, MeetMedia } from '../rooms/media-port.ts'
import { forgetTransport } from '../rooms/transports.ts'
import { PeopleReport } from './people-report.ts'
import { Recorder } from './recording/recorder.ts'
import type { Person } from './person.ts'
import { RateWatch } from './rate-watch.ts'
import { speakersAfter } from './voices.ts'

/** The part of a meeting that outlives its node. */
export interface MeetMemory {
  /** Accounts that a host put out. */
  removed: readonly string[]
  /** Accounts that were in when it was locked; undefined while it is open. */
  lockedWith: readonly string[] | undefined
  recording: MeetRecording | undefined
}

export interface MeetDeps {
  media: MeetMedia
  clock: Clock
  memory: MeetMemory
  emit(event: NewMediaEvent): void
  onRemoved(accountId: string): void
  onLock(lockedWith: readonly string[] | undefined): void
  /** Opens the feed that a recording is sent as. @throws DomainError ROOM_CLOSED when it has ended */
  openRecording(recording: MeetRecording, onLost: () => void): Promise<ComposedFeed>
  /** A stream was closed because it sends more than it may. */
  onOverCap(accountId: string, source: MeetSource, bitrateBps: number): void
  /** Called once, after everybody was notified. */
  onClosed(end: MeetEnd): void
}

/** `moved`: the meeting goes on at another node. */
export type MeetEnd = MeetEndReason | 'moved'

/** Interval of looks at what streams send. */
const lookEveryMs = 2_000
/** Everybody has been told for this long when a recording begins. */
export const recordingNoticeMs = 3_000

/** One meeting on this node: its people, their streams and who may come in. */
export class Meet {
  readonly id: MeetId
  readonly media: MeetMedia
  readonly #deps: MeetDeps
  /** By their id; one account is there once. */
  readonly #people = new Map<string, Person>()
  readonly #removed: Set<string>
  /** While it is locked, nobody new comes in; who was in when it was locked may come back. */
  #lockedWith: Set<string> | undefined
  #speakers: readonly string[] = []
  readonly #report: PeopleReport
  readonly #rates = new RateWatch()
  readonly #stopLooks: () => void
  #stopEmptyTimer: (() => void) | undefined
  #recording: MeetRecording | undefined
  /** Stops the recorder, or the notice that goes before it. */
  #stopRecording: (() => void) | undefined
  /** Recordings that have ended, whatever is still said of them. */
  readonly #recorded = new Set<string>()
  #moving = false
  #closed: MeetEnd | undefined

  constructor(id: MeetId, deps: MeetDeps) {
    this.id = id
    this.media = deps.media
    this.#deps = deps
    this.#removed = new Set(deps.memory.removed)
    this.#lockedWith = deps.memory.lockedWith === undefined ? undefined : new Set(deps.memory.lockedWith)
    this.#report = new PeopleReport(deps.clock, (people) => deps.emit({ type: 'meet.people', meetId: id, people }))
    deps.media.onVoices((voices) => this.#setSpeakers(speakersAfter(this.#speakers, voices, (producerId) => this.#speakerOf(producerId))))
    this.#stopLooks = deps.clock.every(lookEveryMs, () => void this.#look())
    this.#waitWhileEmpty()
    this.setRecording(deps.memory.recording)
  }

  get closed(): MeetEnd | undefined {
    return this.#closed
  }
  get people(): readonly Person[] {
    return [...this.#people.values()]
  }
  get locked(): boolean {
    return this.#lockedWith !== undefined
  }
  get isRecording(): boolean {
    return this.#recording !== undefined
  }
  get nowMs(): number {
    return this.#deps.clock.nowMs()
  }

  /** @throws DomainError MEET_STATE, MEET_FULL, MEET_LOCKED, MEET_REMOVED, NODE_DRAINING */
  async join(person: Person): Promise<MeetRequestReply<'join'>> {
    this.assertOpen()
    const routerRtpCapabilities = await this.media.rtpCapabilities()
    this.assertOpen()
    if (person.closed) throw new DomainError('SIGNAL_OUT_OF_ORDER', { detail: 'the connection is gone' })
    const before = this.people.find(({ accountId }) => accountId === person.accountId)
    this.#assertMayComeIn(person, before !== undefined)
    if (before) {
      person.promoted = before.promoted
      before.notify({ method: 'reconnect', data: { reason: 'replaced' } })
      this.leave(before)
    }
    person.joinedAtMs = this.nowMs
    this.#people.set(person.id, person)
    this.#stopEmptyTimer?.()
    this.#stopEmptyTimer = undefined
    this.changed(person)
    return {
      personId: person.id,
      routerRtpCapabilities,
      locked: this.locked,
      isRecording: this.isRecording,
      people: this.people.map((each) => each.snapshot()),
      activeSpeakers: [...this.#speakers],
    }
  }

  /** The connection is gone, or has to go. */
  leave(person: Person): void {
    if (this.#people.get(person.id) !== person) return
    this.#people.delete(person.id)
    person.close()
    if (this.#closed) return
    this.broadcast({ method: 'personLeft', data: { personId: person.id } })
    this.#setSpeakers(this.#speakers.filter((id) => id !== person.id))
    this.#reportPeople()
    if (this.#people.size === 0) this.#waitWhileEmpty()
  }

  /** Somebody in the meeting. @throws DomainError SIGNAL_NOT_ALLOWED */
  get(personId: string): Person {
    const found = this.#people.get(personId)
    if (!found) throw new DomainError('SIGNAL_NOT_ALLOWED', { detail: 'nobody of this id is here' })
    return found
  }

  find(personId: string): Person | undefined {
    return this.#people.get(personId)
  }

  /** Tells everybody, the person too, what is shown of a person now. */
  changed(person: Person): void {
    if (this.#people.get(person.id) !== person) return
    this.broadcast({ method: 'personChanged', data: { person: person.snapshot() } })
    this.#reportPeople()
  }

  /** @throws DomainError SIGNAL_LIMIT when the others show as many screens as there may be */
  assertScreenFree(person: Person): void {
    const others = this.people.filter((other) => other !== person && other.streams.has('screen'))
    if (others.length >= limits.meetScreens) throw new DomainError('SIGNAL_LIMIT', { detail: 'enough screens are shown' })
  }

  /** Puts a stream in the place of the person's one of the same source. */
  attach(person: Person, source: MeetSource, producer: MediaProducer): void {
    const before = person.streams.get(source)
    person.streams.set(source, { producer, paused: false })
    before?.producer.close()
    // A producer that ends meanwhile is no voice.
    if (source === 'microphone') this.media.listenTo(producer.id).catch(() => undefined)
    this.changed(person)
  }

  detach(person: Person, source: MeetSource): void {
    const stream = person.streams.get(source)
    if (!stream) return
    person.streams.delete(source)
    stream.producer.close()
    this.#dropSilenced(person)
    this.changed(person)
  }

  async setPaused(person: Person, source: MeetSource, paused: boolean): Promise<void> {
    const stream = person.streams.get(source)
    if (!stream || stream.paused === paused) return
    // At once, so that a host's mute is not lost beside a resume that is on its way.
    stream.paused = paused
    await (paused ? stream.producer.pause() : stream.producer.resume())
    if (person.streams.get(source) !== stream) return
    this.#dropSilenced(person)
    this.changed(person)
  }

  /** The engine lost the transports of a person, who keeps the seat and starts anew. */
  lose(person: Person): void {
    if (person.closed || this.#closed) return
    person.dropTransports()
    person.notify({ method: 'transportsLost', data: {} })
    this.#dropSilenced(person)
    this.changed(person)
  }

  /** A browser ended one of its transports. */
  hungUp(person: Person, transportId: string): void {
    forgetTransport(person, transportId)
    const closed = [...person.streams].filter(([, { producer }]) => producer.closed)
    for (const [source] of closed) person.streams.delete(source)
    if (closed.length === 0) return
    this.#dropSilenced(person)
    this.changed(person)
  }

  setLocked(locked: boolean): void {
    if (locked === this.locked) return
    this.#lockedWith = locked ? new Set(this.people.map(({ accountId }) => accountId)) : undefined
    this.#deps.onLock(this.#lockedWith === undefined ? undefined : [...this.#lockedWith])
    this.broadcast({ method: 'lockChanged', data: { locked } })
  }

  /** Begins, or ends, the recording that the api speaks of. Everybody is told before anything of them is recorded. */
  setRecording(recording: MeetRecording | undefined): void {
    const next = recording && !this.#recorded.has(recording.broadcastId) ? recording : undefined
    if (this.#closed || this.#moving || next?.broadcastId === this.#recording?.broadcastId) return
    this.#stopRecording?.()
    this.#stopRecording = undefined
    const wasRecording = this.isRecording
    this.#recording = next
    if (next) this.#stopRecording = this.#deps.clock.after(recordingNoticeMs, () => this.#record(next))
    if (this.isRecording !== wasRecording) this.broadcast({ method: 'recordingChanged', data: { isRecording: this.isRecording } })
  }

  #record(recording: MeetRecording): void {
    const recorder = new Recorder({
      media: this.media,
      clock: this.#deps.clock,
      open: (onLost) => this.#deps.openRecording(recording, onLost),
      people: () => this.people,
      speakers: () => this.#speakers,
      onEnded: () => {
        this.#recorded.add(recording.broadcastId)
        this.setRecording(undefined)
      },
    })
    this.#stopRecording = () => recorder.close()
  }

  /** Puts an account out until the meeting ends. */
  remove(person: Person, by: Person): void {
    this.#removed.add(person.accountId)
    this.#deps.onRemoved(person.accountId)
    this.#deps.emit({ type: 'meet.removed', meetId: this.id, userId: person.accountId, byUserId: by.accountId })
    person.notify({ method: 'removed', data: {} })
    this.leave(person)
  }

  broadcast(notification: MeetNotification): void {
    for (const person of this.#people.values()) person.notify(notification)
  }

  /** Tells everybody to go to another node; they leave by themselves. The node they go to reports who is in. */
  drain(): void {
    this.#moving = true
    this.#stopRecording?.()
    this.#report.stop()
    this.broadcast({ method: 'reconnect', data: { reason: 'draining' } })
  }

  /** Ends the meeting here: notifies everybody and closes every connection. */
  close(end: MeetEnd): void {
    if (this.#closed) return
    this.#closed = end
    this.#stopRecording?.()
    this.#stopEmptyTimer?.()
    this.#stopLooks()
    this.#report.stop()
    this.broadcast(
      end === 'moved' ? { method: 'reconnect', data: { reason: 'draining' } } : { method: 'meetClosed', data: { reason: end } },
    )
    const people = this.people
    this.#people.clear()
    for (const person of people) person.close()
    this.media.close()
    this.#deps.onClosed(end)
  }

  /** @throws DomainError NODE_DRAINING where it went to another node, MEET_STATE where it has ended */
  assertOpen(): void {
    if (this.#closed === 'moved') throw new DomainError('NODE_DRAINING')
    if (this.#closed) throw new DomainError('MEET_STATE')
  }

  #assertMayComeIn(person: Person, isThere: boolean): void {
    if (!person.isHost) {
      if (this.#removed.has(person.accountId)) throw new DomainError('MEET_REMOVED')
      if (!isThere && this.#lockedWith && !this.#lockedWith.has(person.accountId)) throw new DomainError('MEET_LOCKED')
    }
    if (!isThere && this.#people.size >= MEET_MAX_USERS) throw new DomainError('MEET_FULL')
  }

  async #look(): Promise<void> {
    for (const { person, source, bitrateBps } of await this.#rates.look(this.people)) {
      this.#deps.onOverCap(person.accountId, source, bitrateBps)
      this.detach(person, source)
    }
  }

  #speakerOf(producerId: string): string | undefined {
    return this.people.find(({ streams }) => streams.get('microphone')?.producer.id === producerId)?.id
  }

  #dropSilenced(person: Person): void {
    const microphone = person.streams.get('microphone')
    if (!microphone || microphone.paused) this.#setSpeakers(this.#speakers.filter((id) => id !== person.id))
  }

  #setSpeakers(speakers: readonly string[]): void {
    if (this.#closed || speakers.join() === this.#speakers.join()) return
    this.#speakers = speakers
    this.broadcast({ method: 'activeSpeakers', data: { personIds: [...speakers] } })
  }

  #reportPeople(): void {
    if (this.#closed || this.#moving) return
    this.#report.set(this.people.map(({ accountId, isHost, joinedAtMs }) => ({ userId: accountId, isHost, joinedAtMs })))
  }

  #waitWhileEmpty(): void {
    this.#stopEmptyTimer?.()
    this.#stopEmptyTimer = this.#deps.clock.after(limits.meetEmptyMs, () => {
      if (this.#moving) return
      this.#deps.emit({ type: 'meet.closed', meetId: this.id, reason: 'idle' })
      this.close('idle')
    })
  }
}
