// Writes the counts of a vitest run to the file in VITEST_SUMMARY, with the reason of every skipped test.
import { writeFileSync } from 'node:fs'

export default class SummaryReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const summary = { passed: 0, failed: unhandledErrors.length, skipped: [] }
    for (const module of modules) {
      // A file that does not even load has no tests to fail.
      summary.failed += module.errors().length
      for (const test of module.children.allTests()) {
        const { state, note } = test.result()
        if (state === 'passed') summary.passed += 1
        else if (state === 'failed') summary.failed += 1
        else summary.skipped.push({ name: `${module.relativeModuleId}: ${test.fullName}`, reason: note ?? '' })
      }
    }
    if (process.env.VITEST_SUMMARY) writeFileSync(process.env.VITEST_SUMMARY, JSON.stringify(summary))
  }
}
