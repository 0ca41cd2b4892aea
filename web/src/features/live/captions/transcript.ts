import { plainWords, type Cue } from '@e-events/shared/domain/webvtt.ts'

/** Words that are spoken from a second on. */
export interface TranscriptLine {
  startSec: number
  text: string
}

/** The words of captions in their order; a cue that repeats the one before, or says nothing, is no line. */
export function transcriptOf(cues: readonly Cue[]): TranscriptLine[] {
  const lines: TranscriptLine[] = []
  for (const { startSec, text } of cues) {
    const words = plainWords(text)
    if (words !== '' && words !== lines.at(-1)?.text) lines.push({ startSec, text: words })
  }
  return lines
}

/** Place of the line that was begun last at this second; -1 before the first one. */
export function lineAt(lines: readonly TranscriptLine[], atSec: number): number {
  let low = 0
  let high = lines.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((lines[middle]?.startSec ?? 0) <= atSec) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** Span of the wanted words in a line, whatever their case and accents; null where they do not occur. */
export function matchIn(text: string, wanted: string): { from: number; to: number } | null {
  const sought = folded(wanted.trim())
  if (sought === '') return null
  const from = folded(text).indexOf(sought)
  return from === -1 ? null : { from, to: from + sought.length }
}

/** One unit for one unit, so that places in it are places in the text. */
const folded = (text: string): string =>
  text
    .split('')
    .map((unit) => (unit.normalize('NFD')[0] ?? unit).toLowerCase()[0] ?? unit)
    .join('')
