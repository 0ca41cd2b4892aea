import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { edgesOf, readSources, root } from './import-graph.ts'

const workspaces = ['shared', 'api', 'sfu', 'transcoder', 'web', 'studio', 'tests']

/** Packages that no source imports, with the reason why they are listed all the same. */
const unimported: Record<string, string> = {
  '@emotion/react': 'peer of @mui/material',
  '@emotion/styled': 'peer of @mui/material',
  '@tiptap/pm': 'peer of @tiptap/react',
  '@testing-library/dom': 'peer of @testing-library/react and @testing-library/user-event',
  'electron-builder': 'packages the studio: npm run studio:package',
  'electron-vite': 'builds the studio: its scripts',
  'intl-messageformat': 'peer of i18next-icu',
  'mediasoup-client': 'named by the design card for the studio, which uses it through shared/rtc',
  'react-dom': 'peer of @mui/material in shared/ui',
  '@testing-library/react': 'screens in the tests of web and studio',
  '@testing-library/user-event': 'input in the tests of web and studio',
  'axe-core': 'rules in the tests of web and studio',
  jsdom: 'environment of vitest in web, studio and shared/ui',
}

interface Manifest {
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

const listed = (workspace: string): string[] => {
  const manifest = JSON.parse(readFileSync(path.join(root, workspace, 'package.json'), 'utf8')) as Manifest
  return [...Object.keys(manifest.dependencies ?? {}), ...Object.keys(manifest.devDependencies ?? {})]
}

/** The package of an import: `npm:@mui/material/Button` is `@mui/material`. */
const packageOf = (to: string): string => /^npm:((?:@[^/]+\/)?[^/]+)/.exec(to)?.[1] ?? ''

const imported = Map.groupBy(
  edgesOf(readSources()).filter(({ to }) => to.startsWith('npm:')),
  ({ from }) => from.split('/')[0] ?? '',
)

/** Dependencies that nothing needs: neither an import, nor types of an import, nor a listed reason. */
function unused(names: readonly string[], used: ReadonlySet<string>): string[] {
  return names.filter((name) => {
    if (name.startsWith('@e-events/') || used.has(name) || name in unimported) return false
    const typed = /^@types\/(.+)$/.exec(name)?.[1]?.replace('__', '/')
    return typed === undefined || (typed !== 'node' && !used.has(typed) && !used.has(`@${typed}`) && !names.includes(typed))
  })
}

describe('dependencies', () => {
  it.each(workspaces)('of %s are imported', (workspace) => {
    // A style sheet, a font or a file of a package is named in a text: `@fontsource-variable/inter`, `swagger-ui-dist`.
    const texts = [...readSources([workspace]).values()].join('\n')
    const used = new Set((imported.get(workspace) ?? []).map(({ to }) => packageOf(to)))
    const names = listed(workspace)
    for (const name of names) if (texts.includes(`'${name}/`) || texts.includes(`'${name}'`)) used.add(name)
    expect(unused(names, used)).toEqual([])
  })

  it('of the root are named by a script or a configuration', () => {
    const files = readdirSync(path.join(root, 'scripts'), { recursive: true, encoding: 'utf8' })
      .map((file) => `scripts/${file}`)
      .filter((file) => file.endsWith('.mjs'))
      .concat('package.json', 'vitest.config.ts', 'scripts/types.mjs')
    const texts = files
      .map((file) => readFileSync(path.join(root, file), 'utf8').replace(/"(dev)?[dD]ependencies": \{[^}]*\}/g, ''))
      .join('\n')
    const needed = {
      '@types/node': 'types of every service',
      'oxlint-tsgolint': 'type-aware rules of oxlint',
      typescript: 'tsc, in scripts/types.mjs',
      'pino-pretty': 'readable logs in a terminal',
    }
    expect(listed('.').filter((name) => !(name in needed) && !texts.includes(name))).toEqual([])
  })

  it('that nothing needs are found', () => {
    expect(unused(['koa', 'left-pad', '@types/koa', '@types/left-pad2'], new Set(['koa']))).toEqual(['left-pad', '@types/left-pad2'])
  })

  it('have a reason only where they need one', () => {
    const everywhere = new Set(workspaces.flatMap(listed))
    expect(Object.keys(unimported).filter((name) => !everywhere.has(name))).toEqual([])
  })
})
