import { ahead16, ahead32, levelOf, readRtp, writeRtp } from './rtp.ts'

/** Ticks of Opus per ms, and in a packet of 20 ms. */
const ticksPerMs = 48
const packetTicks = 20 * ticksPerMs
/** 20 ms of silence as Opus encodes it. */
const silence = Buffer.from([0xf8, 0xff, 0xfe])
/** Quieter than this (dBov) is nobody's voice. */
const voiceDb = -60
/** A slot whose sound is quiet for this long goes to whoever speaks. */
const quietMs = 300
/** A slot without packets for this long is free: muted, or silent by discontinuous transmission. */
const goneMs = 500
/** Packets may come this late; what comes later is shifted behind the silence that filled its place. */
const patienceMs = 120
/** Sound is never further than this from the moment at which it came. */
const driftMs = 250

/** Where the packets of a slot go. */
export interface SlotOutput {
  readonly ssrc: number
  readonly payloadType: number
  send(packet: Buffer): void
}

interface Slot {
  readonly output: SlotOutput
  /** Undefined while it sends silence. */
  source: string | undefined
  /** When the last packet of the source came. */
  heardAtMs: number
  loudAtMs: number
  sourceSequence: number
  /** From times of the source to those of the slot. */
  offset: number
  sequence: number
  timestamp: number
}

/**
 * Puts the sounds of many into a few streams that never pause: who speaks gets a stream, and what nobody fills is
 * silence. A mixer can wait for every one of them.
 */
export class SoundSlots {
  readonly #slots: Slot[]
  readonly #beganAtMs: number

  constructor(outputs: readonly SlotOutput[], nowMs: number) {
    this.#beganAtMs = nowMs
    this.#slots = outputs.map((output) => ({
      output,
      source: undefined,
      heardAtMs: Number.NEGATIVE_INFINITY,
      loudAtMs: Number.NEGATIVE_INFINITY,
      sourceSequence: 0,
      offset: 0,
      sequence: 0,
      timestamp: 0,
    }))
  }

  /** Sources that have a slot, in the order of the slots. */
  get heard(): (string | undefined)[] {
    return this.#slots.map(({ source }) => source)
  }

  /** A packet of a source as it came. */
  packet(source: string, bytes: Buffer, levelExtensionId: number | undefined, nowMs: number): void {
    const packet = readRtp(bytes)
    if (!packet) return
    const isLoud = (levelOf(packet, levelExtensionId) ?? 0) >= voiceDb
    const slot = this.#slots.find((one) => one.source === source) ?? this.#take(source, isLoud, nowMs)
    if (!slot) return
    const isFirst = slot.heardAtMs === Number.NEGATIVE_INFINITY
    // Sound that comes after what it belongs before is lost.
    if (!isFirst && ahead16(packet.sequence, slot.sourceSequence) <= 0) return
    const hasLost = !isFirst && ahead16(packet.sequence, slot.sourceSequence) > 1
    slot.sourceSequence = packet.sequence
    slot.heardAtMs = nowMs
    if (isLoud) slot.loudAtMs = nowMs
    const due = this.#timeAt(nowMs)
    const wanted = (packet.timestamp + slot.offset) >>> 0
    const isOff = ahead32(wanted, slot.timestamp) <= 0 || Math.abs(ahead32(wanted, due)) > driftMs * ticksPerMs
    if (isFirst || isOff) {
      const next = slot.timestamp + packetTicks
      slot.offset = (ahead32(due, next) > 0 ? due : next) - packet.timestamp
    }
    const timestamp = (packet.timestamp + slot.offset) >>> 0
    // Silence stands for what was never sent; a loss is for the decoder to conceal.
    if (!hasLost) while (ahead32(timestamp, slot.timestamp) > packetTicks) this.#send(slot, slot.timestamp + packetTicks, silence)
    this.#send(slot, timestamp, packet.payload)
  }

  /** Fills what is missing until `nowMs`. To be called a few times in a hundred milliseconds. */
  tick(nowMs: number): void {
    const until = this.#timeAt(nowMs - patienceMs)
    for (const slot of this.#slots) {
      if (slot.source !== undefined && nowMs - slot.heardAtMs > goneMs) this.#free(slot)
      while (ahead32(until, slot.timestamp) >= packetTicks) this.#send(slot, slot.timestamp + packetTicks, silence)
    }
  }

  /** The source is gone. */
  forget(source: string): void {
    for (const slot of this.#slots) if (slot.source === source) this.#free(slot)
  }

  #take(source: string, isLoud: boolean, nowMs: number): Slot | undefined {
    const free = this.#slots.find((slot) => slot.source === undefined)
    const quiet = isLoud
      ? this.#slots.filter(({ loudAtMs }) => nowMs - loudAtMs >= quietMs).toSorted((a, b) => a.loudAtMs - b.loudAtMs)[0]
      : undefined
    const slot = free ?? quiet
    if (!slot) return undefined
    this.#free(slot)
    slot.source = source
    return slot
  }

  #free(slot: Slot): void {
    slot.source = undefined
    slot.heardAtMs = Number.NEGATIVE_INFINITY
    slot.loudAtMs = Number.NEGATIVE_INFINITY
  }

  #timeAt(atMs: number): number {
    return Math.max(0, Math.round((atMs - this.#beganAtMs) * ticksPerMs)) >>> 0
  }

  #send(slot: Slot, timestamp: number, payload: Buffer): void {
    slot.sequence += 1
    slot.timestamp = timestamp >>> 0
    const { ssrc, payloadType } = slot.output
    slot.output.send(writeRtp({ ssrc, payloadType, sequence: slot.sequence, timestamp, marker: false }, payload))
  }
}
