import { readFileSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FeedId } from '@e-events/shared/domain/ids.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { RequestReply } from '@e-events/shared/signaling/requests.ts'
import type { Logger } from 'pino'
import type { Binaries } from '../ffmpeg/binaries.ts'
import { givesStills, liveCommand, trackNames } from '../ffmpeg/command.ts'
import type { LadderPlan } from '../ffmpeg/plan.ts'
import { hasZscale, startLive, type LiveProcess } from '../ffmpeg/run.ts'
import { writeSdp } from '../ffmpeg/sdp.ts'
import type { TrackName } from '../hls/runs.ts'
import type { PictureSize } from '../hls/sps.ts'
import { createArranger, isTooLong, longestWithoutKeySec, type Arranged } from './arrange.ts'
import { FencedError } from './fence.ts'
import { isStorageFull, type FeedStore, type OpenRun } from './feed-store.ts'
import { createFrontier } from './frontier.ts'
import { openReportRelay, type ReportRelay } from './report-relay.ts'
import { waitUntilBound, type PortPool } from './ports.ts'
import type { Room } from './room.ts'
import { collectOutput, collectStills, type RunOutput } from './run-output.ts'

export interface LiveRunSettings {
  binaries: Binaries
  ports: PortPool
  /** Address at which RTP arrives. */
  rtpIp: string
  /** The run's own folder on this machine; removed at its end. */
  folder: string
  segmentDurationSec: 1 | 2
  preset: string
  log: Logger
}

export interface LiveRunRequest {
  room: Room
  feedId: FeedId
  plan: LadderPlan
  /** The layer of the room behind each of the plan's video inputs. */
  spatialLayers: readonly (number | null)[]
  store: FeedStore
  /** Runs before this one that gave nothing: a machine that is too busy needs more time, not more starts. */
  failures: number
  /** Segments were listed; `rungsChanged`: so did the set of rungs. */
  onListed: (listed: { rungsChanged: boolean; runId: string }) => void
  /** A JPEG picture of now, of plans that give some. */
  onStill: (picture: Buffer) => void
}

export interface SeenSize {
  /** The layer of the room; null for the only one. */
  layer: number | null
  seen: PictureSize
}

export type RunEnd =
  | { cause: 'stopped' | 'fenced' | 'ffmpeg_exit' | 'storage_full'; listedSec: number; detail?: string }
  /** No track went on (`lagging` empty), or these did not. */
  | { cause: 'ffmpeg_hang'; listedSec: number; lagging: readonly TrackName[] }
  /**
   * Pictures went on without a key frame, or stood still, for longer than any segment may: their publisher leaves some
   * out. The last of them are not listed.
   */
  | { cause: 'too_long'; listedSec: number; track: TrackName; durationSec: number }
  /** Some pictures have another size than the plan says. */
  | { cause: 'other_size'; listedSec: number; sizes: readonly SeenSize[] }
  /** The sfu did not open or start the streams. */
  | { cause: 'refused'; listedSec: number; detail: string }

export interface LiveRun {
  /** The sfu's id of its streams, once they are open. */
  egressId(): string | undefined
  pid(): number | undefined
  /** Ends it with its last pictures listed. */
  stop(): void
  /** Never rejects. */
  readonly ended: Promise<RunEnd>
}

/** A first segment takes this much longer than the next ones: analysis, first key frame. */
const startAllowanceMs = 6_000
const bindTimeoutMs = 5_000
/** A change of the picture size becomes a new stretch when it lasts longer than this. */
const sizeLastsSec = 8

export function startRun(request: LiveRunRequest, settings: LiveRunSettings): LiveRun {
  const stopping = new AbortController()
  let egressId: string | undefined
  let process: LiveProcess | undefined
  const run = { setEgress: (id: string) => (egressId = id), setProcess: (started: LiveProcess) => (process = started) }
  return {
    egressId: () => egressId,
    pid: () => process?.pid,
    stop: () => stopping.abort(),
    ended: drive(request, settings, { ...run, signal: stopping.signal }),
  }
}

interface Control {
  signal: AbortSignal
  setEgress(id: string): void
  setProcess(process: LiveProcess): void
}

