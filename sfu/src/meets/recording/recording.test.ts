import { randomUUID } from 'node:crypto'
import { broadcastId, feedId } from '@e-events/shared/domain/ids.ts'
import { describe, expect, it } from 'vitest'
import { createMeetHouse } from '../../testing/meet-house.ts'
import { recordingNoticeMs } from '../meet.ts'
import { readRtp, writeRtp } from './rtp.ts'

const newRecording = () => ({ broadcastId: broadcastId.parse(randomUUID()), feedId: feedId.parse(randomUUID()), label: 'Meeting' })
const keyFrame = Buffer.from([0x10, 0x00, 1, 2])

function recordedHouse() {
  const house = createMeetHouse()
  const recording = newRecording()
  return {
    ...house,
    recording,
    /** The api says that it is recorded from now on, or no more. */
    async announce(wanted: typeof recording | undefined = recording) {
      house.knowledgeOf(house.meet).recording = wanted
      await house.meets.recordingChanged(house.meet)
    },
    feed: () => house.rooms.all.find(({ id }) => id === recording.broadcastId)?.feeds.all[0],
    /** Pictures that went into the recording: a payload of more than 100 bytes is the card. */
    pictures: () =>
      house.media.sent
        .filter(({ producer }) => producer.kind === 'video')
        .map(({ packet }) => ((readRtp(packet)?.payload.length ?? 0) > 100 ? 'card' : 'camera')),
  }
}

describe('a meeting that is recorded', () => {
  it('tells everybody first, and whoever comes later on the way in', async () => {
    const house = recordedHouse()
    const [ana, ben] = [await house.join({ isHost: true }), await house.join()]
    expect(ana.joined.isRecording).toBe(false)
    await house.announce()
    for (const one of [ana, ben]) expect(one.told('recordingChanged')).toEqual([{ isRecording: true }])
    await house.clock.advance(recordingNoticeMs - 100)
    expect(house.rooms.all).toHaveLength(0)
    await house.clock.advance(500)
    expect(house.feed()?.snapshot()).toMatchObject({ feedId: house.recording.feedId, connected: true, audio: { sounds: 2 } })
    expect((await house.join()).joined.isRecording).toBe(true)
    await house.announce()
    expect(ana.told('recordingChanged')).toHaveLength(1)
  })

  it('is told of once where the recording is called off before it began', async () => {
    const house = recordedHouse()
    const ana = await house.join()
    await house.announce()
    house.knowledgeOf(house.meet).recording = undefined
    await house.meets.look()
    await house.clock.advance(10_000)
    expect(ana.told('recordingChanged').map(({ isRecording }) => isRecording)).toEqual([true, false])
    expect(house.rooms.all).toHaveLength(0)
  })

  it('sends the card, then the camera of somebody, and takes sounds that are on', async () => {
    const house = recordedHouse()
    const ana = await house.join()
    const { producerId: microphone } = await ana.produce('microphone')
    await house.announce()
    await house.clock.advance(recordingNoticeMs + 500)
    expect(new Set(house.pictures())).toEqual(new Set(['card']))
    expect(house.media.tapped).toEqual([microphone])
    const { producerId: camera } = await ana.produce('camera')
    await house.clock.advance(1_000)
    expect(house.media.calls).toContain(`keyframe of ${camera}`)
    house.media.pass(camera, writeRtp({ payloadType: 1, ssrc: 1, sequence: 1, timestamp: 1, marker: true }, keyFrame))
    expect(house.pictures().at(-1)).toBe('camera')
    await ana.ask('pauseStream', { source: 'microphone' })
    await ana.ask('closeStream', { source: 'camera' })
    await house.clock.advance(500)
    expect(house.media.tapped).toEqual([])
    expect(house.pictures().at(-1)).toBe('card')
  })

  it('goes on after a worker died, on the same feed', async () => {
    const house = recordedHouse()
    await house.join()
    await house.announce()
    await house.clock.advance(recordingNoticeMs + 500)
    const before = house.feed()?.snapshot().video?.producerId
    house.media.killWorker()
    await house.clock.advance(2_000)
    const after = house.feed()?.snapshot()
    expect(after).toMatchObject({ feedId: house.recording.feedId, connected: true })
    expect(after?.video?.producerId).not.toBe(before)
  })

  it('stops where the api has ended the recording, whatever is still said of it, and lets nothing open', async () => {
    const house = recordedHouse()
    const ana = await house.join()
    await house.announce()
    await house.clock.advance(recordingNoticeMs + 500)
    house.closedRooms.add(house.recording.broadcastId)
    house.rooms.end(house.recording.broadcastId, 'admin')
    await house.clock.advance(3_000)
    expect(ana.told('recordingChanged').at(-1)).toEqual({ isRecording: false })
    await house.meets.look()
    expect(ana.told('recordingChanged')).toHaveLength(2)
    ana.leave()
    expect(house.media.openTransports).toBe(0)
  })

  it('goes on at another node', async () => {
    const house = recordedHouse()
    await house.join()
    await house.announce()
    await house.clock.advance(recordingNoticeMs + 500)
    const next = house.fail()
    await house.clock.advance(500)
    expect(house.feed()?.connected).toBe(false)
    expect((await house.join({}, next)).joined.isRecording).toBe(true)
    await house.clock.advance(recordingNoticeMs + 500)
    expect(house.feed()?.connected).toBe(true)
  })

  it('ends with it', async () => {
    const house = recordedHouse()
    await house.join()
    await house.announce()
    await house.clock.advance(recordingNoticeMs + 500)
    house.meets.end(house.meet, 'organizer')
    expect(house.feed()?.connected).toBe(false)
    const sent = house.media.sent.length
    await house.clock.advance(2_000)
    expect(house.media.sent.length).toBe(sent)
  })
})
