import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { localBin, nodeBin, root } from './paths.mjs'
import { filesToRunAgain, nothing, withSecondTry, type Counts } from './suites.mjs'

const folder = mkdtempSync(path.join(os.tmpdir(), 'e-events-second-try-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const failing = (...failures: { name: string; file?: string }[]) => ({
  ...nothing(),
  passed: 5,
  failed: failures.length,
  failures: failures.map((failure) => ({ ...failure, reason: 'too late' })),
})
const a = { name: 'a.test.ts: one', file: 'a.test.ts' }
const b = { name: 'b.test.ts: two', file: 'b.test.ts' }

describe('a second try of test files', () => {
  it('is for the files with failures, if they are few and known', () => {
    expect(filesToRunAgain(failing())).toEqual([])
    expect(filesToRunAgain(failing(a, b, { ...a, name: 'a.test.ts: three' }))).toEqual(['a.test.ts', 'b.test.ts'])
    expect(filesToRunAgain(failing(a, { name: 'the run itself' }))).toEqual([])
    const inFiles = (length: number) => failing(...Array.from({ length }, (_, each) => ({ name: 'x', file: `${each}.test.ts` })))
    expect(filesToRunAgain(inFiles(20))).toHaveLength(20)
    expect(filesToRunAgain(inFiles(21))).toEqual([])
  })

  it('passes what passes then, by name, and fails what fails again or anew', () => {
    const anew = { name: 'a.test.ts: four', file: 'a.test.ts' }
    expect(withSecondTry(failing(a, b), { ...failing(b, anew), passed: 9 })).toMatchObject({
      passed: 6,
      failed: 2,
      failures: [{ name: b.name }, { name: anew.name }],
      retried: [{ name: a.name, reason: 'too late' }],
    })
  })

  it('is none when the run itself ended badly', () => {
    const first = failing(a)
    expect(withSecondTry(first, failing({ name: 'the run itself' }))).toBe(first)
  })

  it('knows the file of each failure from the reporter, its reason and its line', () => {
    writeFileSync(path.join(folder, 'red.test.ts'), "it('fails', () => expect(1).toBe(2))")
    writeFileSync(path.join(folder, 'broken.test.ts'), "throw new Error('does not load')")
    writeFileSync(
      path.join(folder, 'outside.test.ts'),
      "setTimeout(() => Promise.reject(new Error('late')), 5)\nit('waits', () => new Promise((done) => setTimeout(done, 50)))",
    )
    writeFileSync(
      path.join(folder, 'flaky.test.ts'),
      "let tries = 0\nit('mends', { retry: 1 }, () => {\n  tries += 1\n  expect(tries).toBe(2)\n})",
    )
    const summary = path.join(folder, 'summary.json')
    const reporter = `--reporter=${path.join(root, 'scripts/lib/vitest-reporter.mjs')}`
    const { status } = spawnSync(nodeBin, [localBin('vitest'), 'run', '--root', folder, '--globals', reporter], {
      env: { ...process.env, VITEST_SUMMARY: summary },
    })
    expect(status).toBe(1)
    const counts = JSON.parse(readFileSync(summary, 'utf8')) as Counts
    expect(filesToRunAgain(counts).toSorted()).toEqual(['broken.test.ts', 'outside.test.ts', 'red.test.ts'])
    expect(counts.failures).toContainEqual({
      name: 'red.test.ts: fails',
      reason: 'expected 1 to be 2 // Object.is equality · red.test.ts:1',
      file: 'red.test.ts',
    })
    expect(counts.failures).toContainEqual(expect.objectContaining({ name: 'outside.test.ts: outside of any test', reason: 'late' }))
    expect(counts.retried).toEqual([{ name: 'flaky.test.ts: mends', reason: 'expected 1 to be 2 // Object.is equality · flaky.test.ts:4' }])
  })
})
