import { z } from 'zod'

/**
 * Letters, marks, digits and the signs of names. The font of the PDF has Latin, Greek and Cyrillic letters: a name in
 * another script is written as in a passport.
 */
const name = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{M}\d .,'’ʼ`´·()/-]*$/u

/** Longest name on a certificate, in characters. */
export const certificateNameChars = 120

/** A name as it can be printed on a certificate, in one line. */
export const certificateNameSchema = z
  .string()
  .trim()
  .min(1)
  .max(certificateNameChars)
  .transform((text) => text.normalize('NFC').replaceAll(/\s+/gu, ' '))
  .refine((text) => name.test(text) && /\p{L}/u.test(text), { message: 'must be in Latin, Greek or Cyrillic letters' })

/** Whether a name can be printed. */
export const isCertificateName = (text: string): boolean => certificateNameSchema.safeParse(text).success
