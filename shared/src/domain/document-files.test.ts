import { describe, expect, it } from 'vitest'
import { documentExtensions, isNamedRightly } from './document-files.ts'

const bytes = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0))
const zip = 'PK\u0003\u0004....'
const office = '\u00D0\u00CF\u0011\u00E0\u00A1\u00B1\u001A\u00E1'
const samples: Record<(typeof documentExtensions)[number], string> = {
  pdf: '%PDF-1.7',
  zip,
  txt: 'Dobla un folio.',
  md: '# Retícula',
  csv: 'a;b',
  rtf: '{\\rtf1',
  epub: zip,
  doc: office,
  docx: zip,
  odt: zip,
  xls: office,
  xlsx: zip,
  ods: zip,
  ppt: office,
  pptx: zip,
  odp: zip,
  jpg: '\u00FF\u00D8\u00FF\u00E0',
  jpeg: '\u00FF\u00D8\u00FF\u00E1',
  png: '\u0089PNG\r\n\u001A\n',
  webp: 'RIFF....WEBPVP8 ',
  gif: 'GIF89a',
  mp3: 'ID3\u0004',
  wav: 'RIFF....WAVEfmt ',
  m4a: '\0\0\0 ftypM4A ',
  mid: 'MThd\0\0\0\u0006',
  srt: '1\n00:00:01,000 --> 00:00:02,000\nHola',
  vtt: 'WEBVTT\n',
  json: '{}',
  psd: '8BPS\0\u0001',
  ai: '%!PS-Adobe-3.0',
  sketch: zip,
  fig: 'fig-kiwi',
}

describe('the content of a file', () => {
  it('is told for every kind that may be handed out', () => {
    const refused = documentExtensions.filter((extension) => !isNamedRightly(`a.${extension}`, bytes(samples[extension])))
    expect(refused).toEqual([])
  })

  it('of a program is none of them, whatever its name says', () => {
    const programs = ['MZ\u0090\0\u0003\0\0\0', '\u007FELF\u0002\u0001\u0001\0', '\u00CA\u00FE\u00BA\u00BE\0\0\0\u0002']
    const taken = documentExtensions.filter((extension) => programs.some((one) => isNamedRightly(`a.${extension}`, bytes(one))))
    expect(taken).toEqual([])
  })

  it('of a page or a picture is not a document', () => {
    const isTaken = (name: string, text: string) => isNamedRightly(name, bytes(text))
    expect(isTaken('a.pdf', '<html><script>')).toBe(false)
    expect(isTaken('a.docx', '<html>')).toBe(false)
    expect(isTaken('a.png', samples.jpg)).toBe(false)
    expect(isTaken('a.txt', samples.png.padEnd(20, '\0'))).toBe(false)
    expect(isTaken('a.exe', zip)).toBe(false)
  })

  it('is told where it begins late, and in other encodings', () => {
    const isTaken = (name: string, text: string) => isNamedRightly(name, bytes(text))
    expect(isTaken('a.pdf', `${'\n'.repeat(900)}%PDF-1.4`)).toBe(true)
    expect(isTaken('a.pdf', `${'\n'.repeat(1100)}%PDF-1.4`)).toBe(false)
    expect(isTaken('a.txt', '\u00FF\u00FEH\0o\0l\0a\0')).toBe(true)
    expect(isTaken('a.mp3', '\u00FF\u00FB\u0090d')).toBe(true)
  })
})
