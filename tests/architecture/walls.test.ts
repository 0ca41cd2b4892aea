import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from './import-graph.ts'

interface Finding {
  code: string
  filename: string
  message: string
}

const folder = mkdtempSync(path.join(os.tmpdir(), 'e-events-walls-'))
const planted: Record<string, string> = {
  'api/src/leak-bull.ts': "import Queue from 'bull'\nexport const queue = new Queue('x')\n",
  'transcoder/src/leak-ffmpeg.ts': "import ffmpeg from 'fluent-ffmpeg'\nexport const command = ffmpeg()\n",
  'transcoder/src/jobs/leak-binary.ts': "import binary from 'ffmpeg-static'\nexport const path = binary\n",
  'sfu/src/rooms/leak-mediasoup.ts': "import { createWorker } from 'mediasoup'\nexport const worker = createWorker\n",
  'sfu/src/rooms/leak-types.ts': "import type { Router } from 'mediasoup/types'\nexport const close = (router: Router) => router.close()\n",
  'web/src/features/x/leak-notistack.tsx': "import { enqueueSnackbar } from 'notistack'\nexport const say = () => enqueueSnackbar('x')\n",
  'api/src/features/x/leak-env.ts': 'export const secret = process.env.SECRET\n',
  'api/src/default.ts': 'export default 1\n',
  'api/src/any.ts': 'export const parse = (text: any) => text\n',
  'api/src/log.ts': "console.log('x')\n",
  'api/src/long.ts': 'export {}\n'.repeat(401),
  'api/src/skipped.test.ts': "import { it } from 'vitest'\nit.skip('x', () => {})\n",
  'web/src/picture.tsx': 'export const Picture = () => <img src="/a.png" />\n',
  // The same imports where they belong.
  'shared/node/queue.ts': "import Queue from 'bull'\nexport const queue = new Queue('x')\n",
  'sfu/src/media/worker.ts': "import { createWorker } from 'mediasoup'\nexport const worker = createWorker\n",
  'api/src/env.ts': 'export const secret = process.env.SECRET\n',
}
let findings: Finding[] = []

beforeAll(() => {
  cpSync(path.join(root, '.oxlintrc.json'), path.join(folder, '.oxlintrc.json'))
  // Without types: a planted file belongs to no TypeScript project.
  const config = path.join(folder, '.oxlintrc.json')
  writeFileSync(config, readFileSync(config, 'utf8').replace('"typeAware": true', '"typeAware": false'))
  for (const [file, text] of Object.entries(planted)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    writeFileSync(path.join(folder, file), text)
  }
  const { stdout } = spawnSync(process.execPath, [path.join(root, 'node_modules/.bin/oxlint'), '--format', 'json'], {
    cwd: folder,
    encoding: 'utf8',
  })
  findings = (JSON.parse(stdout) as { diagnostics: Finding[] }).diagnostics
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const codesOf = (file: string): string[] => findings.filter(({ filename }) => filename.endsWith(file)).map(({ code }) => code)

describe('the linter', () => {
  it.each([
    ['api/src/leak-bull.ts', 'eslint(no-restricted-imports)'],
    ['transcoder/src/leak-ffmpeg.ts', 'eslint(no-restricted-imports)'],
    ['transcoder/src/jobs/leak-binary.ts', 'eslint(no-restricted-imports)'],
    ['sfu/src/rooms/leak-mediasoup.ts', 'eslint(no-restricted-imports)'],
    ['sfu/src/rooms/leak-types.ts', 'eslint(no-restricted-imports)'],
    ['web/src/features/x/leak-notistack.tsx', 'eslint(no-restricted-imports)'],
    ['api/src/features/x/leak-env.ts', 'node(no-process-env)'],
    ['api/src/default.ts', 'import(no-default-export)'],
    ['api/src/any.ts', 'typescript(no-explicit-any)'],
    ['api/src/log.ts', 'eslint(no-console)'],
    ['api/src/long.ts', 'eslint(max-lines)'],
    ['api/src/skipped.test.ts', 'vitest(no-disabled-tests)'],
    ['web/src/picture.tsx', 'jsx-a11y(alt-text)'],
  ])('refuses %s: %s', (file, code) => {
    expect(codesOf(file)).toContain(code)
  })

  it.each(['shared/node/queue.ts', 'sfu/src/media/worker.ts', 'api/src/env.ts'])(
    'lets %s through, the one room behind that wall',
    (file) => {
      expect(codesOf(file)).toEqual([])
    },
  )

  it('has no warnings: every rule is an error or off', () => {
    expect(readFileSync(path.join(root, '.oxlintrc.json'), 'utf8')).not.toMatch(/"warn"/)
  })
})
