import { beforeEach, describe, expect, it } from 'vitest'
import { emptyFields } from './fields.ts'
import { clearDraft, draftKey, readDraft, writeDraft } from './local-draft.ts'

const key = draftKey('account-1', 'product-new')
const typed = { ...emptyFields({ channelSlug: 'sala-faro' }), net: '12,5', speakers: [] }

beforeEach(() => localStorage.clear())

describe('a draft in the browser', () => {
  it('comes back as it was typed, for its account and its form alone', () => {
    expect(writeDraft(key, typed, 42)).toBe(true)
    expect(readDraft(key)).toEqual({ savedAtMs: 42, fields: typed })
    expect([readDraft(draftKey('account-2', 'product-new')), readDraft(draftKey('account-1', 'course-new'))]).toEqual([null, null])
    clearDraft(key)
    expect(readDraft(key)).toBeNull()
  })

  it.each(['', 'no json', '[]', '{"version":1,"savedAtMs":1,"fields":{}}', '{"version":1}'])('is forgotten when it reads %j', (text) => {
    localStorage.setItem(key, text)
    expect(readDraft(key)).toBeNull()
  })

  it('takes only what a form has, each of its kind', () => {
    localStorage.setItem(
      key,
      JSON.stringify({
        version: 2,
        savedAtMs: 1,
        fields: { net: 5, tags: 'jazz', slug: 'ok', image: 7, director: 7, stock: 5, evil: true },
      }),
    )
    expect(readDraft(key)?.fields).toEqual({ ...emptyFields(), slug: 'ok', stock: 5 })
  })
})
