import { dictionary } from '@zxcvbn-ts/language-common'
import { DomainError } from '@e-events/shared/errors.ts'

/** Forty-nine thousand, in small letters; made a set with the first password that is chosen. */
let commonPasswords: ReadonlySet<string | number> | undefined
const siteWords = ['e-events']
/** A shorter name stands inside too many other words. */
const wordMinChars = 4

/** Whose password it is to be. */
export interface PasswordOwner {
  email: string
  name: string
  surname: string
}

/** Refuses passwords that attackers try first. @throws DomainError VALIDATION_FAILED for `body.password` */
export function assertUncommonPassword(password: string, owner: PasswordOwner): void {
  if (isCommon(password)) throw refusal('password_common', 'is one of the commonest passwords')
  if (holdsOwnWord(password, owner)) throw refusal('password_own_words', 'holds the name, the e-mail or the name of the site')
}

/**
 * Also with signs around it, which the rule of composition makes people add (`Password1!`), and with the usual signs
 * for letters (`P@ssw0rd`).
 */
function isCommon(password: string): boolean {
  const folded = fold(password)
  const bare = folded.replace(/^[^\p{L}\p{Nd}]+|[^\p{L}\p{Nd}]+$/gu, '')
  const common = (commonPasswords ??= new Set(dictionary['passwords-common']))
  return [folded, bare].some((text) => common.has(text) || common.has(text.replaceAll('@', 'a').replaceAll('$', 's')))
}

function holdsOwnWord(password: string, { email, name, surname }: PasswordOwner): boolean {
  const folded = fold(password)
  const local = fold(email.slice(0, email.lastIndexOf('@')))
  const words = [local, ...partsOf(local), ...partsOf(fold(name)), ...partsOf(fold(surname))].filter((word) => word.length >= wordMinChars)
  return [...siteWords, ...words].some((word) => folded.includes(word))
}

const partsOf = (text: string): string[] => text.split(/[^\p{L}\p{Nd}]+/u)

/** Small letters without accents. */
const fold = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

function refusal(rule: string, message: string): DomainError {
  return new DomainError('VALIDATION_FAILED', { issues: [{ path: 'body.password', rule, message }] })
}
