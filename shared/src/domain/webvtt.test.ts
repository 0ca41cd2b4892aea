import { describe, expect, it } from 'vitest'
import { cueRuns, cuesAt, plainWords, readWebVtt, writeWebVtt } from './webvtt.ts'

const file = (body: string) => `WEBVTT\n\n${body}`
const faultOf = (text: string) => {
  const read = readWebVtt(text)
  return read.ok ? 'none' : [read.fault, read.line]
}

describe('a caption file', () => {
  it('is read with names, comments, styles and settings, whatever ends its lines', () => {
    const text =
      '\uFEFFWEBVTT - film\r\nKind: captions\r\n\r\nSTYLE\r\n::cue { color: red }\r\n\r\nNOTE by hand\r\n\r\nfirst\r\n00:01.000 --> 00:02.500 line:0 align:start\r\n<v Ana>Hola</v>\r\ny adiós\r\n\r\n01:00:00.000 --> 01:00:01.000\r\nFin'
    const read = readWebVtt(text)
    expect(read).toEqual({
      ok: true,
      cues: [
        { startSec: 1, endSec: 2.5, settings: 'line:0 align:start', text: '<v Ana>Hola</v>\ny adiós' },
        { startSec: 3600, endSec: 3601, settings: '', text: 'Fin' },
      ],
    })
    const written = read.ok ? writeWebVtt(read.cues) : ''
    expect(written).not.toContain('STYLE')
    expect(readWebVtt(written)).toEqual(read)
  })

  it('is refused with its fault and line', () => {
    expect(faultOf('1\n00:00:01,000 --> 00:00:02,000\nSRT')).toEqual(['header', 1])
    expect(faultOf(file('00:01.000 --> 00:02.000\nA\0B'))).toEqual(['characters', undefined])
    expect(faultOf(file('00:01.000 --> 00:02.000\nA\uFFFDB'))).toEqual(['characters', undefined])
    expect(faultOf(file('00:02.000 --> 00:01.000\nBack'))).toEqual(['timing', 3])
    expect(faultOf(file('00:05.000 --> 00:06.000\nA\n\n00:01.000 --> 00:02.000\nB'))).toEqual(['timing', 6])
    expect(faultOf(file('name\nno time'))).toEqual(['timing', 4])
    expect(faultOf(file('00:01.000 --> 00:02.000\n<script>alert(1)</script>'))).toEqual(['markup', 3])
    expect(faultOf(file('00:01.000 --> 00:02.000\n<img src=x onerror=alert(1)>'))).toEqual(['markup', 3])
    expect(faultOf(file(`00:01.000 --> 00:02.000\n${'a'.repeat(1_001)}`))).toEqual(['length', 3])
    expect(faultOf('WEBVTT\n')).toEqual(['empty', undefined])
  })

  it('gives its plain words for a transcript', () => {
    expect(plainWords('<v Ana>Hola</v>\n<i>a &lt;todos&gt; &amp; todas</i>')).toBe('Hola a <todos> & todas')
    expect(plainWords('a &amp;lt; b')).toBe('a &lt; b')
  })

  it('is shown in runs of the same style, whatever tags are left open', () => {
    const words = (text: string) =>
      cueRuns(text).map((run) => `${run.isBold ? 'b' : ''}${run.isItalic ? 'i' : ''}${run.isUnderlined ? 'u' : ''}:${run.text}`)
    expect(words('<v Ana>Hola <b>a <i>todas</i></b></v> &amp; más')).toEqual([':Hola ', 'b:a ', 'bi:todas', ': & más'])
    expect(words('</b><u>a')).toEqual(['u:a'])
  })

  it('has the cues of a second, from their first to before their last', () => {
    const cues = [1, 2].map((sec) => ({ startSec: sec, endSec: sec + 1.5, settings: '', text: `${sec}` }))
    const at = (sec: number) => cuesAt(cues, sec).map(({ text }) => text)
    expect([at(0.9), at(1), at(2.2), at(2.5), at(3.5)]).toEqual([[], ['1'], ['1', '2'], ['2'], []])
  })
})
