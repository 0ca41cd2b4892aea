import type { types } from 'mediasoup'
import type { MeetMedia, VoiceListener } from '../rooms/media-port.ts'
import { createTaps } from './direct-streams.ts'
import { mediaCall } from './errors.ts'
import { RoomRouters, type RoutersOptions } from './room-routers.ts'
import type { RouterSlot } from './router-slot.ts'

/** Quieter than this (dBov) is silence. */
const thresholdDb = -60
const everyMs = 500
const loudestListed = 5

interface Ears {
  readonly levels: types.AudioLevelObserver
  readonly dominant: types.ActiveSpeakerObserver
}

/** The routers of a meeting, with ears at the home router, where all microphones arrive. */
export function openMeetMedia(options: RoutersOptions): MeetMedia {
  const routers = new RoomRouters(options)
  const ears = new WeakMap<RouterSlot, Promise<Ears>>()
  const listeners: VoiceListener[] = []
  const taps = createTaps()

  const earsOf = (slot: RouterSlot): Promise<Ears> => {
    const known = ears.get(slot)
    if (known) return known
    const made = openEars(slot, listeners)
    ears.set(slot, made)
    made.catch(() => ears.delete(slot))
    return made
  }

  return {
    rtpCapabilities: () => routers.rtpCapabilities(),
    createTransport: (direction) => routers.createTransport(direction),
    listenTo: (producerId) =>
      mediaCall(async () => {
        const { slot } = routers.find(producerId)
        const { levels, dominant } = await earsOf(slot)
        await Promise.all([levels.addProducer({ producerId }), dominant.addProducer({ producerId })])
      }),
    onVoices: (listener) => listeners.push(listener),
    tap: async (producerId, onPacket) => taps.open(routers.find(producerId).slot, producerId, onPacket),
    close: () => routers.close(),
  }
}

async function openEars({ router }: RouterSlot, listeners: readonly VoiceListener[]): Promise<Ears> {
  const levels = await router.createAudioLevelObserver({ maxEntries: loudestListed, threshold: thresholdDb, interval: everyMs })
  const dominant = await router.createActiveSpeakerObserver({ interval: everyMs })
  let leading: string | null = null
  const tell = (loudest: string[]) => {
    for (const listener of listeners) listener({ loudest, leading })
  }
  // One that comes closes by itself when its producer does.
  dominant.on('dominantspeaker', ({ producer }) => (leading = producer.id))
  levels.on('volumes', (volumes) => tell(volumes.map(({ producer }) => producer.id)))
  levels.on('silence', () => tell([]))
  return { levels, dominant }
}
