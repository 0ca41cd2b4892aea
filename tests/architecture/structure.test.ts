import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './import-graph.ts'

const WORKSPACES = ['shared', 'api', 'sfu', 'transcoder', 'web', 'studio', 'tests']

interface Manifest {
  name: string
  type?: string
  workspaces?: string[]
  engines?: Record<string, string>
  scripts?: Record<string, string>
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

const manifest = (folder: string): Manifest => JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8')) as Manifest
const listed = (folder: string): Record<string, string> => ({ ...manifest(folder).dependencies, ...manifest(folder).devDependencies })

describe('the top level', () => {
  it('holds package.json with the seven workspaces, which are the seven folders [CARD-024]', () => {
    expect([...(manifest('.').workspaces ?? [])].sort()).toEqual([...WORKSPACES].sort())
    for (const workspace of WORKSPACES) expect(existsSync(path.join(root, workspace, 'package.json')), workspace).toBe(true)
  })

  it('holds folders with a TypeScript project each, which npm run types checks [CARD-025]', () => {
    for (const workspace of WORKSPACES) {
      expect(statSync(path.join(root, workspace)).isDirectory()).toBe(true)
      const projects = workspace === 'shared' ? ['shared/src', 'shared/client', 'shared/node', 'shared/rtc', 'shared/ui'] : [workspace]
      for (const project of projects) expect(existsSync(path.join(root, project, 'tsconfig.json')), project).toBe(true)
    }
  })

  it.each([
    'README.md',
    'ARCHITECTURE.md',
    '.env.example',
    '.ci/run',
    '.oxlintrc.json',
    '.oxfmtrc.json',
    'vitest.config.ts',
    'docker-compose.yml',
    'electron-builder.yml',
    'package-lock.json',
    'docs/requirements.tsv',
    'docs/setup.md',
    'docs/deploy.md',
    'docs/benchmarks.md',
  ])('holds %s', (file) => {
    expect(statSync(path.join(root, file)).size).toBeGreaterThan(0)
  })

  it('has one command behind the continuous integration: npm test', () => {
    const script = readFileSync(path.join(root, '.ci/run'), 'utf8')
    expect(script.split('\n').filter((line) => line !== '' && !line.startsWith('#'))).toEqual([
      'set -euo pipefail',
      'cd "$(dirname "$0")/.."',
      'npm test',
    ])
    expect(statSync(path.join(root, '.ci/run')).mode & 0o111).not.toBe(0)
  })

  it('runs on Node 20 for the set-up and brings Node 24 along', () => {
    expect(manifest('.').engines).toEqual({ node: '>=20' })
    expect(manifest('.').devDependencies?.['node']).toMatch(/^24\./)
    expect(process.version).toMatch(/^v24\./)
  })

  it('keeps films and the tools that make them out of the sources and the specs', () => {
    const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n')
    expect(files.filter((file) => /^tests\/e2e\/(?!.*\.spec\.ts$)|^web\/src\/.*\.(mp4|webm|vtt)$/.test(file))).toEqual([])
    expect(files.filter((file) => /^web\/films\/.*\.mp4$/.test(file)).length).toBeGreaterThan(0)
  })

  it('commits nothing that belongs to one machine', () => {
    const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n')
    expect(files.filter((file) => /(^|\/)(node_modules|dist|\.data|\.env)(\/|$)/.test(file))).toEqual([])
  })
})

describe('workspaces', () => {
  it.each(WORKSPACES.filter((name) => name !== 'tests'))('%s lists no other workspace than shared', (workspace) => {
    const others = Object.keys(listed(workspace)).filter((name) => name.startsWith('@e-events/') && name !== '@e-events/shared')
    expect(others).toEqual([])
    if (workspace === 'shared') expect(listed(workspace)).not.toHaveProperty('@e-events/shared')
  })

  it('pin every version exactly', () => {
    const loose = ['.', ...WORKSPACES].flatMap((folder) =>
      Object.entries(listed(folder))
        .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
        .map(([name, version]) => `${folder}: ${name} ${version}`),
    )
    expect(loose).toEqual([])
  })

  it.each([
    ['studio', ['electron', 'electron-vite', 'mediasoup-client', 'i18next', 'react', 'react-dom'], 'CARD-010'],
    ['web', ['react', 'react-dom', '@mui/material', 'mediasoup-client', '@tanstack/react-query', 'i18next'], 'CARD-011'],
    ['sfu', ['mediasoup'], 'CARD-013'],
    ['transcoder', ['ffmpeg-static', 'fluent-ffmpeg'], 'CARD-014'],
    ['api', ['koa', '@koa/router', 'knex', 'pg'], 'CARD-017'],
    ['tests', ['playwright'], 'CARD-023'],
  ])('%s has the packages of the design card', (workspace, packages) => {
    for (const name of packages) expect(Object.keys(listed(workspace)), name).toContain(name)
  })

  it('are all type-checked in a strict mode of their own tsconfig', () => {
    const base = readFileSync(path.join(root, 'tsconfig.base.json'), 'utf8')
    for (const option of ['strict', 'noUncheckedIndexedAccess', 'noImplicitOverride', 'verbatimModuleSyntax', 'erasableSyntaxOnly']) {
      expect(base).toContain(`"${option}": true`)
    }
  })

  it('keep shared/src free of Node and DOM types', () => {
    const config = JSON.parse(readFileSync(path.join(root, 'shared/src/tsconfig.json'), 'utf8')) as {
      compilerOptions?: { types?: string[]; lib?: string[] }
    }
    expect(config.compilerOptions?.types ?? []).not.toContain('node')
    expect((config.compilerOptions?.lib ?? []).filter((name) => name.startsWith('dom'))).toEqual([])
  })
})
