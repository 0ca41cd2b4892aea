import type { ChatRole } from '@e-events/shared/contract/live/chat.ts'
import { limits } from '@e-events/shared/limits.ts'

/** Breaks of lines, which become spaces. */
const breaks = /[\n\r\t\v\f\u0085\u2028\u2029]/g
/** Controls, formats (bidirectional overrides, invisible marks) and unassigned signs: words could hide behind them. */
const invisible = /(?!\u200D)[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}]/gu
/** Letters and marks that show nothing. */
const blank = /\u034F|\u115F|\u1160|\u17B4|\u17B5|\u3164|\uFFA0/g
/** More marks on one letter than any language writes. */
const piledMarks = /(\p{M}{3})\p{M}+/gu
/** A joiner belongs between two pictures and nowhere else. */
const looseJoiner = /(?<!\p{Extended_Pictographic}|\uFE0F|\p{Emoji_Modifier})\u200D|\u200D(?!\p{Extended_Pictographic})/gu

/** Text as it is stored and shown: one line of visible characters. Null where nothing is left or it is too long. */
export function cleanText(text: string): string | null {
  const clean = text
    .normalize('NFC')
    .replaceAll(breaks, ' ')
    .replaceAll(invisible, '')
    .replaceAll(blank, '')
    .replaceAll(looseJoiner, '')
    .replaceAll(piledMarks, '$1')
    .replaceAll(/\s+/gu, ' ')
    .trim()
  return clean === '' || Array.from(clean).length > limits.chatMessageLength ? null : clean
}

/** Letters and digits as they are compared: without case, accents and the usual stand-ins. */
const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(
      /[0134578@$]/g,
      (sign) => ({ '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '8': 'b', '@': 'a', $: 's' })[sign] ?? sign,
    )

const tokens = (text: string): string[] =>
  folded(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((token) => token !== '')

/** The same with letters that stand alone put together: `b.a.d` is one word. */
function joined(parts: readonly string[]): string[] {
  const out: string[] = []
  let isOpen = false
  for (const part of parts) {
    const isSingle = Array.from(part).length === 1
    if (isSingle && isOpen) out.push(`${out.pop() ?? ''}${part}`)
    else out.push(part)
    isOpen = isSingle
  }
  return out
}

/** Whether a text holds one of the words, as a whole word, also with stand-ins or points between its letters. */
export function hasBlockedWord(text: string, words: readonly string[]): boolean {
  const plain = tokens(text)
  const texts = [plain, joined(plain)].map((parts) => ` ${parts.join(' ')} `)
  return words.some((word) => {
    const wanted = tokens(word).join(' ')
    return wanted !== '' && texts.some((said) => said.includes(` ${wanted} `))
  })
}

export const isModerator = (role: ChatRole): boolean => role !== 'viewer'

/** Later than this after its moment a message was written behind the live picture. */
const behindMs = 20_000
export const isBehind = (moment: Date, sentAt: Date): boolean => sentAt.getTime() - moment.getTime() > behindMs

/**
 * The moment of a message: what its author says, as far as it lies in the show; else now. Nobody writes into the future
 * or before the beginning.
 */
export function momentOf(said: string | undefined, show: { startedAt: Date | null; now: Date }): Date {
  const { startedAt, now } = show
  if (said === undefined || startedAt === null) return now
  const moment = new Date(said)
  return moment > now || moment < startedAt ? now : moment
}
