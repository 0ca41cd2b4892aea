// The mediasoup worker: a native program that the npm package either downloads or compiles. One per user and version is
// kept in the cache, so that a second copy of the project starts at once.
import { copyFileSync, chmodSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import path from 'node:path'
import { downloadAllowed, rememberFailedDownload } from './downloads.mjs'
import { exclusively } from './lock.mjs'
import { cacheDir, isExecutable, nodeBin, onPath, root } from './paths.mjs'
import { run } from './processes.mjs'
import { Advice } from './progress.mjs'

/** Minutes on an idle machine; a small and busy one takes its time. */
const BUILD_MS = 2 * 3600_000

const packageDir = path.join(root, 'node_modules/mediasoup')

/** Without its environment a whole worker leaves with this status. */
const NO_PARENT_STATUS = 41

/** Where the worker of this version is kept. @param {string} version */
export const cachedWorker = (version) => path.join(cacheDir, 'mediasoup-worker', version, 'mediasoup-worker')

/**
 * @param {(text: string) => void} note
 * @returns {Promise<string>} a worker that starts on this machine
 */
export async function findWorker(note) {
  const given = process.env.MEDIASOUP_WORKER_BIN
  if (given && (await starts(given))) return said(given)
  const { version } = JSON.parse(readFileSync(path.join(packageDir, 'package.json'), 'utf8'))
  const cached = cachedWorker(version)
  if (await starts(cached)) return said(cached)
  const installed = path.join(packageDir, 'worker/out/Release/mediasoup-worker')
  if (await starts(installed)) return said(keep(installed, cached))
  if (await downloadAllowed('mediasoup-worker')) {
    note('downloading the prebuilt worker')
    await download()
    if (await starts(installed)) return said(keep(installed, cached))
    rememberFailedDownload('mediasoup-worker')
  }
  const problem = await exclusively(
    'media-worker',
    note,
    async () => {
      if (await starts(cached)) return ''
      return onPath('apt-get') ? buildOnDebian(cached, note) : buildWithNpm(installed, cached, note)
    },
    cacheDir,
  )
  if (await starts(cached)) return said(cached)
  throw new Advice(`The mediasoup worker could neither be downloaded nor built. ${problem}
  Debian/Ubuntu:  sudo apt-get install -y g++ meson ninja-build pkg-config libssl-dev libuv1-dev libabsl-dev libflatbuffers-dev flatbuffers-compiler
  macOS:          xcode-select --install && brew install python ninja meson, then npm rebuild mediasoup
  elsewhere:      MEDIASOUP_WORKER_BIN=/path/to/mediasoup-worker npm start`)

  function said(bin) {
    note(bin)
    return bin
  }
}

async function starts(bin) {
  if (!isExecutable(bin)) return false
  const { MEDIASOUP_VERSION: _unset, ...env } = process.env
  return (await run(bin, [], { env, timeoutMs: 30_000 })).code === NO_PARENT_STATUS
}

/** Into place by renaming: another start may be looking at the same moment. */
function keep(from, to) {
  mkdirSync(path.dirname(to), { recursive: true })
  const temporary = `${to}.${process.pid}`
  copyFileSync(from, temporary)
  chmodSync(temporary, 0o755)
  renameSync(temporary, to)
  return to
}

/** The package's own script downloads and, failing that, starts a local build with Python: it is stopped there. */
async function download() {
  const { MEDIASOUP_WORKER_BIN: _unset, ...env } = process.env
  const stop = new AbortController()
  const attempt = run(nodeBin, ['npm-scripts.mjs', 'postinstall'], {
    env: { ...env, PYTHON: path.join(packageDir, 'no-python-during-download') },
    cwd: packageDir,
    timeoutMs: 60_000,
    onLine: (line) => line.includes('building it locally') && stop.abort(),
  })
  await Promise.race([attempt, new Promise((resolve) => stop.signal.addEventListener('abort', resolve, { once: true }))])
  if (stop.signal.aborted) attempt.kill()
  await attempt
}

async function buildOnDebian(target, note) {
  note('building it from the sources in the npm package')
  const work = path.join(path.dirname(target), 'build') // the same one every time: an interrupted build goes on
  const watch = setInterval(() => {
    try {
      const steps = [...readFileSync(path.join(work, 'build.log'), 'utf8').matchAll(/^\[(\d+)\/(\d+)\]/gm)].at(-1)
      if (steps) note(`compiling ${steps[1]} of ${steps[2]}`)
    } catch {
      // the compiler has not begun
    }
  }, 500)
  const result = await run('bash', [path.join(root, 'scripts/build-mediasoup-worker.sh'), target], {
    env: { ...process.env, WORK: work, MEDIASOUP_DIR: packageDir },
    timeoutMs: BUILD_MS,
    onLine: note,
  })
  clearInterval(watch)
  return explain(result)
}

async function buildWithNpm(installed, target, note) {
  note('building it with the npm package (python3 needed)')
  const { MEDIASOUP_WORKER_BIN: _unset, ...env } = process.env
  const result = await run(nodeBin, ['npm-scripts.mjs', 'worker:build'], { env, cwd: packageDir, timeoutMs: BUILD_MS })
  if (await starts(installed)) keep(installed, target)
  return explain(result)
}

function explain({ code, timedOut, output }) {
  if (code === 0) return ''
  const last = output.trim().split('\n').slice(-12).join('\n')
  return `The build ${timedOut ? 'took too long; start again and it goes on' : 'failed'}. It said:\n${last}\n`
}
