import { ApiError } from '@e-events/shared/contract/client.ts'
import { describe, expect, it } from 'vitest'
import { failedActionText } from './error-words.ts'

const say = (error: unknown, failure?: 'productCreate' | 'dataUpdate') => failedActionText(error, { language: 'en', failure })
const answer = (code: ApiError['code'], status: number, message: string, requestId: string | undefined = 'r-1') =>
  new ApiError({ code, status, message, requestId })

describe('what a failed action says', () => {
  it('is the message of a refusal [ERR-006]', () => {
    expect(say(answer('SLUG_TAKEN', 409, 'The chosen slug already exists.'), 'productCreate')).toBe('The chosen slug already exists.')
  })

  it('is the path that is missing for a 404 [ERR-005]', () => {
    expect(say(answer('NOT_FOUND', 404, 'We cannot find that.'))).toBe('Error fetching data from server: Path not found')
  })

  it('is general where the server said nothing: an empty 500, a broken network [ERR-007]', () => {
    expect(say(new ApiError({ code: 'UNAVAILABLE', status: 500, message: 'HTTP 500' }))).toBe('Error fetching data from server')
    expect(say(new ApiError({ code: 'NETWORK', status: 0, message: 'No answer' }))).toBe('Error fetching data from server')
  })

  it('names the action that broke', () => {
    expect(say(answer('INTERNAL', 500, 'Something went wrong on our side.'), 'productCreate')).toBe('Error creating the product')
    expect(say(new ApiError({ code: 'NETWORK', status: 0, message: 'No answer' }), 'dataUpdate')).toBe('Failed to modify data')
    expect(say(new TypeError('a mistake of ours'))).toBe('Something went wrong')
  })
})
