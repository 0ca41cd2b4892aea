// Programs out of Debian's packages, unpacked into the user's cache: no root needed, nothing changed in the system, no
// service that lingers.
import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { cacheDir, onPath } from './paths.mjs'
import { isRoot, run } from './processes.mjs'

/** Debian's name of this machine's library folder. */
export const libraryTriplet = process.arch === 'arm64' ? 'aarch64-linux-gnu' : 'x86_64-linux-gnu'

/**
 * @param {{ name: string, packages: string[], needed: string, finish?: (folder: string) => void }} what
 * name: folder in the cache; packages: those that a release does not have are simply not found; needed: the one without
 * which it is nothing; finish: last touches before the folder gets its name
 * @returns {Promise<string | null>} the folder, with the packages' files below `root/`; null where it was not possible
 */
export async function unpackDebian({ name, packages, needed, finish = () => {} }) {
  if (process.platform !== 'linux' || !onPath('apt-get') || !onPath('dpkg')) return null
  const home = path.join(cacheDir, name)
  const temporary = `${home}.${process.pid}`
  const hasNeeded = () => readdirSync(temporary).some((file) => file.startsWith(`${needed}_`) && file.endsWith('.deb'))
  rmSync(temporary, { recursive: true, force: true })
  mkdirSync(temporary, { recursive: true })
  try {
    const download = () => Promise.all(packages.map((one) => run('apt-get', ['download', one], { cwd: temporary, timeoutMs: 60_000 })))
    await download()
    if (!hasNeeded() && isRoot()) {
      await run('apt-get', ['update'], { timeoutMs: 120_000 })
      await download()
    }
    if (!hasNeeded()) return null
    for (const file of readdirSync(temporary).filter((one) => one.endsWith('.deb'))) {
      await run('dpkg', ['-x', file, path.join(temporary, 'root')], { cwd: temporary })
    }
    finish(temporary)
    rmSync(home, { recursive: true, force: true })
    renameSync(temporary, home)
    return home
  } catch {
    return null
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}
