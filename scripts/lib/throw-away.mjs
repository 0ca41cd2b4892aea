// Where tests keep what nobody needs afterwards: databases, recordings, profiles of browsers.
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { isAlive } from './processes.mjs'

const MEMORY = '/dev/shm'
/** Bytes: a whole run writes up to 3 GiB at a time. */
const PLENTY = 8 * 1024 ** 3

/** A file system in memory where there is plenty of it, otherwise the folder for temporary files. */
function place() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    // On Linux this is what programs can still get, not what lies idle.
    return Math.min(bavail * bsize, os.freemem()) >= PLENTY ? MEMORY : os.tmpdir()
  } catch {
    return os.tmpdir()
  }
}

/**
 * Makes a folder of this process, and removes those that killed processes left behind.
 * @param {string} purpose part of its name
 * @returns {{ folder: string, tmp: string }} tmp: the folder for temporary files in it, for everybody
 */
export function makeThrowAway(purpose, parent = place()) {
  const prefix = `e-events-${purpose}-`
  for (const name of readdirSync(parent)) {
    const pid = name.startsWith(prefix) ? Number(/^\d+(?=-)/.exec(name.slice(prefix.length))?.[0]) : Number.NaN
    if (pid > 0 && !isAlive(pid)) rmSync(path.join(parent, name), { recursive: true, force: true })
  }
  const folder = mkdtempSync(path.join(parent, `${prefix}${process.pid}-`))
  // PostgreSQL and nginx run as other users where the tests run as root.
  chmodSync(folder, 0o755)
  const tmp = path.join(folder, 'tmp')
  mkdirSync(tmp)
  chmodSync(tmp, 0o1777)
  return { folder, tmp }
}
