import { existsSync } from 'node:fs'
import { onPath } from './paths.mjs'
import { isRoot, run } from './processes.mjs'

let listsUpdated = false

/** Can packages be installed without asking anybody anything? As root, or where sudo needs no password. */
export async function canInstallPackages() {
  if (process.platform !== 'linux' || !onPath('apt-get')) return false
  return isRoot() || (onPath('sudo') !== null && (await run('sudo', ['-n', 'true'], { timeoutMs: 5000 })).code === 0)
}

/**
 * Installs Debian packages without starting the services in them.
 * @param {string[]} names @param {(text: string) => void} note
 * @returns {Promise<boolean>} false where it was not possible; the caller knows what to advise
 */
export async function installPackages(names, note) {
  if (!(await canInstallPackages())) return false
  const prefix = isRoot() ? [] : ['sudo', '-n']
  const apt = (args, timeoutMs) => {
    // RUNLEVEL=1: Debian's maintainer scripts then start no daemon.
    const [command, ...rest] = [
      ...prefix,
      'env',
      'DEBIAN_FRONTEND=noninteractive',
      'RUNLEVEL=1',
      'apt-get',
      '-q',
      '-o',
      'DPkg::Lock::Timeout=120',
      ...args,
    ]
    return run(command, rest, { timeoutMs })
  }
  const install = () => apt(['install', '-y', '--no-install-recommends', ...names], 900_000)
  note(`apt-get install ${names.join(' ')}`)
  if (!listsUpdated && !existsSync('/var/cache/apt/pkgcache.bin')) await update()
  let result = await install()
  if (result.code !== 0 && !listsUpdated) {
    await update() // the lists may be old or missing
    result = await install()
  }
  return result.code === 0

  async function update() {
    listsUpdated = true
    note('apt-get update')
    await apt(['update'], 300_000) // one unreachable third-party list must not stop us
    note(`apt-get install ${names.join(' ')}`)
  }
}
