// A feed on air whose segments are given, behind the real packager, lists and delivery: an edition with every segment.
// No encoder, no Redis, no PostgreSQL. argv: storage folder, folder of the clips, secret, storage prefix, seconds that
// the show has run already, ms after an even second at which editions come, seconds of a segment (1: clips are halves),
// `in-parts` where the first half of each comes early. Prints its ports.
import { copyFile, mkdir, readdir, readFile, rm } from 'node:fs/promises'
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
import { openFeedStore } from '../../../transcoder/src/live/feed-store.ts'
import { untilPhase } from '../lib/rounds.ts'

const [root = '.', clips = '.', secret = '', prefix = '', agedText = '0', phaseText = '0', lengthText = '2', form = 'whole'] =
  process.argv.slice(2)
const segmentSec = lengthText === '1' ? 1 : 2
const pieceCount = { 1: 2, 2: 1 }[segmentSec]
/** As the packager keeps them. */
const firstPartsKeptMs = 12_000
const aged = Number(agedText) / segmentSec
const tracks = ['720p', 'audio'] as const

let writtenBytes = 0
const disk = await createDiskStorage({ root })
const storage: typeof disk = {
  ...disk,
  put(key, content, type) {
    // Segments are moved in by themselves: this is what lists and records cost.
    writtenBytes += content.length
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
  fence: { epoch: 2, isCurrent: () => Promise.resolve(true) },
})
const run = store.beginRun({ capturedAtMs: Date.now(), frameRate: 30 })
const work = path.join(root, 'work')
await mkdir(work, { recursive: true })
for (const track of tracks) await run.addTrack(track, path.join(clips, `init_${track}.mp4`))
const given = Math.floor((await readdir(clips)).filter((name) => /^720p_\d+\.m4s$/.test(name)).length / pieceCount)

const clipOf = (track: string, number: number, piece: number) =>
  path.join(clips, `${track}_${String((number % given) * pieceCount + piece).padStart(5, '0')}.m4s`)
const nameOf = (track: string, number: number) => `${track}_${String(number).padStart(5, '0')}`

async function publish(number: number): Promise<void> {
  for (const track of tracks) {
    const name = `${nameOf(track, number)}.m4s`
    const pieces = Array.from({ length: pieceCount }, (_, piece) => path.join(work, `${piece}-${name}`))
    for (const [piece, file] of pieces.entries()) await copyFile(clipOf(track, number, piece), file)
    const durationSec = segmentSec / pieceCount
    await run.addSegment({ track, name, path: pieces[0] ?? '', durationSec, pieces: pieces.map((path) => ({ path, durationSec })) })
    if (pieceCount > 1) for (const file of pieces) await rm(file)
  }
  await run.publish()
}
/** The first half of a segment, whose second half is not there yet. */
async function handOutFirstPart(number: number): Promise<void> {
  for (const track of tracks) {
    const key = `${prefix}/${run.id}/${nameOf(track, number)}-0.m4s`
    await disk.put(key, await readFile(clipOf(track, number, 0)), 'video/mp4')
    setTimeout(() => void disk.removeAll(key), firstPartsKeptMs)
  }
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
