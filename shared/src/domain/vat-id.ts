import { isPortuguese, isSpanish, normalTaxId } from './tax-id.ts'

/** Prefix of VAT ids where it is another one than the country's code. */
const prefixes: Partial<Record<string, string>> = { GR: 'EL' }

/** Signs behind the prefix, and the check of their digits where one is published. */
interface Format {
  pattern: RegExp
  check?: (number: string) => boolean
}

const formats: Record<string, Format> = {
  AT: { pattern: /^U\d{8}$/, check: (n) => luhnLike(n.slice(1, 8), 4) === Number(n[8]) },
  BE: { pattern: /^[01]\d{9}$/, check: (n) => 97 - (Number(n.slice(0, 8)) % 97) === Number(n.slice(8)) },
  BG: { pattern: /^\d{9,10}$/ },
  CY: { pattern: /^[0-59]\d{7}[A-Z]$/ },
  CZ: { pattern: /^\d{8,10}$/ },
  DE: { pattern: /^[1-9]\d{8}$/, check: isMod11And10 },
  DK: { pattern: /^[1-9]\d{7}$/, check: (n) => weighted(n, [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0 },
  EE: { pattern: /^10\d{7}$/, check: (n) => weighted(n, [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0 },
  EL: { pattern: /^\d{9}$/, check: (n) => (weighted(n, [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10 === Number(n[8]) },
  ES: { pattern: /^[A-Z0-9]\d{7}[A-Z0-9]$/, check: isSpanish },
  FI: { pattern: /^\d{8}$/, check: (n) => weighted(n, [7, 9, 10, 5, 8, 4, 2, 1]) % 11 === 0 },
  // The key of digits is the rest of SIREN; keys with letters have no published check.
  FR: {
    pattern: /^[A-HJ-NP-Z0-9]{2}\d{9}$/,
    check: (n) => !/^\d/.test(n) || !/^\d\d/.test(n) || (12 + 3 * (Number(n.slice(2)) % 97)) % 97 === Number(n.slice(0, 2)),
  },
  HR: { pattern: /^\d{11}$/, check: isMod11And10 },
  HU: { pattern: /^\d{8}$/, check: (n) => weighted(n, [9, 7, 3, 1, 9, 7, 3, 1]) % 10 === 0 },
  IE: { pattern: /^(?:\d{7}[A-W][A-I]?|\d[A-Z+*]\d{5}[A-W])$/, check: isIrish },
  IT: { pattern: /^\d{11}$/, check: (n) => luhnLike(n.slice(0, 10), 0) === Number(n[10]) },
  LT: { pattern: /^(?:\d{9}|\d{12})$/ },
  LU: { pattern: /^\d{8}$/, check: (n) => Number(n.slice(0, 6)) % 89 === Number(n.slice(6)) },
  LV: { pattern: /^\d{11}$/ },
  MT: { pattern: /^[1-9]\d{7}$/, check: (n) => 37 - (weighted(n, [3, 4, 6, 7, 8, 9]) % 37) === Number(n.slice(6)) },
  NL: { pattern: /^\d{9}B\d{2}$/, check: isDutch },
  PL: { pattern: /^\d{10}$/, check: (n) => weighted(n, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === Number(n[9]) },
  PT: { pattern: /^[1-9]\d{8}$/, check: isPortuguese },
  RO: { pattern: /^[1-9]\d{1,9}$/, check: isRomanian },
  SE: { pattern: /^\d{10}01$/, check: (n) => luhnLike(n.slice(0, 9), 0, true) === Number(n[9]) },
  SI: { pattern: /^[1-9]\d{7}$/, check: (n) => (11 - (weighted(n, [8, 7, 6, 5, 4, 3, 2]) % 11)) % 10 === Number(n[7]) },
  SK: { pattern: /^[1-9]\d{9}$/, check: (n) => Number(n) % 11 === 0 },
  GB: { pattern: /^\d{9}(?:\d{3})?$/, check: isBritish },
  // Northern Ireland trades goods inside the Union.
  XI: { pattern: /^\d{9}(?:\d{3})?$/, check: isBritish },
}

export interface VatId {
  prefix: string
  number: string
}

/**
 * VAT id that a text is in a country, with or without its prefix; undefined where it could not exist. Whether it does
 * is known to the registers of the member states alone.
 */
export function readVatId(text: string | null, country: string | null): VatId | undefined {
  if (text === null || country === null) return undefined
  const plain = normalTaxId(text)
  const own = prefixes[country] ?? country
  for (const prefix of country === 'GB' && plain.startsWith('XI') ? ['XI'] : [own]) {
    const format = formats[prefix]
    const number = plain.startsWith(prefix) && format?.pattern.test(plain.slice(2)) ? plain.slice(2) : plain
    if (format?.pattern.test(number) && (format.check?.(number) ?? true)) return { prefix, number }
  }
  return undefined
}

const digitsOf = (text: string): number[] => Array.from(text, Number)

function weighted(number: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, index) => sum + weight * Number(number[index]), 0)
}

/** Check digit of Luhn: every second digit is doubled, `isFirst` begins with the first one. */
function luhnLike(digits: string, start: number, isFirst = false): number {
  const sum = digitsOf(digits).reduce((total, digit, index) => {
    if ((index % 2 === 0) !== isFirst) return total + digit
    return total + Math.floor((digit * 2) / 10) + ((digit * 2) % 10)
  }, start)
  return (10 - (sum % 10)) % 10
}

/** ISO 7064, modulo 11 and 10: Germany and Croatia. */
function isMod11And10(number: string): boolean {
  let product = 10
  for (const digit of digitsOf(number.slice(0, -1))) {
    const sum = (digit + product) % 10
    product = ((sum === 0 ? 10 : sum) * 2) % 11
  }
  return (11 - product) % 10 === Number(number.at(-1))
}

function isIrish(number: string): boolean {
  const letters = 'WABCDEFGHIJKLMNOPQRSTUV'
  // The old form moves the digits: 8Z49289F is read as 04928 9 8.
  const plain = /^\d[A-Z+*]/.test(number) ? `0${number.slice(2, 7)}${number[0]}${number.slice(7)}` : number
  const second = plain[8] === undefined ? 0 : 'ABCDEFGHI'.indexOf(plain[8]) + 1
  return letters[(weighted(plain, [8, 7, 6, 5, 4, 3, 2]) + second * 9) % 23] === plain[7]
}

/** A company's number has a check digit (modulo 11); a person's since 2020 is checked as a whole (modulo 97). */
function isDutch(number: string): boolean {
  if (weighted(number, [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0) return true
  const asDigits = Array.from(`NL${number}`, (sign) => Number.parseInt(sign, 36)).join('')
  return Array.from(asDigits).reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1
}

function isRomanian(number: string): boolean {
  return ((weighted(number.slice(0, -1).padStart(9, '0'), [7, 5, 3, 2, 1, 7, 5, 3, 2]) * 10) % 11) % 10 === Number(number.at(-1))
}

function isBritish(number: string): boolean {
  const sum = weighted(number, [8, 7, 6, 5, 4, 3, 2]) + Number(number.slice(7, 9))
  return sum % 97 === 0 || (sum + 55) % 97 === 0
}
