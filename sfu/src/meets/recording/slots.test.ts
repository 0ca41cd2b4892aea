import { describe, expect, it } from 'vitest'
import { card } from './card.ts'
import { PictureSlot } from './picture-slot.ts'
import { beginsKeyFrame, levelOf, readRtp, writeRtp, type RtpPacket } from './rtp.ts'
import { SoundSlots } from './sound-slots.ts'

const silence = Buffer.from([0xf8, 0xff, 0xfe])
const keyFrame = Buffer.from([0x10, 0x00, 1, 2])
const interFrame = Buffer.from([0x10, 0x01, 1, 2])

function output() {
  const packets: RtpPacket[] = []
  return {
    ssrc: 7,
    payloadType: 96,
    packets,
    send(bytes: Buffer) {
      const packet = readRtp(bytes)
      if (packet) packets.push(packet)
    },
  }
}

/** A microphone: packets of 20 ms with a level, its numbers near their end. */
function microphone(firstSequence = 65_530, firstTimestamp = 4_294_960_000) {
  let [sequence, timestamp] = [firstSequence, firstTimestamp]
  return {
    /** Time passes in which nothing is sent. */
    skip(packets: number) {
      timestamp += packets * 960
    },
    next(level = -20): Buffer {
      sequence += 1
      timestamp += 960
      const packet = writeRtp({ payloadType: 100, ssrc: 1, sequence, timestamp, marker: false }, Buffer.from([1, 2, 3, 4]))
      const extension = Buffer.from([0xbe, 0xde, 0, 1, 0x10, -level, 0, 0])
      packet[0] = 0x90
      return Buffer.concat([packet.subarray(0, 12), extension, packet.subarray(12)])
    },
  }
}

describe('a packet', () => {
  it('is read with its extension, and nothing is read of what is none', () => {
    const packet = readRtp(microphone().next(-42))
    expect(packet?.payload).toEqual(Buffer.from([1, 2, 3, 4]))
    expect(packet && levelOf(packet, 1)).toBe(-42)
    expect(packet && levelOf(packet, 2)).toBeUndefined()
    for (const none of [Buffer.alloc(0), Buffer.alloc(12, 0x80), Buffer.from('not a packet at all')]) expect(readRtp(none)).toBeUndefined()
  })

  it('begins a key frame where it is its first, with and without a picture number', () => {
    expect([keyFrame, interFrame, Buffer.from([0x00, 0x00])].map(beginsKeyFrame)).toEqual([true, false, false])
    expect(beginsKeyFrame(Buffer.from([0x90, 0x80, 0x85, 0x11, 0x00]))).toBe(true)
    expect(beginsKeyFrame(Buffer.from([0x90, 0xe0, 0x85, 0x11, 3, 4, 0x01]))).toBe(false)
    expect(beginsKeyFrame(Buffer.concat([Buffer.from([0x10]), card]))).toBe(true)
  })
})

