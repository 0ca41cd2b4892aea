import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { _electron as electron } from 'playwright/test'
import { expect, test } from '../support/e2e.ts'
import { runProgram } from '../support/programs.ts'

const studio = fileURLToPath(new URL('../../studio', import.meta.url))

/** Undefined where the package's download never came. */
function electronBin(): string | undefined {
  try {
    const bin = createRequire(path.join(studio, 'package.json'))('electron') as string
    return existsSync(bin) ? bin : undefined
  } catch {
    return undefined
  }
}

test('the desktop studio starts, sandboxed and without Node in its page [CARD-023]', async () => {
  test.setTimeout(120_000)
  const executablePath = electronBin()
  test.skip(executablePath === undefined, 'the binary of Electron could not be downloaded on this network')
  await runProgram(process.execPath, [
    fileURLToPath(new URL('../../node_modules/electron-vite/bin/electron-vite.js', import.meta.url)),
    'build',
    studio,
  ])
  const profile = await mkdtemp(path.join(os.tmpdir(), 'e-events-electron-'))
  const app = await electron.launch({
    executablePath: executablePath ?? '',
    args: [studio, `--user-data-dir=${profile}`, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  })
  try {
    const page = await app.firstWindow()
    await expect(page.locator('#root')).not.toBeEmpty({ timeout: 30_000 })
    expect(
      await page.evaluate(() => ({
        process: typeof Reflect.get(globalThis, 'process'),
        require: typeof Reflect.get(globalThis, 'require'),
      })),
    ).toEqual({ process: 'undefined', require: 'undefined' })
    // Its only way out is the bridge of the preload script.
    expect(await page.evaluate(() => Object.keys(Reflect.get(globalThis, 'studioBridge') as object))).toEqual(['invoke'])
  } finally {
    await app.close()
    await rm(profile, { recursive: true, force: true })
  }
})
