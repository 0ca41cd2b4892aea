// The requirements register (docs/requirements.tsv) and the tests that name its ids in brackets: it('… [SHOP-014]').
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './paths.mjs'

const TEST_FILE = /\.(test|spec)\.tsx?$/
const SKIPPED = new Set(['node_modules', 'dist', 'out', 'release', 'test-results', 'playwright-report'])

/** @returns {{ id: string, area: string, kind: string, requirement: string, accept: string }[]} */
export function readRegister(file = path.join(root, 'docs/requirements.tsv')) {
  const [, ...lines] = readFileSync(file, 'utf8').trim().split('\n')
  return lines.map((line) => {
    const [id, area, , kind, requirement, accept] = line.split('\t')
    return { id, area, kind, requirement, accept }
  })
}

/**
 * Which ids do the tests of the tree name, and where?
 * @returns {Map<string, string[]>} files by id
 */
export function namedIds(base = root) {
  const named = new Map()
  for (const file of testFiles(base)) {
    for (const id of idsIn(readFileSync(path.join(base, file), 'utf8'))) named.set(id, [...(named.get(id) ?? []), file])
  }
  return named
}

/** @param {string} text @returns {string[]} every id in brackets, several in one pair included, once each */
export function idsIn(text) {
  const lists = [...text.matchAll(/\[((?:[A-Z]{2,5}-\d{3})(?:[,\s]+[A-Z]{2,5}-\d{3})*)\]/g)]
  return [...new Set(lists.flatMap(([, list]) => list.split(/[,\s]+/)))]
}

function testFiles(base, folder = '') {
  return readdirSync(path.join(base, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name)
    if (entry.isDirectory()) return SKIPPED.has(entry.name) || entry.name.startsWith('.') ? [] : testFiles(base, file)
    return TEST_FILE.test(entry.name) ? [file] : []
  })
}
