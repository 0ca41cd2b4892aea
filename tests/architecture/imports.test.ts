import { describe, expect, it } from 'vitest'
import { edgesOf, readSources, specifiersOf } from './import-graph.ts'
import { rules, violations } from './rules.ts'

describe('the dependency rule', () => {
  it.each(rules.map((rule) => [rule.name, rule] as const))('catches a violation: %s', (_name, rule) => {
    expect(violations([rule.planted]).map(({ rule: name }) => name)).toContain(rule.name)
  })

  it.each(['npm:react', 'npm:@mui/material', 'node:fs', 'shared/node/tokens.ts', 'shared/ui/format.ts', 'web/src/lib/services.ts'])(
    'keeps %s out of what browser applications share',
    (to) => {
      for (const from of ['shared/client/session.ts', 'shared/rtc/capture.ts']) expect(violations([{ from, to }])).toHaveLength(1)
    },
  )

  it('holds for every import of the tree', () => {
    const found = violations(edgesOf(readSources()))
    expect(found.map(({ from, to, rule, reason }) => `${from} imports ${to}: ${rule}. ${reason}`)).toEqual([])
  }, 60_000)

  it('has a real file on the left of every rule that names one workspace, so that no rule guards an empty room', () => {
    const files = [...readSources().keys()]
    expect(rules.filter((rule) => !files.some((file) => rule.from.test(file))).map(({ name }) => name)).toEqual([])
  })

  it('lets a feature import itself', () => {
    expect(
      violations([{ from: 'api/src/domains/catalogue/products/routes.ts', to: 'api/src/domains/catalogue/products/service.ts' }]),
    ).toEqual([])
  })
})

describe('reading imports', () => {
  it('sees every way to import', () => {
    const text = `
      import a from './a.ts'; import type { B } from '../b.ts'; import './c.css'
      export * from './d.ts'; export type { E } from './e.ts'
      const f = await import('./f.ts'); type G = import('./g.ts').G
      const h = require('./h.cjs'); // import './not.ts'
      const text = "import './neither.ts'"`
    expect(specifiersOf('x.ts', text)).toEqual(['./a.ts', '../b.ts', './c.css', './d.ts', './e.ts', './f.ts', './g.ts', './h.cjs'])
  })

  it('knows where a specifier leads', () => {
    const text = `import '../limits.ts'; import '@e-events/shared/node/queue.ts'; import '@e-events/shared/client/session.ts'; import '@e-events/shared/rtc/capture.ts'; import '@e-events/shared/errors.ts'; import '@e-events/api/env.ts'; import 'react/jsx-runtime'; import 'node:fs'`
    expect(edgesOf(new Map([['shared/src/domain/x.ts', text]])).map(({ to }) => to)).toEqual([
      'shared/src/limits.ts',
      'shared/node/queue.ts',
      'shared/client/session.ts',
      'shared/rtc/capture.ts',
      'shared/src/errors.ts',
      'api/env.ts',
      'npm:react/jsx-runtime',
      'node:fs',
    ])
  })

  it('reads components with JSX', () => {
    expect(specifiersOf('x.tsx', `import { A } from './a.tsx'; export const B = () => <A<string> x="import './no.ts'" />`)).toEqual([
      './a.tsx',
    ])
  })
})
