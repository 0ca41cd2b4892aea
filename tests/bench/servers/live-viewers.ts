// Viewers of one live show, who do what hls.js does, or our player with first parts, and decode nothing. argv: a file
// with JSON of `Watching`. Prints a line when all have their lists, counts from SIGUSR2 on, and prints JSON of
// `Watched`.
import { readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { firstPartName } from '@e-events/shared/domain/film-files.ts'
import { splitFirstPart } from '@e-events/shared/domain/first-part.ts'

export interface Watching {
  /** The media playlists of each viewer. */
  viewers: string[][]
  /** Blocking reload and delta updates; else a look at the list per segment. */
  isHeld: boolean
  /** Both lists in one answer, and segments in two pieces: the first when it is due, the rest when it is listed. */
  isInParts?: boolean | undefined
  seconds: number
}
export interface Watched {
  /** Within the counted seconds, over all viewers. */
  requests: number
  listBytes: number
  lists: number
  mediaBytes: number
  /** The largest body of a list that was asked for again. */
  largestRefreshBytes: number
  /** First parts that were not there yet when they were due. */
  absentParts: number
}

const watching = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Watching
const watched: Watched = { requests: 0, listBytes: 0, lists: 0, mediaBytes: 0, largestRefreshBytes: 0, absentParts: 0 }
const segmentMs = 2_000
let beginsAtMs = Infinity
let endsAtMs = Infinity
process.once('SIGUSR2', () => {
  beginsAtMs = Date.now()
  endsAtMs = beginsAtMs + watching.seconds * 1000
})
let absent = watching.viewers.flat().length
const isCounted = () => Date.now() >= beginsAtMs && Date.now() < endsAtMs

/** The first part of a segment is there half a second after the list before it, and a little for the way. */
const firstPartMs = 560

interface Answer {
  status: number
  body: Buffer
  wireBytes: number
}

interface Wish {
  /** First byte that is wanted. */
  from?: number
  mayBeAbsent?: boolean
}

function ask(url: string, agent: Agent, { from = 0, mayBeAbsent = false }: Wish = {}): Promise<Answer> {
  const range = from > 0 ? { range: `bytes=${from}-` } : {}
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { 'accept-encoding': 'gzip, deflate, br', ...range } }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const { statusCode: status = 0 } = response
        if (status !== (from > 0 ? 206 : 200) && !(mayBeAbsent && status === 404))
          return reject(new Error(`status ${status} for ${new URL(url).pathname.slice(-40)}`))
        const raw = Buffer.concat(chunks)
        if (isCounted()) watched.requests += 1
        resolve({ status, body: response.headers['content-encoding'] === 'gzip' ? gunzipSync(raw) : raw, wireBytes: raw.length })
      })
    }).on('error', reject)
  })
}

