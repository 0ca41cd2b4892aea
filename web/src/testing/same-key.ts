import { onTestFinished, vi } from 'vitest'

/**
 * Listens to what React says of two children with the same key, until the end of the test; the answer tells what it has
 * heard.
 */
export function listenForSameKeys(): () => string[] {
  const spy = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  onTestFinished(() => spy.mockRestore())
  return () => spy.mock.calls.map((words) => words.map(String).join(' ')).filter((said) => said.includes('same key'))
}
