// Downloads that only an open network allows are tried at most once a day: a closed network must not cost every start.
import net from 'node:net'
import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { cacheDir } from './paths.mjs'

const DAY_MS = 24 * 3600 * 1000
const ANSWER_MS = 4000
const mark = (name) => path.join(cacheDir, 'failed-downloads', name)

/**
 * Is a download worth trying now? Not within a day after it failed, and not where its host does not even answer.
 * @param {string} name @param {{ host?: string, now?: number }} [options]
 */
export async function downloadAllowed(name, { host = 'github.com', now = Date.now() } = {}) {
  if (process.env.E_EVENTS_OFFLINE || triedLately(name, now)) return false
  if (await answers(host)) return true
  rememberFailedDownload(name)
  return false
}

function triedLately(name, now) {
  try {
    return now - statSync(mark(name)).mtimeMs < DAY_MS
  } catch {
    return false
  }
}

function answers(host) {
  // Behind a proxy the host itself never answers; only the attempt can tell.
  if (process.env.HTTPS_PROXY || process.env.https_proxy) return Promise.resolve(true)
  return new Promise((resolve) => {
    const socket = net.connect({ host, port: 443 })
    const finish = (ok) => {
      socket.destroy()
      clearTimeout(alarm)
      resolve(ok)
    }
    const alarm = setTimeout(() => finish(false), ANSWER_MS) // covers the name lookup as well
    socket.on('connect', () => finish(true))
    socket.on('error', () => finish(false))
  })
}

/** @param {string} name */
export function rememberFailedDownload(name) {
  mkdirSync(path.dirname(mark(name)), { recursive: true })
  writeFileSync(mark(name), 'tried without success\n')
}