async function drive(request: LiveRunRequest, settings: LiveRunSettings, control: Control): Promise<RunEnd> {
  const { room, plan, store } = request
  const { folder, log } = settings
  let taken: number[] = []
  let egressId: string | undefined
  let process: LiveProcess | undefined
  let reports: ReportRelay | undefined
  let lastWords = ''
  try {
    await mkdir(folder, { recursive: true })
    const count = soundsOf(plan) + plan.videoInputs.length
    taken = await settings.ports.take(2 * count)
    const [rtpPorts, relayPorts] = [taken.slice(0, count), taken.slice(count)]
    const egress = await openEgress(request, settings, { rtpPorts, relayPorts })
    egressId = egress.egressId
    control.setEgress(egressId)
    const relayed = egress.streams.map(({ kind, port }, index) => ({ kind, port, relayPort: relayPorts[index] ?? 0 }))
    reports = await openReportRelay(settings.rtpIp, relayed)
    const sdpPath = join(folder, 'in.sdp')
    await writeFile(sdpPath, writeSdp(settings.rtpIp, egress.streams))
    const output = collectOutput(trackNames(plan) as TrackName[], (error) => log.error({ err: error }, 'unreadable output of ffmpeg'))
    const argv = liveCommand(plan, { sdpPath, ip: settings.rtpIp }, { ...settings, hasZscale: await hasZscale(settings.binaries) })
    const onLine = (line: string) => {
      if (isNoise(line)) return
      lastWords = line
      log.warn({ line }, 'ffmpeg')
    }
    const pipes = givesStills(plan) ? [...output.pipes, collectStills(request.onStill)] : output.pipes
    process = startLive(settings.binaries, argv, onLine, pipes)
    control.setProcess(process)
    const started = process
    const dead = new AbortController()
    void started.exited.then(() => dead.abort())
    const early = AbortSignal.any([control.signal, dead.signal])
    const isBound = await waitUntilBound(rtpPorts, { timeoutMs: bindTimeoutMs, signal: early })
    if (!isBound && !early.aborted) return { cause: 'ffmpeg_hang', listedSec: 0, lagging: [] }
    const arrival = await room.request('resumeEgress', { egressId })
    const relay = reports
    let open: OpenRun | undefined
    // Codecs that look ahead begin a little before zero, and ffmpeg moves everything so that nothing does: the first
    // picture is not at zero, but it is what the sfu's time is of.
    const begin = (firstAtSec: number) =>
      (open ??= store.beginRun({ capturedAtMs: relay.captureAtMs(arrival) - firstAtSec * 1000, frameRate: plan.frameRate }))
    try {
      const end = await follow(started, begin, { request, settings, output, signal: control.signal })
      return end.cause === 'ffmpeg_exit' ? { ...end, detail: lastWords } : end
    } finally {
      await open?.close()
    }
  } catch (error) {
    if (error instanceof FencedError) return { cause: 'fenced', listedSec: 0 }
    if (isStorageFull(error)) return { cause: 'storage_full', listedSec: 0 }
    const detail = error instanceof Error ? error.message : String(error)
    if (!(error instanceof DomainError)) log.error({ err: error }, 'live run failed')
    return control.signal.aborted ? { cause: 'stopped', listedSec: 0 } : { cause: 'refused', listedSec: 0, detail }
  } finally {
    process?.kill()
    await process?.exited
    if (egressId !== undefined) room.request('closeEgress', { egressId }).catch(() => undefined)
    reports?.close()
    settings.ports.give(taken)
    await rm(folder, { recursive: true, force: true })
  }
}

function openEgress(
  request: LiveRunRequest,
  settings: LiveRunSettings,
  { rtpPorts, relayPorts }: { rtpPorts: readonly number[]; relayPorts: readonly number[] },
): Promise<RequestReply<'openEgress'>> {
  const { plan } = request
  const firstVideo = soundsOf(plan)
  const kinds = [...Array.from({ length: firstVideo }, () => 'audio' as const), ...plan.videoInputs.map(() => 'video' as const)]
  return request.room.request('openEgress', {
    feedId: request.feedId,
    ip: settings.rtpIp,
    keyFrameIntervalMs: settings.segmentDurationSec * 1000,
    streams: kinds.map((kind, index) => ({
      kind,
      port: rtpPorts[index] ?? 0,
      rtcpPort: relayPorts[index] ?? 0,
      spatialLayer: kind === 'video' ? (request.spatialLayers[index - firstVideo] ?? null) : null,
      ...(kind === 'audio' && index > 0 ? { sound: index } : {}),
    })),
  })
}

/** Streams of sound that a plan receives. */
function soundsOf({ audio, composedOf }: LadderPlan): number {
  return audio === 'feed' ? (composedOf ?? 1) : 0
}

interface Following {
  request: LiveRunRequest
  settings: LiveRunSettings
  output: RunOutput
  signal: AbortSignal
}

