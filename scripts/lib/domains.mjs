// The tests of one domain, for `npm test -- --domain NAME`: those in its folders, and those elsewhere that import from
// them.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './paths.mjs'

const rooms = ['api/src/domains', 'web/src/features', 'shared/src/contract']
const isTest = (file) => /^(api|web|shared|tests\/integration)\/.*\.test\.tsx?$/.test(file)

/** @param {readonly string[]} files paths of the repository @returns {string[]} the names of the domains, sorted */
export function domainsOf(files) {
  const names = files.flatMap((file) =>
    rooms.flatMap((room) => (file.startsWith(`${room}/`) ? [file.slice(room.length + 1).split('/')] : [])),
  )
  return [...new Set(names.filter((parts) => parts.length > 1).map(([name]) => name ?? ''))].toSorted()
}

/**
 * @param {string} domain
 * @param {readonly string[]} files paths of the repository
 * @param {(file: string) => string} read the text of a file
 * @returns {string[]} test files for vitest, sorted
 */
export function testsOfDomain(domain, files, read) {
  const own = new RegExp(`/(?:domains|features|contract)/${domain}/`)
  const page = new RegExp(`/routes/(?:[\\w-]+/)*${domain}/`)
  const imports = new RegExp(`from '[^']*/(?:domains|features|contract)/${domain}/`)
  return files.filter((file) => isTest(file) && (own.test(file) || page.test(file) || imports.test(read(file)))).toSorted()
}

export function filesOfRepository() {
  return execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 << 20,
  })
    .split('\n')
    .filter(Boolean)
}

/** @param {string} file */
export const readOfRepository = (file) => readFileSync(path.join(root, file), 'utf8')
