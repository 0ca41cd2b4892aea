import { mkdtempSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { startPlatform } from '../../../scripts/lib/platform.mjs'
import { findRedis } from '../../../scripts/lib/redis.mjs'
import { ffmpegBin } from '../../support/programs.ts'
import { descendantsOf } from '../../support/process-tree.ts'
import type { Bench, Row } from '../lib/bench.ts'
import { waitSeconds } from '../lib/rounds.ts'

const restSec = 30

/** Names alone: no address, secret or port of another installation. */
function inherited(): NodeJS.ProcessEnv {
  const names = [
    'PATH',
    'HOME',
    'TMPDIR',
    'LANG',
    'XDG_CACHE_HOME',
    'FFMPEG_BIN',
    'FFPROBE_BIN',
    'MEDIASOUP_WORKER_BIN',
    'REDIS_SERVER_BIN',
  ]
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))
}

/** All that a start keeps between two of them, in a folder of its own. */
const dataFolder = (bench: Bench) => mkdtempSync(path.join(bench.folder, 'platform-'))

/** Resident memory of a process in MB. */
const memoryMb = (pid: number) => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

export const memory: Row = {
  id: 'memory',
  title: 'Memory of the platform at rest',
  async measure(bench) {
    const dataDir = dataFolder(bench)
    const ours: number[] = []
    let parts = ''
    for (let round = 0; round < bench.rounds; round += 1) {
      const platform = await startPlatform({
        dataDir,
        tools: { ffmpeg: ffmpegBin(), ffprobe: process.env['FFPROBE_BIN'] || 'ffprobe', worker: process.env['MEDIASOUP_WORKER_BIN'] ?? '' },
        redis: await findRedis(),
        demo: false,
        durable: false,
        nodeEnv: 'production',
        ports: { gateway: 0, api: 0, sfu: 0, transcoder: 0, postgres: 0, redis: 0 },
        // In production nobody can sign up without a mail server: none is asked here.
        env: { ...inherited(), SMTP_URL: 'smtp://127.0.0.1:9', SFU_RTC_MIN_PORT: '47000', SFU_RTC_MAX_PORT: '47099' },
      })
      await waitSeconds(restSec)
      const redis = descendantsOf(process.pid).filter(
        ({ command }) => command.includes(`redis-server`) && command.includes(String(platform.ports['redis'])),
      )
      const sizes = Object.values(platform.services).flatMap(({ name, pid }) => {
        const own = pid() ?? 0
        return [own, ...descendantsOf(own).map((child) => child.pid)].map((each) => ({ name, mb: memoryMb(each) }))
      })
      const all = [...sizes, ...redis.map(({ pid }) => ({ name: 'redis', mb: memoryMb(pid) }))]
      ours.push(all.reduce((sum, { mb }) => sum + mb, 0))
      parts = all.map(({ name, mb }) => `${name} ${mb.toFixed(0)}`).join(', ')
      bench.say(parts)
      await platform.stop()
    }
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
    return {
      figures: [
        {
          name: 'Memory of the platform without the demo, at rest',
          unit: 'MB',
          ours,
          baseline: [],
          goal: { oursAtMost: 400 },
          note: `resident memory of api, sfu with its worker, transcoder, gateway and Redis, ${restSec} s after a start in production mode with nobody there; last round: ${parts}`,
        },
      ],
    }
  },
}
