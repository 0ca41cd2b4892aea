// Writes the counts of a vitest run to the file in VITEST_SUMMARY, with the name and reason of every test that failed,
// needed a second try or was skipped, and the time of each file.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** The first line of a message, and where in the file it was thrown. */
const reasonOf = (error, file) => {
  const [first] = stripVTControlCharacters(String(error?.message ?? error)).split('\n', 1)
  const line = error?.stacks?.find((frame) => file && frame.file.endsWith(file))?.line
  return line === undefined ? first : `${first} · ${path.basename(file)}:${line}`
}

export default class SummaryReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const summary = { passed: 0, failed: 0, failures: [], retried: [], skipped: [], files: [] }
    const fail = (name, error, file) => {
      summary.failed += 1
      summary.failures.push({ name, reason: reasonOf(error, file), file })
    }
    for (const error of unhandledErrors) {
      const file = modules.find(({ moduleId }) => moduleId === error.VITEST_TEST_PATH)?.relativeModuleId
      fail(file ? `${file}: outside of any test` : 'outside of any test', error, file)
    }
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
          if (test.diagnostic()?.flaky)
            summary.retried.push({ name, reason: reasonOf(errors?.[0] ?? 'it says nothing of its first try', module.relativeModuleId) })
        } else summary.skipped.push({ name, reason: note ?? '' })
      }
    }
    if (process.env.VITEST_SUMMARY) writeFileSync(process.env.VITEST_SUMMARY, JSON.stringify(summary))
  }
}
