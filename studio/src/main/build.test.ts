// @vitest-environment node
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bridgeName, ipcChannel } from '../ipc/contract.ts'

const run = promisify(execFile)
const studio = fileURLToPath(new URL('../..', import.meta.url))
const require = createRequire(import.meta.url)
let out: string

beforeAll(async () => {
  out = await mkdtemp(path.join(os.tmpdir(), 'e-events-studio-'))
  const bin = path.join(path.dirname(require.resolve('electron-vite/package.json')), 'bin/electron-vite.js')
  await run(process.execPath, [bin, 'build', '--outDir', out], { cwd: studio, maxBuffer: 10_000_000 })
}, 120_000)
afterAll(() => rm(out, { recursive: true, force: true }))

describe('electron-vite build [CARD-010]', () => {
  it('uses the packages that the design names', async () => {
    const manifest = JSON.parse(await readFile(path.join(studio, 'package.json'), 'utf8')) as {
      devDependencies: Record<string, string>
      main: string
    }
    expect(manifest.devDependencies).toHaveProperty('electron')
    expect(manifest.devDependencies).toHaveProperty('electron-vite')
    expect(manifest.main).toBe('out/main/index.js')
  })

  it('makes a main process that carries everything but Electron', async () => {
    const main = await readFile(path.join(out, 'main/index.js'), 'utf8')
    const imports = [...main.matchAll(/^import .* from "([^"]+)"/gm)].map((match) => match[1] ?? '')
    expect(imports).toContain('electron')
    expect(imports.filter((name) => name !== 'electron' && !name.startsWith('node:'))).toEqual([])
    for (const wall of ['contextIsolation: true', 'sandbox: true', 'nodeIntegration: false', 'webSecurity: true'])
      expect(main).toContain(wall)
    for (const hole of [
      'nodeIntegration: true',
      'webSecurity: false',
      'contextIsolation: false',
      'sandbox: false',
      'no-sandbox',
      'remote-debugging',
    ])
      expect(main).not.toContain(hole)
  })

  it('makes a preload that a sandbox can load and that shows one function', async () => {
    const preload = await readFile(path.join(out, 'preload/index.cjs'), 'utf8')
    expect([...preload.matchAll(/require\(["`']([^"`']+)["`']\)/g)].map((match) => match[1])).toEqual(['electron'])
    expect(preload.match(/exposeInMainWorld/g)).toHaveLength(1)
    for (const name of [bridgeName, ipcChannel]) expect(preload).toMatch(new RegExp(`["'\`]${name}["'\`]`))
    expect(preload).not.toMatch(/ipcRenderer\.(send|on|postMessage|sendSync)/)
  })

  it('makes a page without inline code, whose scripts wait for a nonce', async () => {
    const page = await readFile(path.join(out, 'renderer/index.html'), 'utf8')
    const scripts = page.match(/<script[^>]*>[^<]*/g) ?? []
    expect(scripts.length).toBeGreaterThan(0)
    for (const script of scripts) expect(script).toMatch(/^<script[^>]* src="[^"]+"[^>]* nonce="__CSP_NONCE__"[^>]*>$/)
    expect(page).not.toMatch(/ on[a-z]+=|https?:\/\//)
    expect((await readdir(path.join(out, 'renderer/assets'))).some((file) => file.endsWith('.woff2'))).toBe(true)
  })
})

describe('the application itself', () => {
  it('starts far enough to say its version, where its binary exists', async ({ skip }) => {
    const folder = path.dirname(require.resolve('electron/package.json'))
    const binary = path.join(folder, 'dist', process.platform === 'win32' ? 'electron.exe' : 'electron')
    // Electron downloads its binary at its first start, from outside the package registry.
    skip(
      !existsSync(binary),
      `Electron's binary is not on this machine (${path.relative(studio, folder)}/dist): its windows were not opened`,
    )
    const { stdout } = await run(binary, ['--version', '--no-sandbox'])
    const { version } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')) as { version: string }
    expect(stdout.trim()).toBe(`v${version}`)
  })
})
