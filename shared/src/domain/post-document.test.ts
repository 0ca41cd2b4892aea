import { describe, expect, it } from 'vitest'
import { fileAddress } from '../contract/addresses.ts'
import { savePostBody } from '../contract/catalogue/posts.ts'
import { setChaptersBody } from '../contract/catalogue/podcasts.ts'
import { limits } from '../limits.ts'
import { countWords, postDocumentSchema, postImageIds, postText, readingMinutes, type PostDocument } from './post-document.ts'

const id = '0b6f5f9e-6a2f-4c7e-9a53-0c7f6ad0a001'
const image = (alt = '') => ({ type: 'image' as const, attrs: { src: fileAddress(id), alt } })
const paragraph = (text: string) => ({ type: 'paragraph' as const, content: [{ type: 'text' as const, text }] })
const document = (...content: PostDocument['content']): PostDocument => ({ type: 'doc', content })
const isPost = (value: unknown) => postDocumentSchema.safeParse(value).success

describe('a document', () => {
  it('holds blocks and words up to its limits', () => {
    const blocks = (count: number) => document(...Array.from({ length: count }, () => paragraph('x')))
    expect([isPost(blocks(limits.postBlocks)), isPost(blocks(limits.postBlocks + 1))]).toEqual([true, false])
    const letters = (count: number) => document(paragraph('x'.repeat(count)))
    expect([isPost(letters(limits.postTextChars)), isPost(letters(limits.postTextChars + 1))]).toEqual([true, false])
    const alt = (count: number) => document(image('x'.repeat(count)))
    expect([isPost(alt(limits.postImageAltChars)), isPost(alt(limits.postImageAltChars + 1))]).toEqual([true, false])
  })

  it('has an excerpt of at most 400 characters beside it', () => {
    const body = (count: number) => savePostBody.safeParse({ language: 'es', document: document(), excerpt: 'x'.repeat(count) }).success
    expect(limits.postExcerptChars).toBe(400)
    expect([body(400), body(401)]).toEqual([true, false])
  })

  it('is read block by block, and names each picture once', () => {
    const item = { type: 'listItem' as const, content: [paragraph('dos')] }
    const text = document(
      { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Uno' }] },
      { type: 'bulletList', content: [item, item] },
      { type: 'paragraph', content: [{ type: 'text', text: 'tres ' }, { type: 'hardBreak' }, { type: 'text', text: 'cuatro' }] },
      image(),
      image(),
      { type: 'horizontalRule' },
    )
    expect(postText(text)).toBe('Uno\ndos\ndos\ntres \ncuatro')
    expect(postImageIds(text)).toEqual([id])
  })
})

describe('its length', () => {
  it.each([
    ['', 0],
    ['  ', 0],
    ['Hola, ¿qué tal?', 3],
    ['uno — dos', 2],
    ['3 × 4', 2],
    ['São João', 2],
  ])('%j has %d words', (text, words) => expect(countWords(text)).toBe(words))

  it.each([
    [0, 1],
    [230, 1],
    [345, 2],
    [2_300, 10],
  ])('%d words take %d minutes', (words, minutes) => expect(readingMinutes(words)).toBe(minutes))
})

describe('chapters', () => {
  it('are at most 200, with titles of at most 120 characters, within a day', () => {
    const chapters = (count: number) =>
      setChaptersBody.safeParse({ chapters: Array.from({ length: count }, (_, startMs) => ({ title: 'x', startMs })) }).success
    expect([chapters(limits.chapters), chapters(limits.chapters + 1)]).toEqual([true, false])
    const one = (title: string, startMs = 0) => setChaptersBody.safeParse({ chapters: [{ title, startMs }] }).success
    expect([one('x'.repeat(limits.chapterTitleChars)), one('x'.repeat(limits.chapterTitleChars + 1))]).toEqual([true, false])
    expect([one('x', limits.chapterStartMs), one('x', limits.chapterStartMs + 1)]).toEqual([true, false])
  })
})
