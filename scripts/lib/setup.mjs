// Everything between a fresh clone and a machine on which the platform can run. Each step looks first and works only
// where something is missing, so that it can be repeated at any time and mends what an interrupted run left behind.
import { buildApp, buildServices } from './builds.mjs'
import { installPackages } from './install.mjs'
import { findNginx } from './nginx.mjs'
import { findRedis } from './redis.mjs'
import { findChromium, findFfmpeg, findHeadlessShell } from './tools.mjs'
import { findWorker } from './worker.mjs'

/**
 * @param {ReturnType<typeof import('./progress.mjs').createProgress>} progress
 * @param {{ chromium?: boolean, nginx?: boolean, ownRedis?: boolean, repair?: boolean, builds?: boolean }} [options]
 * chromium: a browser for the tests; nginx: one for the tests of deploy/nginx, if there is any; ownRedis: whatever
 * REDIS_URL says
 * @returns {Promise<{ tools: { ffmpeg: string, ffprobe: string, worker: string, chromium?: string, nginx?: { bin:
 * string, modules: string } | null }, redis: Awaited<ReturnType<typeof findRedis>> | null }>}
 */
export async function setUp(progress, { chromium = false, nginx = false, ownRedis = false, repair = false, builds = true } = {}) {
  const { step } = progress
  await step('Packages', (note) => installPackages({ note, force: repair }))
  const { ffmpeg, ffprobe } = await step('ffmpeg', (note) => findFfmpeg(note))
  const redis = await step('Redis server', async (note) => {
    if (process.env.REDIS_URL && !ownRedis) {
      note('REDIS_URL')
      return null
    }
    const found = await findRedis()
    note(found.how)
    return found
  })
  const worker = await step('Media worker', (note) => findWorker(note))
  const browser = chromium ? await step('Chromium', (note) => findChromium(note)) : undefined
  const headlessShell = chromium ? await step('Headless shell', (note) => findHeadlessShell(note)) : undefined
  const webServer = nginx
    ? await step('nginx', async (note) => {
        const found = await findNginx()
        note(found?.bin ?? 'none found: what tests it is skipped')
        return found
      })
    : undefined
  if (builds) {
    await step('Services', (note) => buildServices({ note, force: repair }))
    await step('Web app', (note) => buildApp('web', { note, force: repair }))
    await step('Studio app', (note) => buildApp('studio', { note, force: repair }))
  }
  return { tools: { ffmpeg, ffprobe, worker, chromium: browser, headlessShell, nginx: webServer }, redis }
}
