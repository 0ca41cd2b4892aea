// The suites of `npm test`: each is one command, and a way to count what it did.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { localBin, root } from './paths.mjs'

/** @typedef {{ name: string, reason: string, file?: string }} Named file: of a test that vitest runs */
/** @typedef {{ name: string, elapsedMs: number }} TimedFile */
/**
 * @typedef {object} Counts
 * @property {number} passed
 * @property {number} failed
 * @property {Named[]} failures those of the failed that have a name
 * @property {Named[]} retried passed, but not at the first try
 * @property {Named[]} skipped
 * @property {TimedFile[]} files the test files that ran, each with the time from its start to its end
 */

/**
 * @typedef {object} Suite
 * @property {string} name
 * @property {string[]} argv run with Node 24
 * @property {string[][]} [parts] where nothing is asked for in particular: run one after the other, each with these
 * arguments more
 * @property {string[]} [whole] the same where something is asked for in particular
 * @property {boolean} [isBeside] needs no more than the processor time that other suites leave over
 * @property {boolean} [hasCompany] mostly waits: those run beside it and the next ones that do
 * @property {boolean} [runsAgain] in CI its files with failures run again when nothing runs beside them
 * @property {(result: { code: number, folder: string, part?: number }) => Counts} count
 * @property {(folder: string, part?: number) => Record<string, string>} [env]
 * @property {string} [needs] a file without which the suite cannot run
 */

/** @returns {Counts} */
export const nothing = () => ({ passed: 0, failed: 0, failures: [], retried: [], skipped: [], files: [] })

/** A check that passes or fails as a whole. */
const check = (name, argv) => ({
  name,
  argv,
  isBeside: true,
  // Compiler and linter are Go programs: less often collected, the compiler takes a fifth less time and more memory.
  env: () => ({ GOGC: '400' }),
  count: ({ code }) =>
    code === 0 ? { ...nothing(), passed: 1 } : { ...nothing(), failed: 1, failures: [{ name, reason: `exit code ${code}` }] },
})

/**
 * @param {string} name
 * @param {string[][]} parts projects that run together; without arguments one part runs after the other
 */
const vitest = (name, ...parts) => ({
  name,
  argv: [localBin('vitest'), 'run', '--reporter=default', `--reporter=${path.join(root, 'scripts/lib/vitest-reporter.mjs')}`],
  parts: parts.map(projectsOf),
  whole: projectsOf(parts.flat()),
  env: (folder, part = 0) => ({ VITEST_SUMMARY: path.join(folder, `${name}-${part}.json`) }),
  count: ({ code, folder, part = 0 }) => atLeastOneFailure(code, readJson(path.join(folder, `${name}-${part}.json`)) ?? nothing()),
})

const projectsOf = (projects) => projects.flatMap((project) => ['--project', project])

/**
 * @param {string} name
 * @param {string[][]} parts projects, each in a run of its own
 * @param {string[]} [whole]
 */
const playwright = (name, parts, whole = parts.flat()) => ({
  name,
  argv: [localBin('playwright'), 'test', '--config', 'tests/playwright.config.ts', '--reporter=list,json'],
  parts,
  whole,
  needs: 'tests/playwright.config.ts',
  env: (folder, part = 0) => ({ PLAYWRIGHT_JSON_OUTPUT_NAME: path.join(folder, `${name}-${part}.json`) }),
  count: ({ code, folder, part = 0 }) => atLeastOneFailure(code, countPlaywright(readJson(path.join(folder, `${name}-${part}.json`)))),
})

const timing = ['--project=timing']
const shows = ['--project=shows']
const screens = ['--project=screens', '--workers=2']

/**
 * The whole run, in its order: what is measured to the frame has the machine alone; checks and unit tests take what
 * shows and integration tests leave, and end before the screens, which need both cores.
 * @type {Suite[]}
 */
export const suites = [
  playwright('timing', [timing]),
  { ...playwright('shows', [shows]), hasCompany: true },
  { ...vitest('integration', ['cameras'], ['encoders'], ['integration']), hasCompany: true, runsAgain: true },
  check('format', [localBin('oxfmt'), '--check']),
  check('lint', [localBin('oxlint')]),
  check('types', ['scripts/types.mjs']),
  { ...vitest('architecture', ['architecture']), isBeside: true, runsAgain: true },
  {
    ...vitest('unit', ['shared', 'client', 'rtc', 'ui', 'api', 'sfu', 'transcoder', 'web', 'studio', 'scripts']),
    isBeside: true,
    runsAgain: true,
  },
  playwright('screens', [screens]),
]

/** Names for `--only`: the suites of the whole run, and both in a browser under one name. */
export const namedSuites = [...suites, playwright('e2e', [timing, shows, screens], [])]

