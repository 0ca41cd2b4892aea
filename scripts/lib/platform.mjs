// The whole platform on one machine: data stores, services, gateway, demo. `npm start` is one user of it, the
// end-to-end tests and the bench are others.
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DEFAULT_PORTS, envOf, loadSecrets, serviceEnv } from './env.mjs'
import { guard } from './guard.mjs'
import { nodeBin, root } from './paths.mjs'
import { freePort } from './ports.mjs'
import { startPostgres } from './postgres.mjs'
import { run, until } from './processes.mjs'
import { Advice } from './progress.mjs'
import { startRedis } from './redis.mjs'
import { restartDelayMs, supervise } from './supervisor.mjs'

const READY_MS = 90_000
/** A service that fails this often before it was ready once will not get better by itself. */
const HOPELESS_FAILURES = 4

const ENTRIES = {
  api: 'api/dist/main.mjs',
  sfu: 'sfu/dist/main.mjs',
  transcoder: 'transcoder/dist/main.mjs',
  gateway: 'scripts/gateway.mjs',
}
/**
 * Memory at rest (docs/decisions.md, `service-rest-kept-small`; the images have the same): `gc` for one collection once
 * a service is up, modules compiled and types stripped once for all starts, two arenas of glibc (not for the
 * transcoder, whose encoders would inherit them). The transcoder collects garbage in one thread: a crowd of viewers
 * makes much of it in a small heap (133).
 */
