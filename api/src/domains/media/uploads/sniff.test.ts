import { describe, expect, it } from 'vitest'
import { fitsContainer, fitsName, sniffContainer } from './sniff.ts'

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))

describe('what a file is by its first bytes', () => {
  it.each([
    ['\0\0\0\x20ftypisom\0\0\x02\0', 'mov'],
    ['\0\0\0\x18ftypmp42\0\0\0\0', 'mov'],
    ['\0\0\0\x20ftypM4A \0\0\x02\0', 'mov'],
    ['RIFF\x24\x08\0\0WAVEfmt ', 'wav'],
    ['ID3\x04\0\0\0\0\0\0\0\0\0\0\0\0', 'mp3'],
    ['\xff\xfb\x90\x64\0\0\0\0\0\0\0\0', 'mp3'],
    ['\0\0\0\x14ftypqt  \0\0\0\0', undefined],
    ['#EXTM3U\n#EXT-X-VER', undefined],
    ['ffconcat version', undefined],
    ['<svg xmlns="http:', undefined],
    ['RIFF\x24\x08\0\0AVI LIST', undefined],
    ['\x1aE\xdf\xa3\0\0\0\0\0\0\0\0\0\0', undefined],
    ['\xff\xf1\x50\x80\0\0\0\0\0\0\0\0', undefined],
    ['', undefined],
  ])('%j is %s', (head, container) => expect(sniffContainer(bytes(head))).toBe(container))

  it('a video is an MP4 by name and content, sound may be three things more [VID-001]', () => {
    expect(['a.mp4', 'A.MP4', 'a.mov', 'a.mp4.exe', 'mp4', 'a.m4a'].map((name) => fitsName('video', name))).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ])
    expect(['a.mp3', 'a.m4a', 'a.wav', 'a.mp4', 'a.ogg'].map((name) => fitsName('audio', name))).toEqual([true, true, true, true, false])
    expect([fitsContainer('trailer', 'mov'), fitsContainer('trailer', 'mp3'), fitsContainer('audio', 'mp3')]).toEqual([true, false, true])
    expect(fitsContainer('audio', undefined)).toBe(false)
  })
})
