// Every environment variable that the services get, in one place. `.env.example` documents the same list (a test
// compares).
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './paths.mjs'

/** Ports wanted when they are free. */
export const DEFAULT_PORTS = { gateway: 8080, api: 4000, sfu: 4100, transcoder: 4200, postgres: 54320, redis: 63790 }

const SECRETS = [
  'ACCESS_TOKEN_SECRET',
  'MEDIA_TOKEN_SECRET',
  'SFU_TOKEN_SECRET',
  'INTERNAL_SECRET',
  'DATA_ENCRYPTION_KEY',
  'NOTIFICATIONS_API_KEY',
]

/**
 * Secrets of one installation, made once: a new one on every start would log everybody out.
 * @param {string} file @returns {Record<string, string>}
 */
export function loadSecrets(file) {
  const known = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8') || '{}') : {}
  if (SECRETS.every((name) => known[name])) return known
  const secrets = Object.fromEntries(SECRETS.map((name) => [name, known[name] ?? randomBytes(32).toString('base64url')]))
  mkdirSync(path.dirname(file), { recursive: true })
  const temporary = `${file}.${process.pid}`
  writeFileSync(temporary, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 })
  renameSync(temporary, file)
  return secrets
}

/**
 * @typedef {object} Surroundings
 * @property {string} dataDir
 * @property {Record<keyof typeof DEFAULT_PORTS, number>} ports
 * @property {string} host the address under which browsers reach this machine
 * @property {string} databaseUrl
 * @property {string} redisUrl
 * @property {Record<string, string>} secrets
 * @property {{ ffmpeg: string, ffprobe: string, worker: string }} tools
 * @property {string} [nodeEnv]
 */

/**
 * The environment of the services: what the caller's environment sets wins over what is worked out here.
 * @param {Surroundings} here @param {NodeJS.ProcessEnv} [given]
 * @returns {Record<string, string>}
 */
export function serviceEnv({ dataDir, ports, host, databaseUrl, redisUrl, secrets, tools, nodeEnv = 'development' }, given = process.env) {
  const local = host === 'localhost'
  const defaults = {
    NODE_ENV: nodeEnv,
    LOG_LEVEL: 'info',
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    PUBLIC_ORIGIN: `http://${host}:${ports.gateway}`,
    SFU_PUBLIC_URL: '/sfu',
    MEDIA_PUBLIC_URL: '/media',
    SFU_CONTROL_URL: `http://127.0.0.1:${ports.sfu}`,
    SFU_LISTEN_IP: local ? '127.0.0.1' : '0.0.0.0',
    SFU_ANNOUNCED_ADDRESS: local ? '127.0.0.1' : host,
    SFU_RTC_MIN_PORT: '40000',
    SFU_RTC_MAX_PORT: '40199',
    SFU_WORKERS: '1',
    STORAGE_DRIVER: 'disk',
    STORAGE_DIR: path.join(dataDir, 'storage'),
    TRANSCODER_WORK_DIR: path.join(dataDir, 'transcoder'),
    DEMO_FILE: path.join(dataDir, 'demo.json'),
    FFMPEG_BIN: tools.ffmpeg,
    FFPROBE_BIN: tools.ffprobe,
    MEDIASOUP_WORKER_BIN: tools.worker,
    WEB_DIST: path.join(root, 'web/dist'),
    STUDIO_DIST: path.join(root, 'studio/dist'),
    ...secrets,
  }
  // Worked out by the runner, which has just opened these ports or found these programs: they are not the caller's to
  // bend.
  const fixed = {
    GATEWAY_PORT: String(ports.gateway),
    GATEWAY_HOST: local ? '127.0.0.1' : '0.0.0.0',
    API_PORT: String(ports.api),
    SFU_PORT: String(ports.sfu),
    TRANSCODER_PORT: String(ports.transcoder),
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    FFMPEG_BIN: tools.ffmpeg,
    FFPROBE_BIN: tools.ffprobe,
    MEDIASOUP_WORKER_BIN: tools.worker,
    NODE_ENV: nodeEnv,
    PATH: `${path.join(root, 'node_modules/.bin')}${path.delimiter}${given.PATH ?? ''}`, // `node` means ours
  }
  const inherited = Object.fromEntries(Object.entries(given).filter(([name, value]) => value !== undefined && !name.startsWith('npm_')))
  return { ...defaults, ...inherited, ...fixed }
}

/** Where the variables of a program stand in its source. */
const READERS = {
  api: ['api/src/env.ts'],
  sfu: ['sfu/src/env.ts'],
  transcoder: ['transcoder/src/env.ts'],
  // It runs the api's own command that removes old recordings.
  demo: ['transcoder/src/demo/env.ts', 'api/src/cli/seed.ts'],
  gateway: ['scripts/gateway.mjs'],
}
/** Variables of the system, and of the worker that mediasoup looks for by itself. */
const EVERYBODYS = /^(PATH|HOME|USER|LANG|LC_\w+|TZ|TMPDIR|TEMP|TMP|SystemRoot|PATHEXT|LD_LIBRARY_PATH|NODE_\w+|MEDIASOUP_WORKER_BIN)$/

/**
 * Selects the environment of one program: the names in its own `env.ts`, so that none holds the secrets of another.
 * @param {keyof typeof READERS} name @param {Record<string, string>} env
 * @returns {Record<string, string>}
 */
export function envOf(name, env) {
  const source = READERS[name].map((file) => readFileSync(path.join(root, file), 'utf8')).join('\n')
  const storage = source.includes('readStorageConfig(') ? readFileSync(path.join(root, 'shared/node/create-storage.ts'), 'utf8') : ''
  const known = new Set(
    [...`${source}\n${storage}`.matchAll(/^\s+([A-Z][A-Z0-9_]+): |\benv(?:\.|\[')([A-Z][A-Z0-9_]+)/gm)].map(([, key, read]) => key ?? read),
  )
  return Object.fromEntries(Object.entries(env).filter(([key]) => known.has(key) || EVERYBODYS.test(key)))
}

/**
 * Reads KEY=value lines; what the environment already says wins.
 * @param {string} file @param {NodeJS.ProcessEnv} [env]
 */
export function loadDotEnv(file, env = process.env) {
  if (!existsSync(file)) return
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const match = /^\s*(?:export\s+)?([A-Z][A-Z0-9_]*)\s*=\s*(.*?)\s*$/.exec(line)
    if (!match) continue
    const [, name, raw] = match
    const quoted = /^(["'])(.*)\1$/.exec(raw)
    const value = quoted ? quoted[2] : raw.replace(/\s+#.*$/, '')
    if (value !== '' && env[name] === undefined) env[name] = value
  }
}
