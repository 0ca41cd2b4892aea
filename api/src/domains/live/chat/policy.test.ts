import { describe, expect, it } from 'vitest'
import { cleanText, hasBlockedWord, momentOf } from './policy.ts'

describe('text of a message', () => {
  it.each([
    ['', null],
    [' \n\t ', null],
    ['\u200B\u2060\uFEFF', null],
    ['a\u202Egnp.exe', 'agnp.exe'],
    ['  hola \n  mundo ', 'hola mundo'],
    [`Z${'\u0335'.repeat(40)}algo`, `Z${'\u0335'.repeat(3)}algo`],
    ['👩‍👩‍👧 fam', '👩‍👩‍👧 fam'],
    ['pi\u200Dpa', 'pipa'],
    ['<script>alert(1)</script>', '<script>alert(1)</script>'],
  ])('%j is kept as %j', (text, kept) => expect(cleanText(text)).toBe(kept))

  it('has at most 500 characters, counted as people count signs of one code point', () => {
    expect(cleanText('é'.repeat(500))).toHaveLength(500)
    expect(cleanText('🎺'.repeat(500))).not.toBeNull()
    expect(cleanText('🎺'.repeat(501))).toBeNull()
    expect(cleanText('a'.repeat(501))).toBeNull()
  })
})

describe('blocked words', () => {
  const words = ['Spoiler', 'mal nacido', 'ñu']
  it.each(['un SPOILER', 'spóiler!', 'sp0il3r', 's.p.o.i.l.e.r', 's p o i l e r', 'eres un mal   nacido', 'un ñu'])('holds up %j', (text) =>
    expect(hasBlockedWord(text, words)).toBe(true),
  )
  it.each(['spoilers', 'mal', 'nacido mal', 'nuca', '', 'a b c'])('lets %j through', (text) =>
    expect(hasBlockedWord(text, words)).toBe(false),
  )
})

describe('the moment of a message', () => {
  const startedAt = new Date('2026-05-01T20:00:00Z')
  const now = new Date('2026-05-01T21:00:00Z')
  it.each([
    [undefined, now],
    ['2026-05-01T20:30:00.000Z', new Date('2026-05-01T20:30:00Z')],
    ['2026-05-01T21:00:01.000Z', now],
    ['2026-05-01T19:59:59.000Z', now],
  ])('%s', (said, moment) => expect(momentOf(said, { startedAt, now })).toEqual(moment))
  it('is now before there was a show', () => expect(momentOf('2026-05-01T20:30:00.000Z', { startedAt: null, now })).toEqual(now))
})
