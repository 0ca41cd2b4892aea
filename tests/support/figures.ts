import { appendFile, mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { TestInfo } from 'playwright/test'

const file = fileURLToPath(new URL('../../test-results/figures.jsonl', import.meta.url))

/** Writes down what a test measured, passed or failed: a limit that is nearly reached should not come as a surprise. */
export async function noteFigures(info: TestInfo, figures: object): Promise<void> {
  await mkdir(fileURLToPath(new URL('.', `file://${file}`)), { recursive: true })
  await appendFile(file, `${JSON.stringify({ test: info.title, ...figures })}\n`)
}
