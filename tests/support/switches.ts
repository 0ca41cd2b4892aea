import { expect } from 'playwright/test'
import { call } from './api-calls.ts'
import type { Stack } from './stack.ts'

/**
 * Puts the site's switches back for the tests that follow, and waits until the api says so in each language.
 * The api keeps an answer for a second, and a page asks once.
 */
export async function restoreSwitches(stack: Stack): Promise<void> {
  await stack.knex('site_config').update({ approve_users: false, languages: true })
  const isBack = async () => {
    const answers = (['es', 'en', 'pt'] as const).map((language) => call<{ languages: boolean }>(stack, 'GET /config', { language }))
    return (await Promise.all(answers)).every(({ body }) => body.languages)
  }
  await expect.poll(isBack).toBe(true)
}
