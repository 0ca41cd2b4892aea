import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { freePort } from '../../../scripts/lib/ports.mjs'
import { ffmpegBin, words } from '../../support/programs.ts'
import { modulePath } from '../../support/shipped-nginx.ts'
import type { Bench, Row } from '../lib/bench.ts'
import { startChild } from '../lib/child.ts'
import { cpuOf, join, makeClips, partsOf, startEdge, type EdgeSide } from '../lib/edge.ts'
import { median, type Figure } from '../lib/figures.ts'
import { until, untilPhase, waitSeconds } from '../lib/rounds.ts'

const ages = { '10 min': 600, '12 h': 12 * 3600 } as const
/** Sides whose editions come in the same moment would meet on the processor: they are a third of a segment apart. */
const phases = { '10 min': 0, '12 h': 667, rtmp: 1_333 } as const
const crowds = [20, 100] as const
const roundSec = 30
const restRounds = 3
/**
 * The connections of viewers who left are closed a minute later (keep-alive of nginx and Node); what that costs belongs
 * to nobody who watches.
 */
const settleSec = 70

/**
 * nginx-rtmp as its documentation sets it up: segments of 2 s, a list of a minute, no check. The publisher is not
 * counted.
 */
async function startRtmp(bench: Bench, show: string): Promise<EdgeSide> {
  const folder = path.join(bench.folder, 'edge-rtmp')
  await mkdir(path.join(folder, 'hls'), { recursive: true })
  const [rtmpPort, port] = [await freePort(0), await freePort(0)]
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((one) => `${one}_temp_path ${folder}/${one};`).join(' ')
  const conf = `load_module ${modulePath('ngx_rtmp_module.so')}; daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log crit; worker_processes 1;
${process.getuid?.() === 0 ? 'user root;' : ''} events { worker_connections 8192; }
rtmp { access_log off; server { listen 127.0.0.1:${rtmpPort}; chunk_size 4096; application live { live on; hls on; hls_path ${folder}/hls; hls_fragment 2s; hls_playlist_length 60s; } } }
http { access_log ${folder}/access.log; sendfile on; tcp_nopush on; keepalive_requests 100000; ${temporary}
  types { application/vnd.apple.mpegurl m3u8; video/mp2t ts; } gzip on; gzip_types application/vnd.apple.mpegurl;
  server { listen 127.0.0.1:${port}; location / { root ${folder}/hls; } } }
`
  await writeFile(path.join(folder, 'nginx.conf'), conf)
  const nginx = startChild(process.env['NGINX_BIN'] ?? '', ['-c', path.join(folder, 'nginx.conf'), '-p', folder, '-e', 'stderr'])
  await until('nginx-rtmp listens', async () => (await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined)) !== undefined)
  await waitSeconds(untilPhase(phases.rtmp) / 1000)
  const pusher = startChild(
    ffmpegBin(),
    words(`-hide_banner -v error -re -stream_loop -1 -i ${show} -c copy -f flv rtmp://127.0.0.1:${rtmpPort}/live/show`),
  )
  bench.atEnd(() => pusher.end())
  const list = `http://127.0.0.1:${port}/show.m3u8`
  await until('nginx-rtmp lists segments', async () => (await fetch(list).catch(() => undefined))?.ok, { timeoutMs: 30_000 })
  const none = () => Promise.resolve(0)
  return { children: [nginx], folder, isHeld: false, lists: () => [list], writtenBytes: none, connections: none }
}

