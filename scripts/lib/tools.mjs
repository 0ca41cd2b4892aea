// The programs beside Node: ffmpeg, ffprobe, and for the tests a Chromium. Paths named by the environment win, then
// PATH, then a download, then the system's packages, and where nothing helps, plain advice.
import { existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { installPackages } from './debian.mjs'
import { downloadAllowed, rememberFailedDownload } from './downloads.mjs'
import { isExecutable, localBin, nodeBin, onPath, root } from './paths.mjs'
import { run } from './processes.mjs'
import { Advice } from './progress.mjs'

const works = async (bin, flag = '-version') => Boolean(bin) && (await run(bin, [flag], { timeoutMs: 30_000 })).code === 0

/**
 * @param {(text: string) => void} note
 * @returns {Promise<{ ffmpeg: string, ffprobe: string }>}
 */
export async function findFfmpeg(note) {
  const look = async () => {
    const ffmpeg = await first([process.env.FFMPEG_BIN, onPath('ffmpeg'), bundledFfmpeg()])
    const ffprobe = await first([process.env.FFPROBE_BIN, onPath('ffprobe'), ffmpeg && path.join(path.dirname(ffmpeg), 'ffprobe')])
    return { ffmpeg, ffprobe }
  }
  let found = await look()
  if (!found.ffmpeg && (await downloadAllowed('ffmpeg'))) {
    note('downloading ffmpeg-static')
    const script = path.join(root, 'node_modules/ffmpeg-static/install.js')
    const { FFMPEG_BIN: _unset, ...env } = process.env
    const result = await run(nodeBin, [script], { env, cwd: path.dirname(script), timeoutMs: 120_000 })
    if (result.code !== 0) rememberFailedDownload('ffmpeg')
    found = await look()
  }
  if (!found.ffmpeg || !found.ffprobe) {
    await installPackages(['ffmpeg'], note)
    found = await look()
  }
  if (!found.ffmpeg || !found.ffprobe) {
    throw new Advice(`${found.ffmpeg ? 'ffprobe' : 'ffmpeg'} was not found and could not be installed. Any of these helps:
  Debian/Ubuntu:  sudo apt-get install -y ffmpeg
  macOS:          brew install ffmpeg
  elsewhere:      FFMPEG_BIN=/path/to/ffmpeg FFPROBE_BIN=/path/to/ffprobe npm start`)
  }
  note(found.ffmpeg)
  return found
}

/**
 * @param {(text: string) => void} note
 * @returns {Promise<string>} the browser in which the end-to-end tests run
 */
export async function findChromium(note) {
  const look = () =>
    first(
      [
        process.env.CHROMIUM_BIN,
        onPath('chromium'),
        onPath('chromium-browser'),
        onPath('google-chrome'),
        ...macChrome,
        ...playwrightBrowsers(),
      ],
      '--version',
    )
  let bin = await look()
  if (!bin) {
    await installPackages(['chromium', 'fonts-liberation', 'fonts-noto-color-emoji'], note)
    bin = await look()
  }
  if (!bin && (await downloadAllowed('chromium', { host: 'cdn.playwright.dev' }))) {
    note("downloading Playwright's Chromium")
    const result = await run(nodeBin, [localBin('playwright'), 'install', 'chromium'], { cwd: root, timeoutMs: 300_000 })
    if (result.code !== 0) rememberFailedDownload('chromium')
    bin = await look()
  }
  if (!bin) {
    throw new Advice(`No Chromium was found for the end-to-end tests and none could be installed. Any of these helps:
  Debian/Ubuntu:  sudo apt-get install -y chromium
  macOS:          brew install --cask chromium
  elsewhere:      npx playwright install --with-deps chromium, or CHROMIUM_BIN=/path/to/chrome npm test`)
  }
  note(bin)
  return bin
}

/**
 * Chromium without the parts of a window: a page takes half to two thirds of the processor time. Debian has it as a
 * package, and Playwright's download brings it.
 * @param {(text: string) => void} note
 * @returns {Promise<string | null>} null: the whole browser does as well
 */
export async function findHeadlessShell(note) {
  const look = () => first([process.env.HEADLESS_SHELL_BIN, onPath('chromium-headless-shell'), ...playwrightShells()], '--version')
  let bin = await look()
  if (!bin && onPath('chromium')) {
    await installPackages(['chromium-headless-shell'], note)
    bin = await look()
  }
  note(bin ?? 'none found: the whole Chromium in its place')
  return bin
}

async function first(candidates, flag = '-version') {
  for (const candidate of candidates) if (candidate && isExecutable(candidate) && (await works(candidate, flag))) return candidate
  return null
}

/** ffmpeg-static answers with a path even when its download never came. */
function bundledFfmpeg() {
  try {
    const { FFMPEG_BIN } = process.env
    delete process.env.FFMPEG_BIN
    const bin = createRequire(path.join(root, 'transcoder/package.json'))('ffmpeg-static')
    if (FFMPEG_BIN) process.env.FFMPEG_BIN = FFMPEG_BIN
    return bin
  } catch {
    return null
  }
}

const macChrome = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium']

const playwrightBrowsers = () =>
  playwrightFiles('chromium-', ['chrome-linux/chrome', 'chrome-linux64/chrome', 'chrome-mac/Chromium.app/Contents/MacOS/Chromium'])

const playwrightShells = () =>
  playwrightFiles(
    'chromium_headless_shell-',
    ['linux64', 'linux-arm64', 'mac-arm64', 'mac-x64'].map((system) => `chrome-headless-shell-${system}/chrome-headless-shell`),
  )

/**
 * Files that Playwright has downloaded.
 * @param {string} prefix of the folder of the browser, before its revision
 * @param {string[]} tails where its binary may lie below that folder
 */
function playwrightFiles(prefix, tails) {
  const folders = [
    process.env.PLAYWRIGHT_BROWSERS_PATH,
    path.join(os.homedir(), '.cache/ms-playwright'),
    path.join(os.homedir(), 'Library/Caches/ms-playwright'),
  ]
  return folders
    .filter((folder) => folder && existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => path.join(folder, name)))
    .filter((folder) => path.basename(folder).startsWith(prefix))
    .flatMap((folder) => tails.map((tail) => path.join(folder, tail)))
}
