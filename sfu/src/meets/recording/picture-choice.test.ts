import { describe, expect, it } from 'vitest'
import { PictureChoice, type Picture } from './picture-choice.ts'

const camera = (personId: string): Picture => ({ personId, source: 'camera', producerId: `camera of ${personId}` })
const screen = (personId: string): Picture => ({ personId, source: 'screen', producerId: `screen of ${personId}` })

/** Looks every 200 ms and answers what is shown at the end. */
function watch() {
  const choice = new PictureChoice()
  let nowMs = 0
  return (forMs: number, pictures: readonly Picture[], speakers: readonly string[] = []) => {
    let shown
    for (const endMs = nowMs + forMs; nowMs < endMs; nowMs += 200) shown = choice.choose({ pictures, speakers, nowMs })
    return shown?.producerId
  }
}

describe('the picture of a recording', () => {
  const both = [camera('ana'), camera('ben')]

  it('is the camera of whoever speaks for a while, not of whoever says a word', () => {
    const see = watch()
    expect(see(4_000, both, ['ana'])).toBe('camera of ana')
    expect(see(1_000, both, ['ben', 'ana'])).toBe('camera of ana')
    expect(see(2_000, both, ['ana'])).toBe('camera of ana')
    expect(see(2_000, both, ['ben'])).toBe('camera of ben')
    expect(see(5_000, both)).toBe('camera of ben')
  })

  it('stays for three seconds at least, however fast they change', () => {
    const see = watch()
    see(4_000, both, ['ana'])
    expect(see(1_800, both, ['ben'])).toBe('camera of ben')
    expect(see(1_800, both, ['ana'])).toBe('camera of ben')
    expect(see(2_000, both, ['ana'])).toBe('camera of ana')
  })

  it('is a screen as long as one is shown, and the same one beside a second', () => {
    const see = watch()
    see(1_000, both, ['ana'])
    expect(see(200, [...both, screen('ben')], ['ana'])).toBe('screen of ben')
    expect(see(4_000, [screen('ana'), ...both, screen('ben')], ['ana'])).toBe('screen of ben')
    expect(see(200, [screen('ana'), ...both], ['ana'])).toBe('screen of ana')
    expect(see(200, both, ['ana'])).toBe('camera of ana')
  })

  it('is another one at once where it ends, and none where nobody shows anything', () => {
    const see = watch()
    see(1_000, both, ['ana'])
    expect(see(200, [camera('ben')], ['ana'])).toBe('camera of ben')
    expect(see(200, [], ['ana'])).toBeUndefined()
    expect(see(200, both, ['ana'])).toBe('camera of ana')
  })

  it('stays with somebody where the speaker shows nothing', () => {
    const see = watch()
    expect(see(6_000, [camera('ben')], ['ana'])).toBe('camera of ben')
  })
})
