import { ApiError } from '@e-events/shared/contract/client.ts'
import type { UseFormSetError } from 'react-hook-form'
import { expect, it } from 'vitest'
import { showRefusal } from './form.ts'

it.each([
  ['password_common', 'password_common'],
  ['password_own_words', 'password_own_words'],
  ['invalid_format', 'format'],
])('says of a refused password why: %s', (rule, shown) => {
  const said: unknown[] = []
  const issues = [{ path: 'body.password', rule, message: 'refused' }]
  const error = new ApiError({ code: 'VALIDATION_FAILED', message: 'refused', status: 400, issues })
  const setError: UseFormSetError<{ password: string }> = (name, refusal) => {
    said.push([name, 'type' in refusal ? refusal.type : undefined])
  }
  expect(showRefusal(error, { setError, fields: ['password'] })).toBe(true)
  expect(said).toEqual([['password', shown]])
})
