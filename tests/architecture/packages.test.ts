import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { edgesOf, readSources, root } from './import-graph.ts'

// The owner's packages: each stands in the manifest of the workspace that uses it, and is really imported there.
const edges = edgesOf(readSources()).filter(({ from }) => !/\.test\.tsx?$|\/testing\//.test(from))

function expectUsed(workspace: string, name: string): void {
  const manifest = JSON.parse(readFileSync(path.join(root, workspace, 'package.json'), 'utf8')) as Record<string, Record<string, string>>
  expect({ ...manifest['dependencies'], ...manifest['devDependencies'] }, `${workspace}/package.json`).toHaveProperty([name])
  expect(importers(name).filter((file) => file.startsWith(`${workspace}/`)).length, `${name} in ${workspace}`).toBeGreaterThan(0)
}

function importers(name: string): string[] {
  return edges.flatMap(({ from, to }) => (to === `npm:${name}` || to.startsWith(`npm:${name}/`) ? [from] : []))
}

function localeFolders(folder: string): string[][] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (!entry.isDirectory()) return []
    const inner = path.join(folder, entry.name)
    return entry.name === 'locales'
      ? [
          readdirSync(inner)
            .filter((name) => name.endsWith('.json'))
            .toSorted(),
        ]
      : localeFolders(inner)
  })
}

describe('the packages that the owner fixed', () => {
  it.each(['web', 'studio'])('%s is drawn by react and react-dom [CARD-011]', (workspace) => {
    for (const name of ['react', 'react-dom']) expectUsed(workspace, name)
  })

  it('screens are made of @mui/material, by one theme [CARD-012]', () => {
    for (const workspace of ['web', 'studio', 'shared']) expectUsed(workspace, '@mui/material')
    const makers = [...readSources()]
      .filter(([file, text]) => !file.includes('.test.') && /\bcreateTheme\(/.test(text))
      .map(([file]) => file)
    expect(makers.map((file) => file.split('/').slice(0, 3).join('/'))).toEqual(makers.map(() => 'shared/ui/theme'))
    expect(makers.length).toBeGreaterThan(0)
  })

  it('media goes through mediasoup and mediasoup-client [CARD-013]', () => {
    expectUsed('sfu', 'mediasoup')
    for (const workspace of ['web', 'shared']) expectUsed(workspace, 'mediasoup-client')
    // The studio uses it through the room that it shares with the web.
    expect(edges.some(({ from, to }) => from.startsWith('studio/src/') && to === 'shared/rtc/rtc.ts')).toBe(true)
    expect(importers('mediasoup-client')).toContain('shared/rtc/rtc.ts')
  })

  it('server data of screens goes through @tanstack/react-query [CARD-015]', () => {
    for (const workspace of ['web', 'studio']) expectUsed(workspace, '@tanstack/react-query')
  })

  it('words come from i18next, and every folder of words has three languages [CARD-016]', () => {
    for (const workspace of ['web', 'studio']) {
      expectUsed(workspace, 'i18next')
      const folders = localeFolders(path.join(root, workspace, 'src'))
      expect(folders.length).toBeGreaterThan(0)
      for (const files of folders) expect(files).toEqual(['en.json', 'es.json', 'pt.json'])
    }
  })

  it('the api speaks through koa and @koa/router [CARD-017]', () => {
    for (const name of ['koa', '@koa/router']) expectUsed('api', name)
  })

  it('fluent-ffmpeg, ffmpeg-static and bull stand behind one file each [CARD-014]', () => {
    expect(importers('fluent-ffmpeg')).toHaveLength(1)
    expect(importers('ffmpeg-static')).toHaveLength(1)
    expect(importers('bull')).toHaveLength(1)
    expectUsed('transcoder', 'fluent-ffmpeg')
    expectUsed('transcoder', 'ffmpeg-static')
    expectUsed('shared', 'bull')
  })

  it('every workspace is tested by vitest [CARD-022]', () => {
    const tests = [...readSources().keys()].filter((file) => /\.test\.tsx?$/.test(file))
    for (const workspace of ['shared', 'api', 'sfu', 'transcoder', 'web', 'studio', 'tests'])
      expect(
        tests.some((file) => file.startsWith(`${workspace}/`)),
        workspace,
      ).toBe(true)
  })
})
