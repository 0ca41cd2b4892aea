import { randomInt } from 'node:crypto'

/** Crockford's letters: none that look like another one, so that a code can be read out and typed. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const groups = 3
const groupChars = 5

/** 75 bits: whoever tries a million codes a second finds one of a million in about a thousand years. */
export function makeCode(): string {
  const group = () => Array.from({ length: groupChars }, () => letters[randomInt(letters.length)]).join('')
  return Array.from({ length: groups }, group).join('-')
}
