import { kindOfSource, type MeetSource } from '@e-events/shared/domain/meets.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import { limits } from '@e-events/shared/limits.ts'
import type { MeetRequestData, MeetRequestMethod, MeetRequestReply } from '@e-events/shared/signaling/meet-requests.ts'
import type { BrowserTransport } from '../rooms/media-port.ts'
import { connectTransport, openTransport, own } from '../rooms/transports.ts'
import type { Meet } from './meet.ts'
import type { Person } from './person.ts'

/** Context of a handler: somebody who has joined. */
export interface Inside {
  readonly meet: Meet
  readonly person: Person
}
type Handler<M extends MeetRequestMethod> = (inside: Inside, data: MeetRequestData<M>) => Promise<MeetRequestReply<M>> | MeetRequestReply<M>
/** Every method but `join` and `renew` has a handler, or this does not compile. */
export type MeetHandlers = { readonly [M in Exclude<MeetRequestMethod, 'join' | 'renew'>]: Handler<M> }

type Consumed = MeetRequestReply<'consume'>['consumers'][number]

const done = {}

/** One handler per method: find what it is about, act, answer. Host powers were checked before. */
export const meetHandlers: MeetHandlers = {
  createTransport: (inside, { direction }) =>
    openTransport(inside.person, inside.meet.media, direction, {
      assertThere: () => assertThere(inside),
      onLost: (why, transportId) => {
        if (why === 'worker_died') inside.meet.lose(inside.person)
        else inside.meet.hungUp(inside.person, transportId)
      },
    }),

  async connectTransport({ person }, { transportId, dtlsParameters }) {
    await connectTransport(person, transportId, dtlsParameters)
    return done
  },

  async restartIce({ person }, { transportId }) {
    return { iceParameters: await own(person.transports, transportId).transport.restartIce() }
  },

  async produce(inside, { transportId, source, rtpParameters }) {
    const { meet, person } = inside
    const { direction, transport } = own(person.transports, transportId)
    if (direction !== 'send') throw new DomainError('SIGNAL_NOT_ALLOWED')
    const kind = kindOfSource[source]
    if (!rtpParameters.codecs.every(({ mimeType }) => mimeType.toLowerCase().startsWith(`${kind}/`)))
      throw new DomainError('SIGNAL_MALFORMED', { detail: `${source} is ${kind}` })
    assertCalm(person)
    if (source === 'screen') meet.assertScreenFree(person)
    const producer = await transport.produce({ kind, rtpParameters })
    try {
      assertThere(inside)
      if (producer.closed) throw new DomainError('UNAVAILABLE', { detail: 'the transport is gone' })
      // Somebody else may have been faster.
      if (source === 'screen') meet.assertScreenFree(person)
    } catch (error) {
      producer.close()
      throw error
    }
    meet.attach(person, source, producer)
    return { producerId: producer.id }
  },

  async pauseStream({ meet, person }, { source }) {
    own(person.streams, source)
    assertCalm(person)
    await meet.setPaused(person, source, true)
    return done
  },

  async resumeStream({ meet, person }, { source }) {
    own(person.streams, source)
    assertCalm(person)
    await meet.setPaused(person, source, false)
    return done
  },

  closeStream({ meet, person }, { source }) {
    own(person.streams, source)
    meet.detach(person, source)
    return done
  },

  async consume(inside, { transportId, rtpCapabilities, streams }) {
    const { direction, transport } = own(inside.person.transports, transportId)
    if (direction !== 'recv') throw new DomainError('SIGNAL_NOT_ALLOWED')
    const wanted = wantedStreams(inside, streams)
    const videos = [...inside.person.consumers.values()].filter(({ consumer }) => consumer.kind === 'video').length
    if (videos + wanted.filter(({ kind }) => kind === 'video').length > limits.meetVideosPerUser)
      throw new DomainError('SIGNAL_LIMIT', { detail: 'more videos than one person may receive' })
    const answers = await Promise.allSettled(wanted.map((each) => consumeOne(inside, transport, { ...each, transportId, rtpCapabilities })))
    const consumers = answers.flatMap((answer) => (answer.status === 'fulfilled' && answer.value ? [answer.value] : []))
    // One stream that this browser cannot play does not hide the others; where there is none, it says why.
    const refused = answers.find((answer) => answer.status === 'rejected')
    if (refused && consumers.length === 0) throw refused.reason
    return { consumers }
  },

  async resumeConsumers({ person }, { consumerIds }) {
    await eachConsumer(person, consumerIds, ({ consumer }) => consumer.resume())
    return done
  },

  async pauseConsumers({ person }, { consumerIds }) {
    await eachConsumer(person, consumerIds, ({ consumer }) => consumer.pause())
    return done
  },

  async closeConsumers({ person }, { consumerIds }) {
    await eachConsumer(person, consumerIds, ({ consumer }) => {
      person.consumers.delete(consumer.id)
      consumer.close()
    })
    return done
  },

  async setPreferredLayers({ person }, { consumerId, spatialLayer }) {
    await own(person.consumers, consumerId).consumer.preferSpatialLayer(spatialLayer)
    return done
  },

  raiseHand({ meet, person }, { raised }) {
    setHand(meet, person, raised)
    return done
  },

  react({ meet, person }, { reaction }) {
    if (!person.mayReact()) throw new DomainError('SIGNAL_LIMIT')
    meet.broadcast({ method: 'reacted', data: { personId: person.id, reaction } })
    return done
  },

  async mute({ meet, person }, { personId, source }) {
    assertCalm(person)
    if (personId === null && source !== 'microphone') throw new DomainError('SIGNAL_MALFORMED', { detail: 'only microphones at once' })
    const muted = personId === null ? meet.people.filter(({ isHost }) => !isHost) : [meet.get(personId)]
    await Promise.all(muted.map((each) => muteOne(meet, each, source)))
    return done
  },

  remove({ meet, person }, { personId }) {
    const other = meet.get(personId)
    if (other.ownsHost || other === person) throw new DomainError('SIGNAL_NOT_ALLOWED')
    meet.remove(other, person)
    return done
  },

  lock({ meet, person }, { locked }) {
    assertCalm(person)
    meet.setLocked(locked)
    return done
  },

  promote({ meet, person }, { personId, isHost }) {
    const other = meet.get(personId)
    if (other.ownsHost && !isHost) throw new DomainError('SIGNAL_NOT_ALLOWED')
    if (other.isHost === isHost) return done
    assertCalm(person)
    other.promoted = isHost
    meet.changed(other)
    return done
  },

  lowerHand({ meet }, { personId }) {
    const other = meet.get(personId)
    if (other.handRaisedAtMs !== null) {
      other.handRaisedAtMs = null
      meet.changed(other)
    }
    return done
  },
}

