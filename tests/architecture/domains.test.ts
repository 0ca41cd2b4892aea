import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { ownerOf, tablesByFile } from '../../api/src/db/table-owners.ts'
import { root } from './import-graph.ts'
import { domainEdges } from './rules.ts'

/**
 * Domains with code, and those whose tables wait for it. `guidance` exists in the web only: help, tutorials and tours
 * need no server.
 */
const coming = ['insight']
const domains = [...Object.keys(domainEdges), ...coming]

const entries = (folder: string): string[] =>
  existsSync(path.join(root, folder)) ? readdirSync(path.join(root, folder)).filter((name) => !name.startsWith('.')) : []
const folders = (folder: string): string[] =>
  readdirSync(path.join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
const text = (file: string): string => readFileSync(path.join(root, file), 'utf8')

describe('the domains have one name each', () => {
  it.each(['api/src/domains', 'shared/src/contract', 'web/src/features'])('in %s', (folder) => {
    const known = folder.startsWith('web') ? [...domains, 'guidance'] : domains
    expect(folders(folder).filter((name) => !known.includes(name))).toEqual([])
  })

  it('in the tables', () => {
    const owners = Object.values(tablesByFile).flatMap((tables) => tables.map((table) => ownerOf(table)))
    expect([...new Set(owners)].filter((owner) => owner !== 'platform' && !domains.includes(owner ?? ''))).toEqual([])
    expect(entries('api/src/db/tables').toSorted()).toEqual(
      Object.keys(tablesByFile)
        .map((file) => `${file}.ts`)
        .toSorted(),
    )
  })

  it.each(['shared/src/errors.ts', 'shared/src/limits.ts'])('in the blocks of %s', (file) => {
    const blocks = [...text(file).matchAll(/^ {2}\/\/ ([a-z]+)$/gm)].map(([, name = '']) => name)
    expect(blocks.length).toBeGreaterThan(5)
    expect(blocks.filter((name) => name !== 'platform' && !domains.includes(name))).toEqual([])
    expect(new Set(blocks).size).toBe(blocks.length)
  })
})

describe('the layout', () => {
  const featureFolders = ['api/src/domains', 'api/src/flows', 'web/src/features', 'shared/src/contract'].flatMap((folder) => [
    folder,
    ...folders(folder).map((name) => `${folder}/${name}`),
    ...['api/src/domains', 'shared/src/contract'].filter((base) => base === folder).map((base) => `${base}/sales/money`),
  ])

  // The domains themselves are as many as there are.
  it('has no folder of features with more than fifteen entries', () => {
    const full = featureFolders
      .filter((folder) => !folder.startsWith('api/src/flows/'))
      .map((folder) => [folder, entries(folder).filter((name) => !domains.includes(name)).length] as const)
    expect(full.length).toBeGreaterThan(20)
    expect(full.filter(([, count]) => count > 15)).toEqual([])
  })

  it('wires every domain of the api in a file of its own, and the platform in less than 150 lines', () => {
    for (const domain of folders('api/src/domains'))
      expect(existsSync(path.join(root, `api/src/domains/${domain}/${domain}.ts`)), domain).toBe(true)
    expect(text('api/src/platform.ts').split('\n').length).toBeLessThan(150)
  })
})
