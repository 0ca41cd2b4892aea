#!/usr/bin/env node
// `npm start`: sets this machine up as far as needed and runs the whole platform until Ctrl-C.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { loadDotEnv } from './lib/env.mjs'
import { guard } from './lib/guard.mjs'
import { claim, findRunning } from './lib/instance.mjs'
import { parseOptions } from './lib/options.mjs'
import { dataDir, root } from './lib/paths.mjs'
import { startPlatform } from './lib/platform.mjs'
import { guardCommands, killRunning, onParentGone } from './lib/processes.mjs'
import { Advice, createProgress, elapsedText } from './lib/progress.mjs'
import { setUp } from './lib/setup.mjs'

const HELP = `npm start [-- options]

Installs what is missing, builds, migrates, fills in the demo and runs the whole platform: api, sfu, transcoder,
web app and studio behind one address. Data lives in .data/ (npm run reset removes it). Ctrl-C ends everything.

  --no-demo       no demo accounts, no demo content, nothing on air
  --port N        the address's port (8080, or the next free one)
  --host ADDRESS  let other machines in: the address or name under which they reach this one (default localhost);
                  demo accounts get passwords of their own, and mails need SMTP_URL
  --verbose       print every log line of the services, not only warnings (all of them are in .data/logs)
  --repair        install and build everything again
  --help          this text

Environment (.env is read too, see .env.example): DATABASE_URL and REDIS_URL of your own PostgreSQL and Redis win over the
local ones; FFMPEG_BIN, FFPROBE_BIN, MEDIASOUP_WORKER_BIN, REDIS_SERVER_BIN name programs; E_EVENTS_OFFLINE=1 tries no downloads.

Also: npm test · npm run reset · npm run admin -- create EMAIL · npm run requirements
`

const started = Date.now()
const options = parseOptions(process.argv.slice(2), { flags: ['help', 'no-demo', 'verbose', 'repair'], values: ['port', 'host'] })
if (options.error) {
  console.error(`${options.error}\n\n${HELP}`)
  process.exit(2)
}
if (options.help) {
  process.stdout.write(HELP)
  process.exit(0)
}
loadDotEnv(path.join(root, '.env'))

const progress = createProgress()
const claimed = claim(dataDir)
if ('holder' in claimed) await joinRunning(claimed.holder)

const watcher = guard()
guardCommands(watcher)
let platform
let ending
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void end(signal))
onParentGone(() => void end('SIGHUP'))
// A closed terminal makes every further line an error; that is no reason to die before the children are gone.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

try {
  progress.line('e-events')
  const { tools, redis } = await setUp(progress, { repair: options.repair })
  platform = await startPlatform({
    dataDir,
    tools,
    redis,
    guard: watcher,
    databaseUrl: process.env.DATABASE_URL,
    redisUrl: process.env.REDIS_URL,
    demo: !options['no-demo'],
    host: options.host,
    ports: options.port ? { gateway: Number(options.port) } : {},
    verbose: options.verbose,
    print: progress.line,
    step: progress.step,
  })
  const { origin, ports, env } = platform
  claimed.update({ state: 'running', origin, ports, env: { DATABASE_URL: env.DATABASE_URL, REDIS_URL: env.REDIS_URL } })
  progress.line(welcome(origin))
  progress.line(`Up after ${elapsedText(Date.now() - started)}. Ctrl-C ends everything.`)
} catch (error) {
  if (!ending) await fail(error)
}

/** Prints the next steps of a newcomer. @param {string} origin */
function welcome(origin) {
  const lines = ['', `  Watch     ${origin}`, `  Studio    ${origin}/studio/`]
  if (!process.env.SMTP_URL && !options.host) lines.push(`  Mails     ${origin}/api/dev/mailbox`)
  if (!process.env.SMTP_URL && options.host)
    lines.push('  Mails     nowhere: others reach this address, so that the mailbox is closed; set SMTP_URL')
  const file = path.join(dataDir, 'demo.json')
  if (!options['no-demo'] && existsSync(file)) {
    const demo = JSON.parse(readFileSync(file, 'utf8'))
    const accounts = demo.accounts ?? []
    const width = Math.max(0, ...accounts.map(({ email }) => email.length))
    if (demo.live) lines.push(`  On air    ${origin}${demo.live}`)
    lines.push('', '  Demo accounts')
    for (const { role, email, password } of accounts) lines.push(`    ${role.padEnd(10)} ${email.padEnd(width)}   ${password}`)
    const coupons = demo.coupons ?? []
    if (coupons.length > 0) lines.push('', '  Coupons to try, each one once')
    for (const { code, title, isFree } of coupons) lines.push(`    ${code}   ${title}, ${isFree ? 'for nothing' : 'at half the price'}`)
  } else {
    lines.push('', '  npm run admin -- create EMAIL   makes the first administrator')
  }
  return [...lines, ''].join('\n')
}

/** Another runner holds this data: print where it answers and leave it alone. */
async function joinRunning(holder) {
  let current = holder
  if (current.state === 'starting') progress.line(`e-events is being started by process ${current.pid}, waiting for it …`)
  while (current && current.state === 'starting') {
    await sleep(300)
    current = findRunning(dataDir)
  }
  if (!current) {
    console.error('The other start did not succeed. Try again.')
    process.exit(1)
  }
  progress.line(`e-events is already running (process ${current.pid}).\n${welcome(current.origin)}`)
  process.exit(0)
}

async function end(signal) {
  // A second Ctrl-C: no more patience.
  if (ending) {
    watcher.kill()
    process.exit(130)
  }
  ending = signal
  progress.line(signal === 'SIGINT' ? '\nStopping …' : 'Stopping …')
  killRunning()
  await (platform ? platform.stop() : watcher.endAll())
  claimed.release()
  process.exit(0)
}

async function fail(error) {
  ending = 'error'
  console.error(error instanceof Advice ? `\n${error.message}` : `\n${error.stack}`)
  killRunning()
  await watcher.endAll()
  claimed.release()
  process.exit(1)
}
