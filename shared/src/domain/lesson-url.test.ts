import { describe, expect, it } from 'vitest'
import { productOfUrl, takesUrl } from './lesson-url.ts'

const origin = 'https://eventos.example'

describe('the address of a lesson', () => {
  it.each([
    ['video', 'https://vimeo.com/76979871', true],
    ['live', 'https://www.youtube.com/live/dQw4w9WgXcQ', true],
    ['video', 'https://films.example/a.mp4', false],
    ['text', 'https://vimeo.com/76979871', false],
    ['meeting', 'https://meet.jit.si/clase', true],
  ] as const)('is taken by a %s: %s → %s', (kind, url, isTaken) => {
    expect(takesUrl(kind, url)).toBe(isTaken)
  })

  it.each([
    ['/products/film', 'film'],
    ['/player/film?recording=1', 'film'],
    ['/meets/tutoria#a', 'tutoria'],
    ['/account/channels/sala-faro/products/film?step=media', 'film'],
    ['/manage/products/film', 'film'],
    ['/speakers/film', undefined],
    ['/products/Film', undefined],
    ['/', undefined],
  ])('%s leads to %s', (path, slug) => {
    expect(productOfUrl(`${origin}${path}`, origin)).toBe(slug)
    expect(productOfUrl(`HTTPS://Eventos.example${path}`, origin)).toBe(slug)
  })

  it('of another site leads to no product of ours', () => {
    expect(productOfUrl('https://eventos.example.evil.example/products/film', origin)).toBeUndefined()
    expect(productOfUrl('https://other.example/products/film', origin)).toBeUndefined()
  })
})
