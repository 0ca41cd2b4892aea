import { describe, expect, it } from 'vitest'
import { embedOrigins, embedUrlOf } from './embed.ts'

describe('the address of a player elsewhere', () => {
  it.each([
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=3', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
    ['https://youtu.be/dQw4w9WgXcQ?si=x', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
    ['https://m.youtube.com/live/dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
    ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871'],
    ['https://vimeo.com/76979871/8272103f6e', 'https://player.vimeo.com/video/76979871?h=8272103f6e'],
    ['https://player.vimeo.com/video/76979871?h=8272103f6e&title=0', 'https://player.vimeo.com/video/76979871?h=8272103f6e'],
    ['https://open.spotify.com/intl-es/episode/4rOoJ6Egrf8K2IrywzwOMk', 'https://open.spotify.com/embed/episode/4rOoJ6Egrf8K2IrywzwOMk'],
    ['https://soundcloud.com/ana/gira?utm=1', 'https://w.soundcloud.com/player/?url=https%3A%2F%2Fsoundcloud.com%2Fana%2Fgira'],
  ])('%s is played by %s', (address, player) => {
    expect(embedUrlOf(address)).toBe(player)
    expect(embedOrigins).toContain(new URL(player).origin)
    // The stored address may be the one of the frame itself.
    if (!player.includes('soundcloud')) expect(embedUrlOf(player)).toBe(player)
  })

  it.each([
    'https://player.example/1',
    'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
    'https://evil.example/?https://youtube.com/embed/dQw4w9WgXcQ',
    'https://www.youtube.com/redirect?q=https://evil.example',
    'https://www.youtube.com/embed/..%2Fredirect',
    'javascript:alert(1)//youtube.com/embed/dQw4w9WgXcQ',
    'https://soundcloud.com/ana',
    'no address',
  ])('%s is none', (address) => {
    expect(embedUrlOf(address)).toBeUndefined()
  })
})
