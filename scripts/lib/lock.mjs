// One at a time: `npm start` and `npm test` in the same folder must not install or build over each other.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from './paths.mjs'
import { birthOf, isAlive } from './processes.mjs'

/**
 * Runs `work` while no other process does work of the same name in this folder.
 * @template T @param {string} name @param {(text: string) => void} note says whom it waits for @param {() =>
 * Promise<T>} work
 * @param {string} [folder] where the lock lies
 * @returns {Promise<T>}
 */
export async function exclusively(name, note, work, folder = path.join(root, '.cache')) {
  mkdirSync(folder, { recursive: true })
  const file = path.join(folder, `${name}.lock`)
  while (!take(file)) {
    const holder = read(file)
    if (holder && !lives(holder)) rmSync(file, { force: true })
    else {
      note(`waiting for process ${holder?.pid ?? ''}`)
      await sleep(200)
    }
  }
  try {
    return await work()
  } finally {
    rmSync(file, { force: true })
  }
}

function take(file) {
  try {
    writeFileSync(file, JSON.stringify({ pid: process.pid, birth: birthOf(process.pid) }), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

const lives = ({ pid, birth }) => isAlive(pid) && birthOf(pid) === birth

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null // just taken and not yet written, or just released
  }
}
