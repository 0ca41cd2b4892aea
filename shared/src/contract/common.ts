import { z } from 'zod'
import { languageSchema } from '../domain/language.ts'
import { limits } from '../limits.ts'

/**
 * Years that clocks, calendars and the database agree on: PostgreSQL knows no year 0, JavaScript writes years from
 * 10,000 on another way.
 */
const isUsualYear = (text: string) => text >= '1900' && text < '3000'
const usualYear = { message: 'must be in a year from 1900 to 2999' }

/** ISO 8601 instant in UTC, as the api says it. */
export const instant = z.iso.datetime({ offset: true })
/**
 * An instant as callers say it. The value that the api derives of it (another offset, some hours later) may lie just
 * outside of these years, and must still be told.
 */
export const givenInstant = instant.refine(isUsualYear, usualYear)
/** An instant, or the time on a clock whose zone is said elsewhere, as people type it: `2026-07-10T20:00`. */
export const moment = z.iso.datetime({ offset: true, local: true }).refine(isUsualYear, usualYear)
/** A day of the calendar: `2026-07-10`. */
export const calendarDay = z.iso.date().refine(isUsualYear, usualYear)

export const slugSchema = z
  .string()
  .min(1)
  .max(limits.slugChars)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)

export const slugParams = z.strictObject({ slug: slugSchema })

/** `?language=` wins over Accept-Language. */
export const languageQuery = z.strictObject({ language: languageSchema.optional() })

/**
 * Texts in languages other than the one that something was written in (`language`). Where one is missing, es is shown,
 * else the text as it was written.
 */
export function translationsOf<Texts extends z.core.$ZodShape>(texts: Texts) {
  const one = z.strictObject(texts)
  return z.strictObject({ es: one, en: one, pt: one }).partial()
}

export const pageQuery = z.strictObject({
  cursor: z.string().max(512).optional(),
  limit: z.coerce.number().int().min(1).max(limits.listPageSizeMax).default(limits.listPageSize),
  language: languageSchema.optional(),
})

/** One page of a list; `nextCursor` is null on the last page. */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), nextCursor: z.string().nullable() })
}

/** An address of the web. `new URL` forgives blanks, browsers and the database do not. */
export const httpUrl = z
  .url({ protocol: /^https?$/ })
  .max(500)
  .refine((url) => !/\s/.test(url), { message: 'must not hold blanks' })

/** Where money or keys go: never in the clear. */
export const httpsUrl = z
  .url({ protocol: /^https$/ })
  .max(500)
  .refine((url) => !/\s/.test(url), { message: 'must not hold blanks' })

/**
 * An address inside this site: `//host` leads elsewhere, a backslash is read as a slash, and browsers drop control
 * characters.
 */
export const localPath = z
  .string()
  .max(500)
  .regex(/^\/(?:[^/\\][^\\]*)?$/)
  .refine((path) => path.isWellFormed() && !/\p{Cc}/u.test(path), { message: 'must not hold control characters' })

/** ISO 3166-1 alpha-2. */
export const countryCode = z.string().regex(/^[A-Z]{2}$/)

/**
 * A name as people write it: no control characters, none that turn the direction of the text around, and no address:
 * our mails say names.
 */
export const personName = z
  .string()
  .trim()
  .max(120)
  .refine((text) => !/[\p{Cc}\u202A-\u202E\u2066-\u2069]/u.test(text), { message: 'must not hold control characters' })
  .refine((text) => !/:\/\/|www\.|@/i.test(text), { message: 'must not hold an address' })

/** Long enough to be hard to guess whatever it is made of (ASVS 6.2.5). */
export const isLongPassword = (text: string): boolean => text.length >= limits.passwordLongChars

/**
 * The rule of the specification, as one pattern per part so that a form can show each as it is met. A long password
 * needs its length alone.
 */
export const passwordRules = {
  length: (text: string) => text.length >= 8,
  uppercase: (text: string) => /\p{Lu}/u.test(text),
  lowercase: (text: string) => /\p{Ll}/u.test(text),
  digit: (text: string) => /\p{Nd}/u.test(text),
  special: (text: string) => /[^\p{L}\p{Nd}\s]/u.test(text),
} as const
export type PasswordRule = keyof typeof passwordRules

/** A password that somebody chooses (a log-in takes any, so that old ones keep working). */
export const newPassword = z
  .string()
  .max(limits.passwordMaxChars)
  .superRefine((text, context) => {
    if (isLongPassword(text)) return
    for (const [rule, holds] of Object.entries(passwordRules))
      if (!holds(text)) context.addIssue({ code: 'custom', message: `needs: ${rule}`, params: { rule: `password_${rule}` } })
  })

export const emailSchema = z.email().max(limits.emailChars)

/** Format of a file of rows. */
export const exportFormat = z.strictObject({ format: z.enum(['csv', 'xlsx']) })
