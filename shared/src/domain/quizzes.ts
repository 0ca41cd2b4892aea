import { z } from 'zod'

/** How a question is answered: one option, all right options, true or false, a short text, a number. */
export const questionTypes = ['single', 'multiple', 'boolean', 'text', 'number'] as const
export const questionTypeSchema = z.enum(questionTypes)
export type QuestionType = z.infer<typeof questionTypeSchema>

/** Whole percent of right answers, rounded down: a score never shows what was not reached. */
export const scoreOf = (right: number, questions: number): number => Math.floor((100 * right) / questions)

/** A short text as it is compared: without outer and repeated spaces, capitals and diacritics. */
export function comparable(text: string): string {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '')
  return plain.toUpperCase().toLowerCase().replaceAll(/\s+/g, ' ').trim()
}

/** Whether a number lies within the tolerance, sums of decimals that binary fractions cannot hold included. */
export function isWithin(given: number, { value, tolerance }: { value: number; tolerance: number }): boolean {
  const slack = Number.EPSILON * 4 * Math.max(Math.abs(given), Math.abs(value), tolerance)
  return Math.abs(given - value) <= tolerance + slack
}
