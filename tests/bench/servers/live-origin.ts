// A feed on air whose segments are given, behind the real packager, lists and delivery: an edition with every segment.
// No encoder, no Redis, no PostgreSQL. argv: storage folder, folder of the clips, secret, storage prefix, seconds that
// the show has run already, ms after an even second at which editions come, seconds of a segment (1: clips are halves),
// `in-parts` where the first part of each comes early. Prints its ports.
import { readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createDiskStorage } from '@e-events/shared/node/storage-disk.ts'
import { createFastCgiServer } from '../../../transcoder/src/delivery/fastcgi.ts'
import { createDelivery, deliveryServerOptions } from '../../../transcoder/src/delivery/server.ts'
import { createPlaylistHub } from '../../../transcoder/src/hls/publisher.ts'
import type { Run, TrackFacts } from '../../../transcoder/src/hls/runs.ts'
import { createFeedJournal } from '../../../transcoder/src/live/feed-journal.ts'
import { openFeedStore, type LiveFragment } from '../../../transcoder/src/live/feed-store.ts'
import { untilPhase } from '../lib/rounds.ts'

const [root = '.', clips = '.', secret = '', prefix = '', agedText = '0', phaseText = '0', lengthText = '2', form = 'whole'] =
  process.argv.slice(2)
const segmentSec = lengthText === '1' ? 1 : 2
const pieceCount = { 1: 2, 2: 1 }[segmentSec]
const aged = Number(agedText) / segmentSec
const tracks = ['720p', 'audio'] as const

let writtenBytes = 0
const disk = await createDiskStorage({ root })
const storage: typeof disk = {
  ...disk,
  put(key, content, type) {
    // Lists and records alone, without segments and their first parts.
    if (!key.endsWith('.m4s')) writtenBytes += content.length
    return disk.put(key, content, type)
  },
}
const facts: TrackFacts = { codec: 'avc1.42c01f', width: 1280, height: 720, frameRate: 30, startOffsetSec: 0 }
const past: Run = {
  id: 'e1r0',
  capturedAtMs: Date.now() - aged * segmentSec * 1000,
  tracks: new Map(
    tracks.map((track) => [
      track,
      {
        facts: track === 'audio' ? { ...facts, codec: 'mp4a.40.2', width: null, height: null, frameRate: null } : facts,
        // Durations differ from segment to segment, as those of a browser do: even ones would compress too well.
        segments: Array.from({ length: aged }, (_, index) => ({
          name: `${track}_${String(index).padStart(5, '0')}.m4s`,
          durationSec: segmentSec + ((index * 7919) % 1000) / 25_000 - 0.02,
          sizeBytes: 500_000,
        })),
      },
    ]),
  ),
}
await createFeedJournal(disk, prefix, 1).begin({
  runs: [past],
  removed: { runs: 0, segments: {} },
  ended: false,
  targetDurationSec: segmentSec,
})

const hub = createPlaylistHub()
const store = await openFeedStore({
  storage,
  hub,
  prefix,
  segmentDurationSec: segmentSec,
  ...(form === 'in-parts' ? { firstPartSec: segmentSec / 2 } : {}),
  fence: { epoch: 2, isCurrent: () => Promise.resolve(true) },
})
const run = store.beginRun({ capturedAtMs: Date.now(), frameRate: 30 })
for (const track of tracks) await run.addTrack(track, await readFile(path.join(clips, `init_${track}.mp4`)))
const given = Math.floor((await readdir(clips)).filter((name) => /^720p_\d+\.m4s$/.test(name)).length / pieceCount)

type Track = (typeof tracks)[number]
const nameOf = (track: Track, number: number) => `${track}_${String(number).padStart(5, '0')}.m4s`
const clipOf = (track: Track, number: number, piece: number) =>
  readFile(path.join(clips, nameOf(track, (number % given) * pieceCount + piece)))
const durationSec = segmentSec / pieceCount
/** First parts that were handed out: the whole segment begins with the same bytes. */
const begun = new Map<Track, LiveFragment>()

async function publish(number: number): Promise<void> {
  for (const track of tracks) {
    const fragments: LiveFragment[] = []
    for (let piece = 0; piece < pieceCount; piece++)
      fragments.push((piece === 0 && begun.get(track)) || { bytes: await clipOf(track, number, piece), durationSec })
    begun.delete(track)
    await run.addSegment({ track, name: nameOf(track, number), durationSec: segmentSec, content: { fragments } })
  }
  await run.publish()
}
/** The first part of a segment, whose second part is not there yet. */
async function handOutFirstPart(number: number): Promise<void> {
  const partOf = async (track: Track) => {
    const first = { bytes: await clipOf(track, number, 0), durationSec }
    begun.set(track, first)
    return { track, name: nameOf(track, number), fragments: [first] }
  }
  const sound = await partOf('audio')
  await run.addFirstPart(sound)
  await run.addFirstPart({ ...(await partOf('720p')), sound })
}
await sleep(untilPhase(Number(phaseText)))
await publish(0)
async function keepOnAir(): Promise<never> {
  const startedMs = Date.now()
  const until = (segments: number) => sleep(Math.max(0, startedMs + segments * segmentSec * 1000 - Date.now()))
  for (let number = 1; ; number++) {
    if (form === 'in-parts') {
      await until(number - 0.5)
      await handOutFirstPart(number)
    }
    await until(number)
    await publish(number)
  }
}
void keepOnAir()
process.on('SIGINT', () => process.exit(0))

const delivery = createDelivery({
  storage,
  hub,
  revocations: { isRevoked: () => false },
  mediaTokenSecret: secret,
  accelRedirectPrefix: '/internal-media',
})
const fastCgi = createFastCgiServer(delivery.fastCgi)
let connections = 0
fastCgi.on('connection', () => (connections += 1))
const figures = createServer((_, response) => response.end(JSON.stringify({ writtenBytes, connections })))
const listen = (server: Server) =>
  new Promise<number>((resolve) =>
    server.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 }, () => resolve((server.address() as AddressInfo).port)),
  )
const ports = {
  port: await listen(createServer(deliveryServerOptions, delivery.http)),
  fastCgiPort: await listen(fastCgi),
  figuresPort: await listen(figures),
}
console.log(JSON.stringify(ports))
