// The npm packages, and Node 24 among them. Runs `npm ci` when something that the lock file names is missing or has
// another version.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { exclusively } from './lock.mjs'
import { isExecutable, nodeBin, onPath, root } from './paths.mjs'
import { run } from './processes.mjs'
import { Advice } from './progress.mjs'
import { cachedWorker } from './worker.mjs'

const NODE_MAJOR = 24

/**
 * @param {{ note: (text: string) => void, force?: boolean }} options force: install again even if nothing seems to be
 * missing
 */
export async function installPackages({ note, force = false }) {
  const problem = force ? 'asked for' : await whatIsWrong()
  if (problem) {
    await exclusively('packages', note, async () => {
      const now = force ? problem : await whatIsWrong()
      if (now) await install(now, note)
    })
  }
  note(`${problem ? 'installed' : 'up to date'}, Node ${await nodeVersion()}`)
}

async function install(problem, note) {
  note(`npm ci (${problem})`)
  await npmCi(note)
  await ensureNode(note)
  const still = await whatIsWrong()
  if (still) {
    throw new Advice(
      `npm ci ended well, but ${still}. Remove node_modules and start again; if that does not help, look at your npm configuration.`,
    )
  }
}

/** Compares what lies there with the lock file, package by package: no stamp that could say more than is true. */
async function whatIsWrong() {
  if (!existsSync(path.join(root, 'node_modules'))) return 'first start'
  // npm writes it last.
  if (!existsSync(path.join(root, 'node_modules/.package-lock.json'))) return 'an earlier installation did not finish'
  const missing = missingPackages(JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages, readVersion)
  if (missing.length > 0) return `${missing.length} packages are missing or old, ${missing[0]} for one`
  if (!((await nodeVersion()) ?? '').startsWith(`v${NODE_MAJOR}.`)) return `Node ${NODE_MAJOR} is missing`
  return null
}

/**
 * Which packages of the lock file are not there in the right version? Optional ones may be absent: most are for other
 * systems.
 * @param {Record<string, { version?: string, link?: boolean, optional?: boolean, peer?: boolean }>} locked the
 * `packages` of a package-lock.json
 * @param {(place: string) => string | null} versionAt
 * @returns {string[]} their places
 */
export function missingPackages(locked, versionAt) {
  return Object.entries(locked)
    .filter(([place, entry]) => place.includes('node_modules/') && !entry.optional && !entry.devOptional)
    .filter(([place, entry]) => {
      const version = versionAt(place)
      return version === null || (!entry.link && entry.version !== undefined && version !== entry.version)
    })
    .map(([place]) => place)
}

function readVersion(place) {
  try {
    return JSON.parse(readFileSync(path.join(root, place, 'package.json'), 'utf8')).version ?? ''
  } catch {
    return null
  }
}

async function nodeVersion() {
  if (!isExecutable(nodeBin)) return null
  const { code, output } = await run(nodeBin, ['--version'], { timeoutMs: 10_000 })
  return code === 0 ? output.trim() : null
}

/** npm as it was called, run by the Node that runs npm: ours lies in the folder that `npm ci` is about to delete. */
function npm(args, options = {}) {
  const cli = process.env.npm_execpath
  const PATH = (process.env.PATH ?? '')
    .split(path.delimiter)
    .filter((folder) => !folder.startsWith(path.join(root, 'node_modules')))
    .join(path.delimiter)
  // Neither ffmpeg-static nor mediasoup downloads anything while these are set, so a closed network cannot break the
  // installation, whatever the version of npm thinks of install scripts. The set-up tries the downloads itself
  // afterwards.
  const env = { ...process.env, PATH, FFMPEG_BIN: process.env.FFMPEG_BIN ?? onPath('ffmpeg') ?? '/usr/bin/ffmpeg' }
  env.MEDIASOUP_WORKER_BIN ??= cachedWorker('installed-later')
  for (const name of Object.keys(env)) if (/^npm_(package|lifecycle|command|config_local_prefix)/.test(name)) delete env[name]
  const all = [...args, '--no-audit', '--no-fund', '--loglevel=error']
  const caller = process.env.npm_node_execpath
  const outside = caller && !caller.startsWith(path.join(root, 'node_modules')) ? caller : onPath('node')
  if (cli && cli.endsWith('.js') && outside) return run(outside, [cli, ...all], { cwd: root, env, ...options })
  return run('npm', all, { cwd: root, env, ...options })
}

async function npmCi(note) {
  for (let attempt = 1; ; attempt += 1) {
    const result = await npm(['ci'], { timeoutMs: 30 * 60_000 })
    if (result.code === 0) return
    const outOfStep = /EUSAGE|can only install packages when your package\.json/.test(result.output)
    if (attempt === 3 || outOfStep) throw new Advice(`npm ci failed:\n${meaningful(result.output)}`)
    note(`npm ci, attempt ${attempt + 1}`)
  }
}

/** npm's explanation without the page of usage behind it. */
function meaningful(output) {
  const lines = output.trim().split('\n')
  const usage = lines.findIndex((line) => /Clean install a project|^npm error Usage:/.test(line))
  return (usage < 0 ? lines.slice(-25) : lines.slice(0, usage)).slice(0, 40).join('\n')
}

/** The package `node` fetches its binary in an install script; some configurations of npm switch those off. */
async function ensureNode(note) {
  if (((await nodeVersion()) ?? '').startsWith(`v${NODE_MAJOR}.`)) return
  note(`npm rebuild node`)
  const result = await npm(['rebuild', 'node', '--ignore-scripts=false', '--foreground-scripts'], { timeoutMs: 10 * 60_000 })
  if (((await nodeVersion()) ?? '').startsWith(`v${NODE_MAJOR}.`)) return
  if (process.versions.node.startsWith(`${NODE_MAJOR}.`)) return
  throw new Advice(`Node ${NODE_MAJOR} could not be installed through npm:\n${result.output.trim().split('\n').slice(-10).join('\n')}`)
}
