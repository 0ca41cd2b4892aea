import { accessSync, constants, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's own folder. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')

/** Everything that this copy of the project keeps between two starts; removed by `npm run reset`. */
export const dataDir = process.env.E_EVENTS_DATA_DIR ? path.resolve(process.env.E_EVENTS_DATA_DIR) : path.join(root, '.data')

/** Cache shared by all copies of the project of one user: binaries that took long to get. */
export const cacheDir = path.join(process.env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache'), 'e-events')

/** Node 24 out of the npm package `node`, whatever runs this script. */
export const nodeBin = path.join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.exe' : 'node')

/** @param {string} name an executable of the installed packages */
export const localBin = (name) => path.join(root, 'node_modules', '.bin', name)

/**
 * Where an executable stands on PATH, or null. Homebrew's folders count: a GUI-started shell lacks them.
 * @param {string} name
 */
export function onPath(name, accept = isExecutable) {
  const folders = (process.env.PATH ?? '')
    .split(path.delimiter)
    .filter((folder) => folder && !folder.startsWith(path.join(root, 'node_modules')))
  for (const folder of [...folders, '/opt/homebrew/bin', '/usr/local/bin', '/usr/bin']) {
    const candidate = path.join(folder, name)
    if (accept(candidate)) return candidate
  }
  return null
}

/** @param {string} file */
export function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}
