import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { GrowingText } from './growing-text.ts'

it('gives the whole text after every addition, plain and as one gzip body', () => {
  const text = new GrowingText()
  let whole = ''
  for (let index = 0; index < 300; index++) {
    const line = `#EXTINF:${(2 + (index % 7) / 100).toFixed(5)},\ne1r0/720p_${String(index).padStart(5, '0')}.m4s ñ${'x'.repeat(index)}\n`
    text.add(line)
    whole += line
    if (index % 50 > 1) continue
    expect(text.plain().toString()).toBe(whole)
    expect(gunzipSync(text.gzip()).toString()).toBe(whole)
  }
  text.add('')
  expect(gunzipSync(text.gzip()).toString()).toBe(whole)
  expect(text.gzip().length).toBeLessThan(whole.length / 4)
})

it('is an empty body before the first addition', () => {
  expect(gunzipSync(new GrowingText().gzip()).toString()).toBe('')
})