describe('slots of sound', () => {
  it('never pause: silence stands where nobody speaks, in step with the clock', () => {
    const [one, two] = [output(), output()]
    const slots = new SoundSlots([one, two], 0)
    for (let atMs = 0; atMs <= 1_000; atMs += 40) slots.tick(atMs)
    for (const { packets } of [one, two]) {
      expect(packets.length).toBe(44)
      expect(packets.every(({ payload }) => payload.equals(silence))).toBe(true)
      expect(packets.map(({ timestamp }) => timestamp / 960)).toEqual(packets.map((_, index) => index + 1))
      expect(packets.map(({ sequence }) => sequence)).toEqual(packets.map((_, index) => index + 1))
    }
  })

  it('carry a voice over a pause of it, with rising times', () => {
    const one = output()
    const slots = new SoundSlots([one], 0)
    const voice = microphone()
    for (let atMs = 0; atMs < 2_000; atMs += 20) {
      slots.tick(atMs)
      if (atMs >= 300 && atMs < 1_000) slots.packet('ana', voice.next(), 1, atMs)
      else if (atMs >= 1_000 && atMs < 1_400) voice.skip(1)
      else if (atMs >= 1_400) slots.packet('ana', voice.next(), 1, atMs)
    }
    const times = one.packets.map(({ timestamp }) => timestamp)
    expect(times.every((time, index) => index === 0 || time > (times[index - 1] ?? 0))).toBe(true)
    expect(Math.max(...times.map((time, index) => time - (times[index - 1] ?? time - 960)))).toBe(960)
    expect(one.packets.filter(({ payload }) => !payload.equals(silence))).toHaveLength(65)
    expect(Math.abs((times.at(-1) ?? 0) / 48 - 2_000)).toBeLessThan(150)
  })

  it('go to whoever speaks, from whoever is quiet, and never from somebody in the middle of a word', () => {
    const slots = new SoundSlots([output(), output()], 0)
    const [ana, ben, cleo] = [microphone(), microphone(), microphone()]
    let atMs = 0
    const pass = (forMs: number, levels: { ana: number; ben: number; cleo: number }) => {
      for (const endMs = atMs + forMs; atMs < endMs; atMs += 20) {
        slots.packet('ana', ana.next(levels.ana), 1, atMs)
        slots.packet('ben', ben.next(levels.ben), 1, atMs)
        slots.packet('cleo', cleo.next(levels.cleo), 1, atMs)
        slots.tick(atMs)
      }
    }
    pass(500, { ana: -20, ben: -20, cleo: -20 })
    expect(slots.heard).toEqual(['ana', 'ben'])
    pass(500, { ana: -20, ben: -90, cleo: -20 })
    expect(slots.heard).toEqual(['ana', 'cleo'])
    pass(1_000, { ana: -90, ben: -90, cleo: -90 })
    expect(slots.heard).toEqual(['ana', 'cleo'])
    slots.forget('ana')
    expect(slots.heard).toEqual([undefined, 'cleo'])
  })

  it('leave out what comes twice or too late', () => {
    const one = output()
    const slots = new SoundSlots([one], 0)
    const voice = microphone()
    const [first, second] = [voice.next(), voice.next()]
    for (const packet of [second, first, second]) slots.packet('ana', packet, 1, 100)
    expect(one.packets.filter(({ payload }) => !payload.equals(silence))).toHaveLength(1)
  })
})

describe('the slot of pictures', () => {
  const picture = (sequence: number, timestamp: number, payload: Buffer) =>
    writeRtp({ payloadType: 101, ssrc: 1, sequence, timestamp, marker: true }, payload)

  it('changes with a key frame of the other one, without a gap in its numbers', () => {
    const out = output()
    const slot = new PictureSlot(out, 0)
    slot.showCard(0)
    slot.want('ana')
    expect(slot.packet('ana', picture(9_000, 500, interFrame), 40)).toBe(false)
    slot.showCard(200)
    expect(slot.packet('ana', picture(9_001, 4_000, keyFrame), 240)).toBe(true)
    slot.packet('ana', picture(9_002, 7_000, interFrame), 280)
    slot.want('ben')
    slot.packet('ben', picture(3, 77, interFrame), 300)
    slot.packet('ana', picture(9_003, 10_000, interFrame), 320)
    slot.packet('ben', picture(4, 3_077, keyFrame), 360)
    slot.packet('ana', picture(9_004, 13_000, interFrame), 380)
    expect(slot.shown).toBe('ben')
    expect(out.packets.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6])
    expect(out.packets.map(({ timestamp }) => Math.round(timestamp / 90))).toEqual([33, 200, 240, 273, 307, 360])
  })

  it('keeps gaps, so that a decoder knows of a loss, and drops what belongs before its key frame', () => {
    const out = output()
    const slot = new PictureSlot(out, 0)
    slot.want('ana')
    slot.packet('ana', picture(65_534, 0, keyFrame), 100)
    slot.packet('ana', picture(65_533, 0, interFrame), 100)
    slot.packet('ana', picture(1, 6_000, interFrame), 160)
    expect(out.packets.map(({ sequence }) => sequence)).toEqual([1, 4])
  })

  it('shows the card where its source is gone, and at once where nobody is wanted', () => {
    const out = output()
    const slot = new PictureSlot(out, 0)
    slot.want('ana')
    slot.packet('ana', picture(1, 0, keyFrame), 100)
    slot.showCard(200)
    expect(out.packets).toHaveLength(1)
    slot.forget('ana')
    slot.showCard(240)
    slot.want('ana')
    slot.packet('ana', picture(2, 3_000, keyFrame), 300)
    slot.want(undefined)
    slot.showCard(340)
    expect(out.packets.map(({ payload }) => payload.length > 100)).toEqual([false, true, false, true])
  })
})
