import type { ChatMessage } from '@e-events/shared/contract/live/chat.ts'

/** Where the picture is; null while it follows the live edge. */
export type Moment = number | null

/** Messages that a room keeps on screen. */
const shownMax = 200

const isThere = ({ state }: ChatMessage) => state === 'shown' || state === 'pending'

/**
 * Messages as they are read: at the live edge in the order in which they were written, behind it and in a recording
 * those up to the moment of the picture. `since` is the moment from which all are known.
 */
export function messagesAt(messages: Iterable<ChatMessage>, momentMs: Moment, sinceMs = -Infinity): ChatMessage[] {
  const there = [...messages].filter(isThere)
  const key = momentMs === null ? (one: ChatMessage) => Date.parse(one.timestamp) : (one: ChatMessage) => Date.parse(one.moment)
  return there
    .filter((one) => momentMs === null || (key(one) <= momentMs && key(one) >= sinceMs))
    .sort((a, b) => key(a) - key(b) || (a.change ?? Infinity) - (b.change ?? Infinity))
    .slice(-shownMax)
}

/**
 * Advances the number up to which all changes are known. `ahead` holds numbers beyond a gap.
 */
export function advance(known: number, ahead: ReadonlySet<number>): { known: number; ahead: Set<number> } {
  const rest = new Set([...ahead].filter((change) => change > known))
  let next = known
  while (rest.delete(next + 1)) next += 1
  return { known: next, ahead: rest }
}

/** A part of a text: plain, an address, or the name of somebody who is mentioned. */
export interface TextPart {
  kind: 'text' | 'link' | 'mention'
  text: string
  /** Where it begins in the whole text. */
  at: number
  href?: string
}

const address = /https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]}]/giu

/** Splits a text into plain parts, web addresses (http and https alone), and mentions of known names. */
export function partsOf(text: string, names: readonly string[] = []): TextPart[] {
  const parts: TextPart[] = []
  let from = 0
  for (const match of text.matchAll(address)) {
    if (!URL.canParse(match[0])) continue
    parts.push(...mentionsOf(text.slice(from, match.index), names, from))
    parts.push({ kind: 'link', text: match[0], at: match.index, href: new URL(match[0]).href })
    from = match.index + match[0].length
  }
  return [...parts, ...mentionsOf(text.slice(from), names, from)]
}

function mentionsOf(text: string, names: readonly string[], offset: number): TextPart[] {
  if (text === '') return []
  // The longest name first: 'Ana García' before 'Ana'.
  const known = [...new Set(names)].filter((name) => name !== '').sort((a, b) => b.length - a.length)
  for (const name of known) {
    const at = text.indexOf(`@${name}`)
    if (at === -1) continue
    const end = at + name.length + 1
    return [
      ...mentionsOf(text.slice(0, at), names, offset),
      { kind: 'mention', text: text.slice(at, end), at: offset + at },
      ...mentionsOf(text.slice(end), names, offset + end),
    ]
  }
  return [{ kind: 'text', text, at: offset }]
}

/** One of six colours, the same for an account everywhere. */
export function hueOf(userId: string): 'a' | 'b' | 'c' | 'd' | 'e' | 'f' {
  const sum = Array.from(userId).reduce((total, sign) => (total * 31 + (sign.codePointAt(0) ?? 0)) % 1_000_003, 7)
  return (['a', 'b', 'c', 'd', 'e', 'f'] as const)[sum % 6] ?? 'a'
}