export const NODE_FLAGS = {
  api: ['--expose-gc'],
  sfu: ['--expose-gc'],
  gateway: ['--expose-gc'],
  transcoder: ['--expose-gc', '--single-threaded-gc'],
}
const COMPILE_CACHE = { NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/compile') }
const FEW_ARENAS = { MALLOC_ARENA_MAX: '2' }
export const NODE_ENVIRONMENT = { api: FEW_ARENAS, sfu: FEW_ARENAS, gateway: FEW_ARENAS }
const DEMO_ENTRY = 'transcoder/src/demo/main.ts'

/**
 * @typedef {object} Options
 * @property {string} dataDir
 * @property {{ ffmpeg: string, ffprobe: string, worker: string }} tools
 * @property {{ bin: string, env: NodeJS.ProcessEnv } | null} redis the server to start, null where redisUrl is given
 * @property {string} [databaseUrl] of an existing PostgreSQL, which then is used
 * @property {string} [redisUrl] of an existing Redis, which then is used
 * @property {boolean} [demo] seed the demo and keep its broadcast on air
 * @property {boolean} [durable] false: faster, may lose everything in a power cut (tests)
 * @property {string} [host] the address under which browsers reach this machine
 * @property {Partial<typeof DEFAULT_PORTS>} [ports] wanted ones; 0 for any
 * @property {NodeJS.ProcessEnv} [env] instead of this process's own
 * @property {string} [nodeEnv]
 * @property {boolean} [verbose]
 * @property {ReturnType<typeof guard>} [guard] the caller's own, which then also covers the set-up
 * @property {(line: string) => void} [print]
 * @property {<T>(name: string, work: (note: (text: string) => void) => Promise<T>) => Promise<T>} [step] reports
 * progress
 */

/**
 * @typedef {object} Platform
 * @property {string} origin
 * @property {Record<string, number>} ports
 * @property {Record<string, string>} env what every service got
 * @property {Record<string, import('./supervisor.mjs').Supervised>} services by name: api, sfu, transcoder, gateway,
 * demo
 * @property {() => Promise<void>} stop
 */

/**
 * Starts everything and resolves when every service answers /readyz.
 * @param {Options} options
 * @returns {Promise<Platform>}
 */
export async function startPlatform(options) {
  const { dataDir, tools, print = () => {}, step = (_name, work) => work(() => {}), durable = true, verbose = false } = options
  mkdirSync(dataDir, { recursive: true })
  const watcher = options.guard ?? guard()
  /** @type {Record<string, import('./supervisor.mjs').Supervised>} */
  const services = {}
  const stores = { watcher, print, stopping: false }
  const stop = once(() => {
    stores.stopping = true
    return stopAll(services, watcher)
  })
  try {
    const ports = await choosePorts(options)
    const databaseUrl =
      options.databaseUrl ?? (await step('PostgreSQL', (note) => ownPostgres({ dataDir, port: ports.postgres, durable, stores, note })))
    const redisUrl = options.redisUrl ?? (await step('Redis', (note) => ownRedis({ options, port: ports.redis, durable, stores, note })))
    const secrets = loadSecrets(path.join(dataDir, 'secrets.json'))
    const { host = 'localhost', nodeEnv } = options
    const env = serviceEnv({ dataDir, ports, host, databaseUrl, redisUrl, secrets, tools, nodeEnv }, options.env)
    for (const name of ['STORAGE_DIR', 'TRANSCODER_WORK_DIR']) mkdirSync(env[name], { recursive: true })

    const launch = (name, file) => {
      services[name] = supervise({
        name,
        command: nodeBin,
        args: ['--disable-warning=ExperimentalWarning', ...(NODE_FLAGS[name] ?? []), file],
        cwd: root,
        env: { ...COMPILE_CACHE, ...NODE_ENVIRONMENT[name], ...envOf(name, env) },
        logDir: path.join(dataDir, 'logs'),
        guard: watcher,
        print,
        verbose,
      })
    }
    // Only the api needs the database, so the others come up meanwhile.
    const { api, ...others } = ENTRIES
    for (const [name, file] of Object.entries(others)) launch(name, file)
    await step('Migrations', () => task(['api/src/cli/migrate.ts'], env))
    launch('api', api)
    if (options.demo) await step('Demo content', () => task(['api/src/cli/seed.ts', '--demo'], env))
    await step('Services', async (note) => {
      await Promise.all(Object.keys(ENTRIES).map((name) => ready(services[name], ports[name])))
      note(Object.keys(ENTRIES).join(', '))
    })
    if (options.demo) launch('demo', DEMO_ENTRY)
    return { origin: env.PUBLIC_ORIGIN, ports, env, services, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** One of the project's command line programs, to its end. @param {string[]} args @param {NodeJS.ProcessEnv} env */
export async function task(args, env) {
  const result = await run(nodeBin, ['--disable-warning=ExperimentalWarning', ...args], {
    cwd: root,
    env: { ...COMPILE_CACHE, ...env },
    timeoutMs: 10 * 60_000,
  })
  if (result.code !== 0) throw new Advice(`${args.join(' ')} failed:\n${result.output.trim().split('\n').slice(-30).join('\n')}`)
  return result.output
}

/** Removes what belongs to throw-away data, the cluster outside of the folder included. @param {string[]} folders */
export function discard(folders) {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
}

async function choosePorts({ ports = {}, env = process.env, databaseUrl, redisUrl }) {
  const wanted = { ...DEFAULT_PORTS, ...ports }
  for (const name of ['gateway', 'api', 'sfu', 'transcoder']) {
    const given = Number(env[`${name.toUpperCase()}_PORT`])
    if (given && ports[name] === undefined) wanted[name] = given
  }
  const chosen = {}
  for (const [name, port] of Object.entries(wanted)) {
    const needless = (name === 'postgres' && databaseUrl) || (name === 'redis' && redisUrl)
    chosen[name] = needless ? 0 : await freePort(port)
  }
  return chosen
}

async function ownPostgres({ dataDir, port, durable, stores, note }) {
  const start = () => startPostgres({ dataDir: path.join(dataDir, 'postgres'), port, durable })
  note(`127.0.0.1:${port}`)
  return keepStore({ name: 'postgres', signal: 'SIGINT', start, stores })
}

async function ownRedis({ options, port, durable, stores, note }) {
  const start = () => startRedis({ redis: options.redis, port, dataDir: path.join(options.dataDir, 'redis'), durable })
  note(`127.0.0.1:${port}`)
  return keepStore({ name: 'redis', signal: 'SIGTERM', start, stores })
}

/**
 * Starts a data store, and again on the same port when it ends while the platform runs.
 * @returns {Promise<string>} its URL
 */
async function keepStore({ name, signal, start, stores }) {
  const { url, child } = await start()
  stores.watcher.add(child, signal)
  let failures = 0
  const again = async (how) => {
    if (stores.stopping) return
    failures += 1
    const delayMs = restartDelayMs(failures)
    stores.print(`[${name}] ended (${how}), starting again in ${(delayMs / 1000).toFixed(1)} s`)
    await sleep(delayMs)
    if (stores.stopping) return
    try {
      const next = await start()
      failures = 0
      stores.watcher.add(next.child, signal)
      next.child.once('exit', (code, by) => void again(by ?? `status ${code}`))
    } catch (error) {
      await again(error.message)
    }
  }
  child.once('exit', (code, by) => void again(by ?? `status ${code}`))
  return url
}

async function ready(service, port) {
  const answers = async () => {
    if (service.failures() >= HOPELESS_FAILURES) throw new Advice(`${service.name} does not start:\n${service.lastLines().join('\n')}`)
    try {
      return (await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2000) })).ok
    } catch {
      return false
    }
  }
  try {
    await until(answers, { timeoutMs: READY_MS, everyMs: 100 })
  } catch (error) {
    if (error instanceof Advice) throw error
    throw new Advice(`${service.name} is not ready after ${READY_MS / 1000} s:\n${service.lastLines().join('\n')}`)
  }
}

/** Stops users of a service before the service: the demo and the media services, then the api, then the stores. */
async function stopAll(services, watcher) {
  const end = (names) => Promise.all(names.filter((name) => services[name]).map((name) => patient(services[name].stop())))
  await end(['demo'])
  await end(['gateway', 'sfu', 'transcoder'])
  await end(['api'])
  await watcher.endAll()
}

/** A service that does not go is ended by the guard, which kills. */
const patient = (work) => Promise.race([work, new Promise((resolve) => setTimeout(resolve, 8000).unref())])

function once(work) {
  let running
  return () => (running ??= work())
}