/** After an await: the meeting may have ended and the person may have left. */
function assertThere({ meet, person }: Inside): void {
  meet.assertOpen()
  if (person.closed) throw new DomainError('SIGNAL_OUT_OF_ORDER', { detail: 'the connection is gone' })
}

/** Everybody hears of a change, so that one person may not make many. @throws DomainError SIGNAL_LIMIT */
function assertCalm(person: Person): void {
  if (!person.mayChange()) throw new DomainError('SIGNAL_LIMIT', { detail: 'too many changes' })
}

function setHand(meet: Meet, person: Person, raised: boolean): void {
  if ((person.handRaisedAtMs !== null) === raised) return
  assertCalm(person)
  person.handRaisedAtMs = raised ? meet.nowMs : null
  meet.changed(person)
}

async function muteOne(meet: Meet, person: Person, source: MeetSource): Promise<void> {
  const stream = person.streams.get(source)
  if (!stream || stream.paused) return
  await meet.setPaused(person, source, true)
  if (stream.paused) person.notify({ method: 'mutedByHost', data: { source } })
}

interface Wanted {
  readonly personId: string
  readonly source: MeetSource
  readonly producerId: string
  readonly kind: 'audio' | 'video'
}

/** Streams of others that are there and are not received yet, each once. */
function wantedStreams({ meet, person }: Inside, asked: readonly { personId: string; source: MeetSource }[]): Wanted[] {
  const received = new Set([...person.consumers.values()].map(({ consumer }) => consumer.producerId))
  const wanted = new Map<string, Wanted>()
  for (const { personId, source } of asked) {
    const stream = personId === person.id ? undefined : meet.find(personId)?.streams.get(source)
    if (!stream || stream.producer.closed || received.has(stream.producer.id)) continue
    wanted.set(stream.producer.id, { personId, source, producerId: stream.producer.id, kind: kindOfSource[source] })
  }
  return [...wanted.values()]
}

/** Undefined for a stream that is gone meanwhile. */
async function consumeOne(
  inside: Inside,
  transport: BrowserTransport,
  wanted: Wanted & { transportId: string; rtpCapabilities: MeetRequestData<'consume'>['rtpCapabilities'] },
): Promise<Consumed | undefined> {
  const { meet, person } = inside
  const { personId, source, producerId, kind, transportId, rtpCapabilities } = wanted
  const isThere = () => meet.find(personId)?.streams.get(source)?.producer.id === producerId
  let consumer
  try {
    consumer = await transport.consume({ producerId, rtpCapabilities })
  } catch (error) {
    if (!isThere()) return undefined
    throw error
  }
  if (!isThere() || person.closed || !person.transports.has(transportId)) {
    consumer.close()
    return undefined
  }
  const { id: consumerId, rtpParameters } = consumer
  person.consumers.set(consumerId, { consumer, transportId })
  consumer.onProducerClosed(() => {
    if (person.consumers.delete(consumerId)) person.notify({ method: 'consumerClosed', data: { consumerId } })
  })
  return { consumerId, producerId, personId, source, kind, rtpParameters }
}

/** Acts on those that are still there: a stream that ended meanwhile took its consumer with it. */
async function eachConsumer(
  person: Person,
  ids: readonly string[],
  act: (held: NonNullable<ReturnType<Person['consumers']['get']>>) => Promise<void> | void,
): Promise<void> {
  await Promise.all(
    [...new Set(ids)].map(async (id) => {
      const held = person.consumers.get(id)
      if (!held) return
      try {
        await act(held)
      } catch (error) {
        if (person.consumers.has(id)) throw error
      }
    }),
  )
}
