import { copyFile, mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { AssetId } from '@e-events/shared/domain/ids.ts'
import { audioBps, rungs as ladder } from '@e-events/shared/domain/ladder.ts'
import { queues } from '@e-events/shared/jobs/queues.ts'
import { defineQueue } from '@e-events/shared/node/queue.ts'
import { ffmpegBin, runProgram, words } from '../../support/programs.ts'
import type { Stack } from '../../support/stack.ts'
import type { Bench, Row } from '../lib/bench.ts'
import { startChild } from '../lib/child.ts'
import { cpuSecondsOf } from '../lib/cpu.ts'
import { interleave, until } from '../lib/rounds.ts'

const clipSec = 20
const framesPerSec = 30
const gridSec = 2

/** A 1080p MP4 as a camera makes it: moving picture, some noise, sound. */
async function makeClip(bench: Bench): Promise<string> {
  const file = path.join(bench.folder, 'upload.mp4')
  const picture = `testsrc2=s=1920x1080:r=${framesPerSec},noise=alls=6:allf=t,format=yuv420p`
  await runProgram(
    ffmpegBin(),
    [
      ...words('-hide_banner -nostdin -loglevel error -y -f lavfi -i'),
      picture,
      ...words(`-f lavfi -i sine=f=440:r=48000 -t ${clipSec} -c:v libx264 -preset ultrafast -b:v 8M -g 60 -c:a aac -movflags +faststart`),
      file,
    ],
    { timeoutMs: 300_000 },
  )
  return file
}

/**
 * The same rungs, rates and encoder settings by one ffmpeg: a file in, playlists out, nobody who looks after it, no
 * pictures for a seek bar.
 */
function handTuned(source: string, folder: string): string[] {
  const chains = ladder.map(({ height }, index) => `[s${index}]scale=-2:${height}:flags=bicubic,format=yuv420p[v${index}]`)
  const split = `[0:v:0]fps=${framesPerSec},split=${ladder.length}${ladder.map((_, index) => `[s${index}]`).join('')}`
  return [
    ...words('-hide_banner -nostdin -nostats -loglevel error -i'),
    source,
    '-filter_complex',
    [split, ...chains].join(';'),
    ...ladder.flatMap((_, index) => ['-map', `[v${index}]`]),
    ...words(`-map 0:a:0 -c:a aac -b:a ${audioBps} -ac 2 -ar 48000`),
    ...words('-c:v libx264 -preset superfast -profile:v main -sc_threshold 0 -force_key_frames'),
    `expr:gte(t,n_forced*${gridSec})`,
    ...ladder.flatMap(({ videoBps }, index) =>
      words(
        `-b:v:${index} ${videoBps} -maxrate:v:${index} ${videoBps} -bufsize:v:${index} ${videoBps} -rc_init_occupancy:v:${index} ${videoBps / 5}`,
      ),
    ),
    ...words(`-f hls -hls_time ${gridSec} -hls_list_size 0 -hls_playlist_type vod -hls_flags independent_segments -hls_segment_type fmp4`),
    ...words('-hls_fmp4_init_filename init_%v.mp4 -hls_segment_filename'),
    `${folder}/%v_%05d.m4s`,
    '-master_pl_name',
    'master.m3u8',
    '-var_stream_map',
    [...ladder.map(({ name }, index) => `v:${index},agroup:aud,name:${name}`), 'a:0,agroup:aud,default:yes,name:audio'].join(' '),
    `${folder}/%v.m3u8`,
  ]
}

async function costOfBaseline(bench: Bench, clip: string): Promise<number> {
  const folder = path.join(bench.folder, 'vod-hand-tuned')
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  // Below a shell that then stands still: the time of children that have ended is asked of their parent.
  const shell = startChild('/bin/sh', ['-c', '"$@"; echo done; kill -STOP $$', 'sh', ffmpegBin(), ...handTuned(clip, folder)])
  try {
    await shell.firstLine
    return (cpuSecondsOf(shell.pid) / clipSec) * 60
  } finally {
    await shell.end()
  }
}

async function costOfOurs(stack: Stack, clip: string): Promise<number> {
  const product = await stack.factories.product({ type: 'vod' })
  const asset = await stack.factories.asset({ product_id: product.id, state: 'processing', duration_ms: null, rungs: [] })
  const sourceKey = `uploads/${asset.id}.mp4`
  const target = path.join(String(stack.env['STORAGE_DIR']), sourceKey)
  await mkdir(path.dirname(target), { recursive: true })
  await copyFile(clip, target)
  const queue = defineQueue(queues.vodLadder, { redisUrl: String(stack.env['REDIS_URL']), onError: () => undefined })
  const pid = stack.pidOf('transcoder')
  const before = cpuSecondsOf(pid)
  try {
    const job = { assetId: asset.id as AssetId, sourceKey, storagePrefix: asset.storage_prefix }
    await queue.enqueue({ ...job, media: 'video', container: 'mov' }, { jobId: asset.id })
    await until(
      'the video is ready',
      async () => {
        const row = await stack.knex('media_assets').where({ id: asset.id }).first()
        if (row?.state === 'failed') throw new Error(`the ladder failed: ${row.error_code}`)
        return row?.state === 'ready'
      },
      { timeoutMs: 600_000, everyMs: 200 },
    )
    return ((cpuSecondsOf(pid) - before) / clipSec) * 60
  } finally {
    await queue.close()
    await rm(target, { force: true })
  }
}

export const vod: Row = {
  id: 'vod',
  title: 'VOD ladder of an uploaded video',
  async measure(bench) {
    const stack = await bench.stack()
    bench.say('encoding the file that is uploaded')
    const clip = await makeClip(bench)
    const measured = await interleave(bench, 'vod', {
      ours: () => costOfOurs(stack, clip),
      baseline: () => costOfBaseline(bench, clip),
    })
    return {
      figures: [
        {
          name: 'VOD ladder of an uploaded video',
          unit: 'CPU s per minute of video',
          ...measured,
          goal: { ratioAtMost: 1.05 },
          note: `1080p30 MP4 of ${clipSec} s to ${ladder.map(({ name }) => name).join(', ')} and AAC; the transcoder's whole process tree from job to ready (probe, ladder, still, seek pictures, move into the storage) against one hand-tuned ffmpeg that makes the rungs alone`,
        },
      ],
    }
  },
}
