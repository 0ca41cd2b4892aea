// The two static apps and the bundles of the services are built when their sources changed since the last build.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { compressFiles } from '../gateway/compression.mjs'
import { exclusively } from './lock.mjs'
import { nodeBin, root } from './paths.mjs'
import { run } from './processes.mjs'
import { Advice } from './progress.mjs'

const STAMP = '.build-stamp'
const SHARED = ['shared/client', 'shared/rtc', 'shared/src', 'shared/ui', 'package-lock.json', 'tsconfig.base.json']

/** The module of each service that its main.ts starts. */
export const SERVICE_MODULES = { api: 'server', sfu: 'service', transcoder: 'service' }

const service = (name) => ({
  dist: `${name}/dist`,
  entry: 'main.mjs',
  inputs: [name, 'scripts/bundle.mjs', 'shared/client', 'shared/node', 'shared/src', 'package-lock.json', 'tsconfig.base.json'],
  cwd: '.',
  argv: ['scripts/bundle.mjs', name],
})

/** Where each app is built to, from what, and how. */
export const apps = {
  api: service('api'),
  sfu: service('sfu'),
  transcoder: service('transcoder'),
  web: { dist: 'web/dist', entry: 'index.html', inputs: ['web', ...SHARED], cwd: 'web', argv: ['node_modules/vite/bin/vite.js', 'build'] },
  studio: {
    dist: 'studio/dist',
    entry: 'index.html',
    inputs: ['studio', ...SHARED],
    cwd: 'studio',
    argv: ['node_modules/vite/bin/vite.js', 'build', '--config', 'vite.config.ts'],
  },
}

/** Builds all services at once. @param {{ note: (text: string) => void, force?: boolean }} options */
export async function buildServices({ note, force = false }) {
  const notes = new Set()
  await Promise.all(Object.keys(SERVICE_MODULES).map((name) => buildApp(name, { note: (text) => notes.add(text), force })))
  note([...notes].at(-1) ?? '')
}

/**
 * Builds beside the old result and then puts the new one in its place: a running gateway never serves half a build.
 * @param {keyof typeof apps} name
 * @param {{ note: (text: string) => void, force?: boolean }} options
 */
export async function buildApp(name, { note, force = false }) {
  if (!force && isBuilt(name)) return note('up to date')
  await exclusively(`build-${name}`, note, async () => {
    if (!force && isBuilt(name)) return note('built by another process')
    note('building')
    await build(apps[name], name)
    return note('built')
  })
}

const distOf = (app) => path.join(root, app.dist)

function isBuilt(name) {
  const { entry, inputs } = apps[name]
  const dist = distOf(apps[name])
  const stamp = path.join(dist, STAMP)
  return existsSync(path.join(dist, entry)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hashOf(inputs)
}

async function build(app, name) {
  const wanted = hashOf(app.inputs)
  const fresh = `${distOf(app)}.new`
  const old = `${distOf(app)}.old`
  for (const folder of [fresh, old]) rmSync(folder, { recursive: true, force: true })
  const [script, ...args] = app.argv
  const result = await run(nodeBin, [path.join(root, script), ...args, '--outDir', fresh, '--emptyOutDir'], {
    cwd: path.join(root, app.cwd),
    env: { ...process.env, NODE_ENV: 'production', NO_COLOR: '1' },
    timeoutMs: 15 * 60_000,
  })
  if (result.code !== 0) {
    rmSync(fresh, { recursive: true, force: true })
    throw new Advice(`The build of ${name} failed:\n${result.output.trim().split('\n').slice(-40).join('\n')}`)
  }
  if (!existsSync(path.join(fresh, app.entry))) throw new Advice(`The build of ${name} left no ${app.entry}.`)
  if (app.entry.endsWith('.html')) await compressFiles(fresh)
  writeFileSync(path.join(fresh, STAMP), wanted)
  if (existsSync(distOf(app))) renameSync(distOf(app), old)
  renameSync(fresh, distOf(app))
  rmSync(old, { recursive: true, force: true })
}

/** @param {string[]} inputs files and folders of the project @returns {string} changes when any source of them does */
export function hashOf(inputs, base = root) {
  const hash = createHash('sha256')
  const visit = (file) => {
    const full = path.join(base, file)
    if (!existsSync(full)) return
    let entries
    try {
      entries = readdirSync(full, { withFileTypes: true })
    } catch {
      hash.update(`${file}\0`).update(readFileSync(full)).update('\0')
      return
    }
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      if (SKIPPED.test(entry.name)) continue
      visit(path.join(file, entry.name))
    }
  }
  for (const input of inputs) visit(input)
  return hash.digest('hex')
}

/** Files outside of a bundle: results, installed packages, tests, dot files. */
const SKIPPED = /^(node_modules|dist|dist\.new|dist\.old|out|release|\..*)$|\.test\.tsx?$/
