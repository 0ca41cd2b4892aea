/** One line of a caption file with the span of the film in which it is shown. `settings` places it on the picture. */
export interface Cue {
  startSec: number
  endSec: number
  settings: string
  text: string
}

/** The fault that a file was refused for. */
export type CaptionFault = 'header' | 'characters' | 'timing' | 'markup' | 'length' | 'empty'

/** `line` counts from 1; it is absent for faults of the whole file. */
export type ReadCaptions = { ok: true; cues: Cue[] } | { ok: false; fault: CaptionFault; line?: number }

const maxCues = 20_000
const maxCueChars = 1_000
const stamp = String.raw`(?:(\d{2,4}):)?([0-5]\d):([0-5]\d)\.(\d{3})`
const timing = new RegExp(String.raw`^\s*${stamp}\s+-->\s+${stamp}(?:\s+(.*))?$`)
const knownSettings = /^(?:(?:vertical|line|position|size|align):[A-Za-z0-9.,%-]{1,30}\s*)*$/
/** Tags that WebVTT knows; anything else in angle brackets is not text of a caption. */
const knownTag = /<(?:\/?(?:c|i|b|u|ruby|rt)(?:\.[\w.-]*)?|\/?(?:v|lang)(?:\.[\w.-]*)?(?:\s[^<>&]*)?|(?:\d{2,4}:)?\d\d:\d\d\.\d{3})>/g

/**
 * Reads a WebVTT file strictly: players would skip what they do not understand, and the organizer would learn of it
 * from viewers. Styles, regions and comments are left out.
 */
export function readWebVtt(file: string): ReadCaptions {
  // NUL, and the mark that a decoder puts where bytes are no UTF-8.
  if (/[\0\uFFFD]/.test(file)) return { ok: false, fault: 'characters' }
  const lines = file.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  if (!/^WEBVTT(?:[ \t].*)?$/.test(lines[0] ?? '')) return { ok: false, fault: 'header', line: 1 }
  const cues: Cue[] = []
  let index = 1
  while (index < lines.length && lines[index] !== '') index += 1
  while (index < lines.length) {
    if (lines[index] === '') {
      index += 1
      continue
    }
    const first = index
    while (index < lines.length && lines[index] !== '') index += 1
    const block = lines.slice(first, index)
    if (/^(?:NOTE|STYLE|REGION)(?:\s|$)/.test(block[0] ?? '')) continue
    const at = (block[0] ?? '').includes('-->') ? 0 : 1
    const cue = readCue(block[at] ?? '', block.slice(at + 1).join('\n'), cues.at(-1))
    if (typeof cue === 'string') return { ok: false, fault: cue, line: first + at + 1 }
    cues.push(cue)
    if (cues.length > maxCues) return { ok: false, fault: 'length', line: first + 1 }
  }
  return cues.length === 0 ? { ok: false, fault: 'empty' } : { ok: true, cues }
}

function readCue(head: string, text: string, before: Cue | undefined): Cue | CaptionFault {
  const found = timing.exec(head)
  if (!found) return 'timing'
  const startSec = seconds(found.slice(1, 5))
  const endSec = seconds(found.slice(5, 9))
  if (endSec <= startSec || startSec < (before?.startSec ?? 0)) return 'timing'
  if (text.length > maxCueChars) return 'length'
  if (/[<>]/.test(text.replaceAll(knownTag, ''))) return 'markup'
  const settings = (found[9] ?? '').trim()
  return { startSec, endSec, settings: knownSettings.test(settings) ? settings : '', text }
}

function seconds([hours = '0', minutes, secs, thousandths]: (string | undefined)[]): number {
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(secs) + Number(thousandths) / 1000
}

/** The file that players get: cues and nothing else. */
export function writeWebVtt(cues: readonly Cue[]): string {
  const blocks = cues.map(({ startSec, endSec, settings, text }) =>
    [`${stampOf(startSec)} --> ${stampOf(endSec)}${settings === '' ? '' : ` ${settings}`}`, text].join('\n').trimEnd(),
  )
  return `WEBVTT\n\n${blocks.join('\n\n')}\n`
}

function stampOf(sec: number): string {
  const ms = Math.round(sec * 1000)
  const part = (value: number, digits: number) => String(Math.floor(value)).padStart(digits, '0')
  return `${part(ms / 3_600_000, 2)}:${part((ms / 60_000) % 60, 2)}:${part((ms / 1000) % 60, 2)}.${part(ms % 1000, 3)}`
}

/** Plain words of a cue, for a transcript. */
export function plainWords(text: string): string {
  const bare = text.replaceAll(knownTag, '').replaceAll(/\s+/g, ' ').trim()
  return decoded(bare)
}

function decoded(text: string): string {
  return text.replaceAll(/&(amp|lt|gt|nbsp|lrm|rlm);/g, (_, name: string) => entities[name] ?? '')
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', nbsp: ' ' }

/** Words of a cue that are shown alike. */
export interface CueRun {
  /** Place in the cue, from 0. */
  at: number
  text: string
  isBold: boolean
  isItalic: boolean
  isUnderlined: boolean
}

/** A cue's text in runs; colours, voices and the times of single words are left out. */
export function cueRuns(text: string): CueRun[] {
  const open = { b: 0, i: 0, u: 0 }
  const runs: CueRun[] = []
  for (const part of text.split(/(<[^<>]*>)/)) {
    const tag = /^<(\/?)([biu])(?:\.[\w.-]*)?>$/.exec(part)
    if (tag) {
      const name = tag[2] as keyof typeof open
      open[name] = Math.max(0, open[name] + (tag[1] === '/' ? -1 : 1))
    } else if (part !== '' && !part.startsWith('<')) {
      runs.push({ at: runs.length, text: decoded(part), isBold: open.b > 0, isItalic: open.i > 0, isUnderlined: open.u > 0 })
    }
  }
  return runs
}

/** Cues that are shown at this second, the earlier one first. */
export function cuesAt(cues: readonly Cue[], atSec: number): Cue[] {
  return cues.filter(({ startSec, endSec }) => startSec <= atSec && atSec < endSec)
}
