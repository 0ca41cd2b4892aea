import { describe, expect, it } from 'vitest'
import { startAt, withStart } from './start-at.ts'

const read = (search: string) => startAt(new URLSearchParams(search))

describe('the place in a shared address', () => {
  it.each(['', '?t=', '?t=0', '?t=-5', '?t=1e3', '?t=12.5', '?t=90s', '?t=NaN', '?t=172801', '?t=9999999'])('%s names none', (search) => {
    expect(read(search)).toBeNull()
  })

  it('is whole seconds, and goes on to another page', () => {
    expect(read('?t=754')).toBe(754)
    expect([withStart('/player/faro', 754), withStart('/products/faro?enter=1', 754), withStart('/player/faro', null)]).toEqual([
      '/player/faro?t=754',
      '/products/faro?enter=1&t=754',
      '/player/faro',
    ])
  })
})
