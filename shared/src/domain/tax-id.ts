/**
 * Whether a tax number could exist in its country. Spain and Portugal have a check character that catches slips of the
 * pen; for other countries only the signs are looked at. Blanks, dots, slashes and hyphens are how people write them
 * and mean nothing.
 */
export function isTaxId(text: string, country: string | null): boolean {
  const plain = normalTaxId(text)
  if (!/^[A-Z0-9]{4,20}$/.test(plain)) return false
  if (country === 'ES') return isSpanish(plain.replace(/^ES(?=.{9}$)/, ''))
  if (country === 'PT') return isPortuguese(plain.replace(/^PT(?=.{9}$)/, ''))
  return true
}

export function normalTaxId(text: string): string {
  return text.toUpperCase().replaceAll(/[\s./-]/g, '')
}

const controlLetters = 'TRWAGMYFPDXBNJZSQVHLCKE'

/**
 * NIF of a person (8 digits and a letter), NIE of a foreigner (X, Y or Z in front), NIF of a company (letter, 7 digits,
 * control).
 */
export function isSpanish(number: string): boolean {
  const person = /^([XYZ]?)(\d{7,8})([A-Z])$/.exec(number)
  if (person) {
    const [, prefix = '', digits = '', letter] = person
    if (prefix.length + digits.length !== 8) return false
    const value = Number(`${prefix === '' ? '' : 'XYZ'.indexOf(prefix)}${digits}`)
    return controlLetters[value % 23] === letter
  }
  const company = /^([ABCDEFGHJKLMNPQRSUVW])(\d{7})([0-9A-J])$/.exec(number)
  if (!company) return false
  const [, kind = '', digits = '', control = ''] = company
  const sum = Array.from(digits).reduce((total, digit, index) => {
    const value = Number(digit)
    return total + (index % 2 === 1 ? value : Math.floor((value * 2) / 10) + ((value * 2) % 10))
  }, 0)
  const expected = (10 - (sum % 10)) % 10
  const asDigit = String(expected)
  const asLetter = 'JABCDEFGHI'[expected] ?? ''
  if ('NPQRSW'.includes(kind)) return control === asLetter
  if ('ABEH'.includes(kind)) return control === asDigit
  return control === asDigit || control === asLetter
}

/** Nine digits, the last of them a check of the others (modulo 11). */
export function isPortuguese(number: string): boolean {
  if (!/^[1-9]\d{8}$/.test(number)) return false
  const sum = Array.from(number.slice(0, 8)).reduce((total, digit, index) => total + Number(digit) * (9 - index), 0)
  const rest = sum % 11
  return Number(number[8]) === (rest < 2 ? 0 : 11 - rest)
}
