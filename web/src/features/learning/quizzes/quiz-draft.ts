import type { OwnQuestion, OwnQuiz } from '@e-events/shared/contract/learning/quizzes.ts'
import type { QuestionType } from '@e-events/shared/domain/quizzes.ts'
import { limits } from '@e-events/shared/limits.ts'
import { numberOf } from './number-of.ts'

export interface DraftOption {
  id: string
  text: string
  isRight: boolean
}

/** A question while it is written: what belongs to other types is kept, so that a change of the type loses nothing. */
export interface DraftQuestion {
  id: string
  type: QuestionType
  text: string
  explanation: string
  options: DraftOption[]
  isTrue: boolean
  /** One answer a line. */
  accepted: string
  value: string
  tolerance: string
}

export interface QuizDraft {
  title: string
  passPercent: string
  attempts: string
  questions: DraftQuestion[]
}

export type QuestionFault = 'text' | 'options' | 'oneRight' | 'someRight' | 'accepted' | 'acceptedLong' | 'number'
export interface QuizFaults {
  title: boolean
  passPercent: boolean
  attempts: boolean
  noQuestions: boolean
  /** By question. */
  questions: Readonly<Record<string, QuestionFault>>
}

const newOption = (): DraftOption => ({ id: crypto.randomUUID(), text: '', isRight: false })
export const newQuestion = (type: QuestionType = 'single'): DraftQuestion => ({
  id: crypto.randomUUID(),
  type,
  text: '',
  explanation: '',
  options: [newOption(), newOption()],
  isTrue: true,
  accepted: '',
  value: '',
  tolerance: '0',
})

export function draftOf(quiz: OwnQuiz | null, title: string): QuizDraft {
  if (!quiz) return { title, passPercent: '70', attempts: '0', questions: [newQuestion()] }
  return {
    title: quiz.title,
    passPercent: String(quiz.passPercent),
    attempts: String(quiz.attempts),
    questions: quiz.questions.map(draftOfQuestion),
  }
}

function draftOfQuestion(question: OwnQuestion): DraftQuestion {
  const { id, type, text, explanation } = question
  const draft = { ...newQuestion(type), id, text, explanation }
  if (question.type === 'boolean') return { ...draft, isTrue: question.right }
  if (question.type === 'text') return { ...draft, accepted: question.accepted.join('\n') }
  if (question.type === 'number') return { ...draft, value: String(question.value), tolerance: String(question.tolerance) }
  const right = typeof question.right === 'string' ? [question.right] : question.right
  return { ...draft, options: question.options.map((option) => ({ ...option, isRight: right.includes(option.id) })) }
}

/** A change of the type of a question; of several right options a single choice keeps the first. */
export function withType(question: DraftQuestion, type: QuestionType): DraftQuestion {
  if (type !== 'single') return { ...question, type }
  const first = question.options.find(({ isRight }) => isRight)
  return { ...question, type, options: question.options.map((option) => ({ ...option, isRight: option === first })) }
}

export const withOption = (question: DraftQuestion): DraftQuestion => ({ ...question, options: [...question.options, newOption()] })

const wholeIn = (text: string, min: number, max: number): number | null => {
  const value = /^\d{1,3}$/.test(text.trim()) ? Number(text) : Number.NaN
  return value >= min && value <= max ? value : null
}

export function faultsOf(draft: QuizDraft): QuizFaults | null {
  const questions = Object.fromEntries(
    draft.questions.flatMap((question) => {
      const fault = faultOf(question)
      return fault === null ? [] : [[question.id, fault] as const]
    }),
  )
  const faults: QuizFaults = {
    title: draft.title.trim() === '',
    passPercent: wholeIn(draft.passPercent, 1, 100) === null,
    attempts: wholeIn(draft.attempts, 0, limits.quizAttempts) === null,
    noQuestions: draft.questions.length === 0,
    questions,
  }
  const isWrong = faults.title || faults.passPercent || faults.attempts || faults.noQuestions || Object.keys(questions).length > 0
  return isWrong ? faults : null
}

function faultOf(question: DraftQuestion): QuestionFault | null {
  if (question.text.trim() === '') return 'text'
  if (question.type === 'single' || question.type === 'multiple') {
    if (question.options.length < 2 || question.options.some(({ text }) => text.trim() === '')) return 'options'
    if (question.options.some(({ isRight }) => isRight)) return null
    return question.type === 'single' ? 'oneRight' : 'someRight'
  }
  if (question.type === 'text') {
    const accepted = acceptedIn(question)
    if (accepted.length === 0 || accepted.length > limits.quizAccepted) return 'accepted'
    return accepted.some((line) => line.length > limits.quizAnswerChars) ? 'acceptedLong' : null
  }
  if (question.type === 'boolean') return null
  const tolerance = numberOf(question.tolerance)
  return numberOf(question.value) === null || tolerance === null || tolerance < 0 ? 'number' : null
}

/** The quiz of a draft without faults. */
export const quizOf = (draft: QuizDraft): Omit<OwnQuiz, 'version'> => ({
  title: draft.title.trim(),
  passPercent: wholeIn(draft.passPercent, 1, 100) ?? 70,
  attempts: wholeIn(draft.attempts, 0, limits.quizAttempts) ?? 0,
  questions: draft.questions.map(questionOf),
})

function questionOf(draft: DraftQuestion): OwnQuestion {
  const asked = { id: draft.id, text: draft.text.trim(), explanation: draft.explanation.trim() }
  const options = draft.options.map(({ id, text }) => ({ id, text: text.trim() }))
  const right = draft.options.filter(({ isRight }) => isRight).map(({ id }) => id)
  switch (draft.type) {
    case 'single':
      return { ...asked, type: 'single', options, right: right[0] ?? '' }
    case 'multiple':
      return { ...asked, type: 'multiple', options, right }
    case 'boolean':
      return { ...asked, type: 'boolean', right: draft.isTrue }
    case 'text':
      return { ...asked, type: 'text', accepted: acceptedIn(draft) }
    default:
      return { ...asked, type: 'number', value: numberOf(draft.value) ?? 0, tolerance: numberOf(draft.tolerance) ?? 0 }
  }
}

const acceptedIn = ({ accepted }: DraftQuestion): string[] => [...new Set(accepted.split('\n').map((line) => line.trim()))].filter(Boolean)