/**
 * @param {any} report of Playwright's JSON reporter
 * @returns {Counts}
 */
export function countPlaywright(report) {
  const counts = nothing()
  if (!report) return counts
  for (const error of report.errors ?? []) fail(counts, 'outside of any test', error)
  const visit = (suite, titles) => {
    for (const inner of suite.suites ?? []) visit(inner, [...titles, inner.title])
    for (const spec of suite.specs ?? []) {
      for (const test of spec.tests) {
        const name = [...titles, spec.title].filter(Boolean).join(' › ')
        const errors = test.results?.flatMap((result) => result.errors ?? []) ?? []
        if (test.status === 'expected') counts.passed += 1
        else if (test.status === 'flaky') {
          counts.passed += 1
          counts.retried.push({ name, reason: reasonOf(errors[0]) })
        } else if (test.status === 'unexpected') fail(counts, name, errors[0])
        else {
          const reason = test.annotations?.find(({ type }) => type === 'skip' || type === 'fixme')?.description ?? ''
          counts.skipped.push({ name, reason })
        }
      }
    }
  }
  for (const suite of report.suites ?? []) {
    visit(suite, [suite.title])
    counts.files.push({ name: suite.title, elapsedMs: durationOf(suite) })
  }
  return counts
}

/** Adds up every try of every test of a Playwright suite, in milliseconds. */
const durationOf = (suite) => {
  const results = (suite.specs ?? []).flatMap(({ tests }) => tests).flatMap((test) => test.results ?? [])
  const own = results.reduce((total, { duration }) => total + (duration ?? 0), 0)
  return (suite.suites ?? []).reduce((total, inner) => total + durationOf(inner), own)
}

/** @param {Counts} counts @param {string} name @param {{ message?: string } | undefined} error */
function fail(counts, name, error) {
  counts.failed += 1
  counts.failures.push({ name, reason: reasonOf(error) })
}

/**
 * The first line of a message, with the two values that an assertion compares and the place of the error.
 * @param {{ message?: string, location?: { file: string, line: number } } | undefined} error
 */
function reasonOf(error) {
  const [first = '', ...others] = stripVTControlCharacters(error?.message ?? '').split('\n')
  const values = others.filter((line) => /^(Expected|Received)\b.*:/.test(line)).slice(0, 2)
  const place = error?.location ? [`${path.basename(error.location.file)}:${error.location.line}`] : []
  return [first, ...values.map((value) => value.replaceAll(/\s+/g, ' ')), ...place].join(' · ')
}

/** A run that ended badly without a counted failure (it crashed, found no tests) is a failure all the same. */
const atLeastOneFailure = (code, counts) =>
  code !== 0 && counts.failed === 0 ? { ...counts, failed: 1, failures: [{ name: 'the run itself', reason: `exit code ${code}` }] } : counts

/** @param {Counts[]} all @returns {Counts} */
export const sumOf = (all) => ({
  passed: all.reduce((total, { passed }) => total + passed, 0),
  failed: all.reduce((total, { failed }) => total + failed, 0),
  failures: all.flatMap(({ failures }) => failures),
  retried: all.flatMap(({ retried }) => retried),
  skipped: all.flatMap(({ skipped }) => skipped),
  files: all.flatMap(({ files }) => files),
})

/** With more failing files than this, it is not one that starved. */
const mostFilesAgain = 20

/**
 * @param {Counts} counts
 * @returns {string[]} the files to run again: none where a failure is of no file, or too many failed
 */
export function filesToRunAgain({ failures }) {
  const files = [...new Set(failures.map(({ file }) => file))]
  return files.includes(undefined) || files.length > mostFilesAgain ? [] : files
}

/**
 * @param {Counts} first
 * @param {Counts} second of the files with failures alone
 * @returns {Counts} a failure of the first run that is none in the second has passed, and is named; the first counts
 * alone where the second was none
 */
export function withSecondTry(first, second) {
  if (second.failures.some(({ file }) => file === undefined)) return first
  const failing = new Set(second.failures.map(({ name }) => name))
  const mended = first.failures.filter(({ name }) => !failing.has(name))
  return {
    ...first,
    passed: first.passed + mended.length,
    failed: second.failed,
    failures: second.failures,
    retried: [...first.retried, ...mended],
  }
}

/**
 * @param {Pick<Counts, 'passed' | 'failed' | 'skipped'>[]} all
 * @returns {string} the one line at the end of `npm test`
 */
export function summaryLine(all) {
  const sum = (pick) => all.reduce((total, counts) => total + pick(counts), 0)
  return `${sum((c) => c.passed)} passed, ${sum((c) => c.failed)} failed, ${sum((c) => c.skipped.length)} skipped`
}

function readJson(file) {
  if (!existsSync(file)) return null
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}