/** Number and address of every segment that a list names. */
function segmentsOf(text: string): { number: number; uri: string }[] {
  const first = Number(/#EXT-X-MEDIA-SEQUENCE:(\d+)/.exec(text)?.[1] ?? 0) + Number(/SKIPPED-SEGMENTS=(\d+)/.exec(text)?.[1] ?? 0)
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((uri, index) => ({ number: first + index, uri }))
}

/**
 * The last segment of a whole list. A list of twelve hours is counted where it lies: a viewer that made 21,600 objects
 * of it would be slow for long after.
 */
function lastOf(body: Buffer): { number: number; uri: string } {
  let count = 0
  for (let at = body.indexOf('#EXTINF'); at >= 0; at = body.indexOf('#EXTINF', at + 1)) count++
  const [tail] = segmentsOf(body.subarray(-1_000).toString()).slice(-1)
  const first = Number(/#EXT-X-MEDIA-SEQUENCE:(\d+)/.exec(body.subarray(0, 1_000).toString())?.[1] ?? 0)
  return { number: first + count - 1, uri: tail?.uri ?? '' }
}

async function watch(list: string, agent: Agent): Promise<void> {
  let last = -1
  for (let look = 0; Date.now() < endsAtMs; look++) {
    const query = watching.isHeld && look > 0 ? `?_HLS_msn=${last + 1}&_HLS_skip=YES` : ''
    const askedAtMs = Date.now()
    const { body, wireBytes } = await ask(`${list}${query}`, agent)
    if (look === 0 && --absent === 0) console.log('joined')
    if (isCounted()) {
      watched.listBytes += wireBytes
      watched.lists += 1
      if (look > 0) watched.largestRefreshBytes = Math.max(watched.largestRefreshBytes, wireBytes)
    }
    const fresh = look === 0 ? [lastOf(body)] : segmentsOf(body.toString()).filter(({ number }) => number > last)
    last = Math.max(last, ...fresh.map(({ number }) => number))
    for (const { uri } of fresh) {
      const segment = await ask(new URL(uri, list).href, agent)
      if (isCounted()) watched.mediaBytes += segment.wireBytes
    }
    if (!watching.isHeld) await sleep(Math.max(0, askedAtMs + segmentMs - Date.now()))
  }
}

interface Track {
  list: string
  /** The last segment that is listed. */
  last: { number: number; uri: string }
  /** Bytes of the segment after it that are there; 0 where its first part was not. */
  first: Promise<number>
}

async function joinTrack(list: string, agent: Agent): Promise<Track> {
  const { body } = await ask(list, agent)
  if (--absent === 0) console.log('joined')
  const last = lastOf(body)
  await ask(new URL(last.uri, list).href, agent)
  return { list, last, first: Promise.resolve(0) }
}

/** Bytes of the segments after these that are there: the first part of pictures brings that of sound. */
async function takeFirstParts(pictures: Track, sound: Track, dueMs: number, agent: Agent): Promise<[number, number]> {
  await sleep(Math.max(0, dueMs - Date.now()))
  const next = ({ last }: Track) => last.uri.replace(/\d+(?=\.m4s$)/, (number) => String(Number(number) + 1).padStart(number.length, '0'))
  const uri = new URL(firstPartName(next(pictures)), pictures.list).href
  const { status, body, wireBytes } = await ask(uri, agent, { mayBeAbsent: true })
  if (isCounted()) {
    if (status === 404) watched.absentParts += 1
    else watched.mediaBytes += wireBytes
  }
  if (status === 404) return [0, 0]
  const parts = splitFirstPart(body)
  if (parts.sound?.name !== next(sound).replace(/.*\//, '')) throw new Error(`${parts.sound?.name} comes with ${uri.slice(-40)}`)
  return [parts.pictures.length, parts.sound.bytes.length]
}

async function watchInParts(lists: readonly string[], agent: Agent): Promise<void> {
  const tracks = await Promise.all(lists.map((list) => joinTrack(list, agent)))
  const [pictures, sound] = tracks
  if (!pictures || !sound) throw new Error('two lists are needed')
  while (Date.now() < endsAtMs) {
    const query = `?_HLS_msn=${pictures.last.number + 1}&_HLS_skip=YES&with=audio:${sound.last.number + 1}`
    const { body, wireBytes } = await ask(`${pictures.list}${query}`, agent)
    const arrivedMs = Date.now()
    if (isCounted()) {
      watched.listBytes += wireBytes
      watched.lists += 1
      watched.largestRefreshBytes = Math.max(watched.largestRefreshBytes, wireBytes)
    }
    const texts = body.toString().split('#E-EVENTS-LIST:audio\n')
    if (texts.length !== 2) throw new Error(`${texts.length} lists in one answer`)
    await Promise.all(
      tracks.map(async (track, index) => {
        for (const segment of segmentsOf(texts[index] ?? '').filter(({ number }) => number > track.last.number)) {
          const from = segment.number === track.last.number + 1 ? await track.first : 0
          const rest = await ask(new URL(segment.uri, track.list).href, agent, { from })
          if (isCounted()) watched.mediaBytes += rest.wireBytes
          track.last = segment
          track.first = Promise.resolve(0)
        }
      }),
    )
    const first = takeFirstParts(pictures, sound, arrivedMs + firstPartMs, agent)
    pictures.first = first.then(([bytes]) => bytes)
    sound.first = first.then(([, bytes]) => bytes)
  }
  await Promise.all(tracks.map(({ first }) => first))
}

await Promise.all(
  watching.viewers.map(async (lists, index) => {
    // Nobody arrives at the same moment as everybody else.
    await sleep((index / watching.viewers.length) * segmentMs)
    // One for each list: what it names is asked for where the list came from. First parts come while a list is held.
    const agent = new Agent({ keepAlive: true, maxSockets: lists.length + (watching.isInParts ? 1 : 0) })
    await (watching.isInParts ? watchInParts(lists, agent) : Promise.all(lists.map((list) => watch(list, agent))))
    agent.destroy()
  }),
)
console.log(JSON.stringify(watched))