export const liveEdge: Row = {
  id: 'edge',
  title: 'Live HLS at the edge',
  async measure(bench) {
    const hasModule = await readFile(modulePath('ngx_rtmp_module.so')).catch(() => undefined)
    if (!process.env['NGINX_BIN'] || !hasModule)
      return { figures: [], missing: [{ name: 'Live HLS at the edge', reason: 'nginx with njs and nginx-rtmp is not on this machine' }] }
    const clips = path.join(bench.folder, 'edge-clips')
    await mkdir(clips, { recursive: true })
    bench.say('making the show')
    const show = await makeClips(clips, { kbps: 2_100 })
    const sides = {
      '10 min': await startEdge(bench, clips, { name: '10min', ageSec: ages['10 min'], phaseMs: phases['10 min'] }),
      '12 h': await startEdge(bench, clips, { name: '12h', ageSec: ages['12 h'], phaseMs: phases['12 h'] }),
      rtmp: await startRtmp(bench, show),
    }
    const names = ['10 min', '12 h', 'rtmp'] as const
    const all = <T>(work: (name: (typeof names)[number], side: EdgeSide) => Promise<T>): Promise<T[]> =>
      Promise.all(names.map((name) => work(name, sides[name])))
    const perSide = (): Record<string, number[]> => Object.fromEntries(names.map((name) => [name, []]))
    // 18,000 lists, as a show of a quarter of an hour with 20 viewers has answered: V8 compiles the last of what is
    // used often at about 12,000.
    const warming = await all((_, side) => join(side, 100, 180))
    await Promise.all(warming.map(({ count }) => count()))
    const written = perSide()
    const figures: Figure[] = []
    for (const crowd of crowds) {
      const seconds = Math.max(roundSec, bench.seconds)
      const [used, rest, bytes, refresh] = [perSide(), perSide(), perSide(), perSide()]
      const requests = { ours: 0, rtmp: 0 }
      const perViewerMinute = (cpuSec: number) => ((cpuSec * 60_000) / (crowd * seconds)).toFixed(1)
      await waitSeconds(settleSec)
      for (let round = 0; round < restRounds; round++) {
        const before = new Map(names.map((name) => [name, cpuOf(sides[name])]))
        await waitSeconds(seconds)
        for (const name of names) rest[name]?.push((cpuOf(sides[name]) - (before.get(name) ?? 0)) / seconds)
      }
      // All sides at the same time: the state of the machine is the same for all. They stay for all rounds; whoever
      // joins a show of 12 h reads its whole list once.
      const viewers = await all((_, side) => join(side, crowd, seconds * bench.rounds))
      await waitSeconds(seconds)
      const watching = viewers.map(({ count }) => count())
      for (let round = 0; round < bench.rounds; round++) {
        const said = await all(async (name, side) => {
          const before = { parts: partsOf(side), bytes: await side.writtenBytes() }
          await waitSeconds(seconds)
          const parts = partsOf(side).map((sec, index) => sec - (before.parts[index] ?? 0))
          used[name]?.push(parts.reduce((sum, sec) => sum + sec, 0))
          written[name]?.push((((await side.writtenBytes()) - before.bytes) / seconds) * (60 / 1000))
          return `${name} ${parts.map((sec) => perViewerMinute(sec)).join(' + ')} with ${perViewerMinute(median(rest[name] ?? []) * seconds)} of rest`
        })
        bench.say(`live edge, ${crowd} viewers, round ${round + 1}/${bench.rounds}: ${said.join(', ')} (CPU ms per viewer-minute)`)
      }
      for (const [index, name] of names.entries()) {
        const watched = await watching[index]
        if (!watched) continue
        const viewerMinutes = (crowd * seconds * bench.rounds) / 60
        bytes[name]?.push(watched.listBytes / viewerMinutes / 1000)
        refresh[name]?.push(watched.largestRefreshBytes)
        requests[name === 'rtmp' ? 'rtmp' : 'ours'] = watched.requests / viewerMinutes
      }
      const cost = Object.fromEntries(
        names.map((name) => {
          const restPerSec = median(rest[name] ?? [])
          return [name, (used[name] ?? []).map((cpuSec) => ((cpuSec - restPerSec * seconds) * 60_000) / (crowd * seconds))]
        }),
      )
      const conditions = `${crowd} viewers who stay, one token each, ${seconds} s a round, all sides at the same time, plain HTTP; 720p and sound in segments of 2 s, blocking reload and delta updates through the shipped nginx (${requests.ours.toFixed(0)} requests per viewer-minute), against nginx-rtmp with the same seconds, sound inside, no check (${requests.rtmp.toFixed(0)}); what both use at rest is subtracted`
      for (const age of ['10 min', '12 h'] as const)
        figures.push({
          name: `Live viewer, show of ${age}, ${crowd} viewers, against nginx-rtmp`,
          unit: 'CPU ms per viewer-minute',
          ours: cost[age] ?? [],
          baseline: cost['rtmp'] ?? [],
          goal: { ratioAtMost: crowd === 20 ? 1.8 : 2.4 },
          note: conditions,
        })
      if (crowd !== 20) continue
      for (const age of ['10 min', '12 h'] as const) {
        figures.push({
          name: `Playlists of a live viewer, show of ${age}`,
          unit: 'KB per viewer-minute',
          ours: bytes[age] ?? [],
          baseline: bytes['rtmp'] ?? [],
          goal: { oursAtMost: 30 },
          note: 'bodies as they are sent (gzip), both lists, joining left out',
        })
        figures.push({
          name: `Largest refresh of a playlist, show of ${age}`,
          unit: 'bytes',
          ours: refresh[age] ?? [],
          baseline: [],
          goal: { oursAtMost: 1_000 },
        })
      }
    }
    for (const age of ['10 min', '12 h'] as const)
      figures.push({
        name: `Lists and records written to storage, show of ${age}`,
        unit: 'KB per minute',
        ours: written[age] ?? [],
        baseline: [],
        goal: { oursAtMost: 1_000 },
        note: 'one feed with one rung and sound; segments aside',
      })
    for (const side of Object.values(sides)) for (const child of side.children) await child.end('SIGTERM')
    return { figures }
  },
}
