// Writes the counts of a vitest run to the file in VITEST_SUMMARY, with the name and reason of every test that failed,
// needed a second try or was skipped, and the time of each file.
import { writeFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

const firstLine = (error) => stripVTControlCharacters(String(error?.message ?? error)).split('\n', 1)[0]

export default class SummaryReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const summary = { passed: 0, failed: 0, failures: [], retried: [], skipped: [], files: [] }
    const fail = (name, error, file) => {
      summary.failed += 1
      summary.failures.push({ name, reason: firstLine(error), file })
    }
    for (const error of unhandledErrors) fail('outside of any test', error)
    for (const module of modules) {
      const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic()
      const elapsedMs = environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration
      summary.files.push({ name: module.relativeModuleId, elapsedMs })
      // A file that does not even load has no tests to fail.
      for (const error of module.errors()) fail(module.relativeModuleId, error, module.relativeModuleId)
      for (const test of module.children.allTests()) {
        const { state, note, errors } = test.result()
        const name = `${module.relativeModuleId}: ${test.fullName}`
        if (state === 'failed') fail(name, errors?.[0], module.relativeModuleId)
        else if (state === 'passed') {
          summary.passed += 1
          if (test.diagnostic()?.flaky) summary.retried.push({ name, reason: 'passed, but not at its first try' })
        } else summary.skipped.push({ name, reason: note ?? '' })
      }
    }
    if (process.env.VITEST_SUMMARY) writeFileSync(process.env.VITEST_SUMMARY, JSON.stringify(summary))
  }
}