/** Takes segments over as they appear until the process ends, hangs or is stopped. */
async function follow(
  process: LiveProcess,
  begin: (firstAtSec: number) => OpenRun,
  { request, settings, output, signal }: Following,
): Promise<RunEnd> {
  const { plan } = request
  const tracks = trackNames(plan) as TrackName[]
  /** Track that the sfu's time refers to: the pictures where there are some, else the sound. */
  const timed = (plan.videoInputs.length > 0 ? tracks[0] : undefined) ?? 'audio'
  let open: OpenRun | undefined
  const arranger = createArranger(tracks, settings.segmentDurationSec)
  const frontier = createFrontier<Arranged>(tracks, settings.segmentDurationSec * 0.75)
  const checkSize = createSizeCheck(plan, Math.ceil(sizeLastsSec / settings.segmentDurationSec))
  const hangMs = longestWithoutKeySec(settings.segmentDurationSec) * 1000 + 300
  const effort = createEffort(process.pid)
  let known = new Set<TrackName>()
  let reachedSec = 0
  let deadlineMs = Date.now() + startAllowanceMs * 2 ** Math.min(request.failures, 3) + hangMs
  let exited = false
  // One listener for the whole run: a race with these in each turn would hold every turn until the show's end.
  void process.exited.then(() => {
    exited = true
    output.wake()
  })
  signal.addEventListener('abort', output.wake, { once: true })

  async function take(isLast: boolean): Promise<RunEnd | undefined> {
    const arranged = arranger.add(output.take(), isLast)
    const end = await list(frontier.add(arranged.segments))
    // Nobody looks for the beginnings of what is in no list yet.
    for (const part of arranged.firstParts) if (known.has(part.track)) await open?.addFirstPart(part)
    return end
  }

  async function list(segments: readonly Arranged[]): Promise<RunEnd | undefined> {
    if (segments.length === 0) return undefined
    open ??= begin(output.init(timed)?.startOffsetSec ?? 0)
    const others: SeenSize[] = []
    for (const segment of segments) {
      const { track, name, durationSec, fragments } = segment
      if (isTooLong(segment, settings.segmentDurationSec)) return { cause: 'too_long', listedSec: reachedSec, track, durationSec }
      const init = known.has(track) ? undefined : output.init(track)
      if (init) {
        const facts = await open.addTrack(track, init.bytes, { startOffsetSec: init.startOffsetSec })
        known = new Set([...known, track])
        if (facts.width !== null && facts.height !== null) checkSize(track, { width: facts.width, height: facts.height }, true)
      }
      const size = await open.addSegment({ track, name, durationSec, content: { fragments } })
      const other = size && checkSize(track, size, false)
      if (other) others.push({ layer: request.spatialLayers[other.input] ?? null, seen: other.seen })
    }
    if (others.length > 0) return { cause: 'other_size', listedSec: reachedSec, sizes: others }
    const rungsChanged = await open.publish()
    request.onListed({ rungsChanged, runId: open.id })
    if (frontier.slowestSec() > reachedSec) {
      reachedSec = frontier.slowestSec()
      deadlineMs = Date.now() + hangMs
      effort.reset()
    }
    return undefined
  }
  for (;;) {
    // Asked before its output is taken: what it wrote last is in there then.
    const isGone = exited
    const end = await take(isGone)
    if (end) return end
    if (isGone) return { cause: signal.aborted ? 'stopped' : 'ffmpeg_exit', listedSec: reachedSec }
    if (signal.aborted) {
      await process.stop()
      await take(true)
      return { cause: 'stopped', listedSec: reachedSec }
    }
    if (Date.now() > deadlineMs) {
      // At work on a machine that is too busy: another start would only cost more.
      if (!effort.isNew()) return { cause: 'ffmpeg_hang', listedSec: reachedSec, lagging: frontier.lagging(hangMs / 2000) }
      deadlineMs = Date.now() + hangMs
    }
    await output.changed(Math.max(0, deadlineMs - Date.now()) + 1)
  }
}

/**
 * Compares what copied pictures show with the plan. From the beginning another size means another plan; later it has to
 * last, because a new stretch costs every viewer a break, and players take a passing change (a layer that falls back
 * for a moment) as it comes.
 */
function createSizeCheck(plan: LadderPlan, lastingSegments: number) {
  const strange = new Map<TrackName, number>()
  return (track: TrackName, size: PictureSize, isFirst: boolean): { input: number; seen: PictureSize } | undefined => {
    const rung = plan.rungs.find((each) => each.rung === track)
    if (rung?.kind !== 'copy') return undefined
    if (size.width === rung.width && size.height === rung.height) {
      strange.delete(track)
      return undefined
    }
    const times = isFirst ? lastingSegments : (strange.get(track) ?? 0) + 1
    strange.set(track, times)
    return times > lastingSegments ? { input: rung.input, seen: size } : undefined
  }
}

/**
 * Whether a process works, measured by its processor time (Linux; elsewhere it counts as idle). Good for one extension
 * per piece of progress.
 */
function createEffort(pid: number | undefined) {
  let spentSec = processorSec(pid)
  let isSpent = false
  return {
    reset() {
      spentSec = processorSec(pid)
      isSpent = false
    },
    isNew(): boolean {
      if (isSpent) return false
      isSpent = true
      return processorSec(pid) - spentSec > 0.15
    },
  }
}

function processorSec(pid: number | undefined): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) / 100
  } catch {
    return 0
  }
}

/** Said about every other stream and meaning nothing; the pixel format one comes with every frame. */
function isNoise(line: string): boolean {
  return /deprecated pixel format|Timestamps are unset|Encoder did not produce proper pts|Last message repeated|setting jitter buffer|has duration 0|Packet duration: -|pts has no value|Estimating the duration/.test(
    line,
  )
}
