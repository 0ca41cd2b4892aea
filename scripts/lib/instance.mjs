// One running platform per data folder: who holds it, and where it answers.
import { closeSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import path from 'node:path'
import { birthOf, isAlive } from './processes.mjs'

const fileOf = (dataDir) => path.join(dataDir, 'run.json')

/**
 * @typedef {object} Instance
 * @property {number} pid @property {string} birth of the runner, against a reused pid
 * @property {'starting' | 'running'} state
 * @property {string} [origin] @property {Record<string, number>} [ports] @property {Record<string, string>} [env]
 */

/**
 * Takes the data folder for this process.
 * @param {string} dataDir
 * @returns {{ holder: Instance } | { release(): void, update(more: Partial<Instance>): void }} the live holder, or the
 * means to be one
 */
export function claim(dataDir) {
  mkdirSync(dataDir, { recursive: true })
  const file = fileOf(dataDir)
  const mine = { pid: process.pid, birth: birthOf(process.pid), state: 'starting' }
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      const handle = openSync(file, 'wx', 0o600)
      writeSync(handle, JSON.stringify(mine))
      closeSync(handle)
      return {
        release: () => {
          if (read(dataDir)?.pid === process.pid) rmSync(file, { force: true })
        },
        update: (more) => {
          Object.assign(mine, more)
          writeFileSync(`${file}.tmp`, JSON.stringify(mine, null, 2), { mode: 0o600 })
          renameSync(`${file}.tmp`, file)
        },
      }
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
      const holder = findRunning(dataDir)
      if (holder) return { holder }
      rmSync(file, { force: true }) // its runner is dead
    }
  }
  throw new Error(`${file} cannot be taken: is another start under way?`)
}

/** The instance that runs on this data now, or null. @param {string} dataDir @returns {Instance | null} */
export function findRunning(dataDir) {
  const instance = read(dataDir)
  return instance && isAlive(instance.pid) && birthOf(instance.pid) === instance.birth ? instance : null
}

/** @param {string} dataDir @returns {Instance | null} */
export function read(dataDir) {
  try {
    return JSON.parse(readFileSync(fileOf(dataDir), 'utf8'))
  } catch {
    return null
  }
}
