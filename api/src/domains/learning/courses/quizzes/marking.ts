import type { OwnQuestion, QuizAnswer, QuizQuestion } from '@e-events/shared/contract/learning/quizzes.ts'
import { comparable, isWithin, scoreOf } from '@e-events/shared/domain/quizzes.ts'

/** An attempt keeps a question in the words of that moment: texts of options, given texts, or true and false. */
export interface KeptResult {
  id: string
  text: string
  isRight: boolean
  given: string[] | boolean
  expected: string[] | boolean
  explanation: string
}

export interface Marks {
  results: KeptResult[]
  scorePercent: number
  isPassed: boolean
}

/** Why questions cannot be kept; null where they can. Ids are the learner's way to name them. */
export function questionsFault(questions: readonly OwnQuestion[]): { path: string; message: string } | null {
  if (new Set(questions.map(({ id }) => id)).size < questions.length) return { path: 'questions', message: 'ids must differ' }
  for (const [index, question] of questions.entries()) {
    const path = `questions.${index}`
    if (question.type !== 'single' && question.type !== 'multiple') continue
    const ids = new Set(question.options.map(({ id }) => id))
    if (ids.size < question.options.length) return { path: `${path}.options`, message: 'ids must differ' }
    const right = typeof question.right === 'string' ? [question.right] : question.right
    if (new Set(right).size < right.length || !right.every((id) => ids.has(id)))
      return { path: `${path}.right`, message: 'must name options of the question' }
  }
  return null
}

/** Why answers do not fit questions; null where each question has one of its type, with options of its own. */
export function answersFault(questions: readonly OwnQuestion[], answers: readonly QuizAnswer[]): { path: string; message: string } | null {
  const byId = new Map(questions.map((question) => [question.id, question]))
  const seen = new Set<string>()
  for (const [index, answer] of answers.entries()) {
    const question = byId.get(answer.question)
    const path = `answers.${index}`
    if (!question) return { path: `${path}.question`, message: 'is no question of this quiz' }
    if (seen.has(answer.question)) return { path: `${path}.question`, message: 'was answered before' }
    seen.add(answer.question)
    if (question.type !== answer.type) return { path: `${path}.type`, message: `must be ${question.type}` }
    const chosen = chosenBy(answer)
    const options = optionsOf(question)
    if (new Set(chosen).size < chosen.length || !chosen.every((id) => options.some((option) => option.id === id)))
      return { path, message: 'must name options of the question, each once' }
  }
  return seen.size < questions.length ? { path: 'answers', message: 'must hold an answer to every question' } : null
}

/** Marks answers that fit: every question counts the same, and those of several options are right as a whole. */
export function mark({
  questions,
  answers,
  passPercent,
}: {
  questions: readonly OwnQuestion[]
  answers: readonly QuizAnswer[]
  passPercent: number
}): Marks {
  const byQuestion = new Map(answers.map((answer) => [answer.question, answer]))
  const results = questions.map((question): KeptResult => {
    const answer = byQuestion.get(question.id)
    if (!answer) throw new Error('a question without an answer')
    const { id, text, explanation } = question
    return { id, text, explanation, isRight: isRight(question, answer), given: givenIn(question, answer), expected: keyOf(question) }
  })
  const right = results.filter((result) => result.isRight).length
  const scorePercent = scoreOf(right, questions.length)
  return { results, scorePercent, isPassed: scorePercent >= passPercent }
}

/** A question as learners see it. */
export function withoutKey(question: OwnQuestion): QuizQuestion {
  const { id, type, text } = question
  return { id, type, text, options: optionsOf(question).map((option) => ({ id: option.id, text: option.text })) }
}

function isRight(question: OwnQuestion, answer: QuizAnswer): boolean {
  if (question.type === 'single') return answer.type === 'single' && answer.option === question.right
  if (question.type === 'multiple') {
    const chosen = chosenBy(answer)
    return chosen.length === question.right.length && question.right.every((id) => chosen.includes(id))
  }
  if (question.type === 'boolean') return answer.type === 'boolean' && answer.value === question.right
  if (question.type === 'number') return answer.type === 'number' && isWithin(answer.value, question)
  return answer.type === 'text' && question.accepted.some((accepted) => comparable(accepted) === comparable(answer.text))
}

function givenIn(question: OwnQuestion, answer: QuizAnswer): string[] | boolean {
  if (answer.type === 'boolean') return answer.value
  if (answer.type === 'text') return [answer.text]
  if (answer.type === 'number') return [String(answer.value)]
  return textsOf(question, chosenBy(answer))
}

function keyOf(question: OwnQuestion): string[] | boolean {
  if (question.type === 'boolean') return question.right
  if (question.type === 'text') return question.accepted
  if (question.type === 'number') return [question.tolerance === 0 ? String(question.value) : `${question.value} ± ${question.tolerance}`]
  return textsOf(question, typeof question.right === 'string' ? [question.right] : question.right)
}

const textsOf = (question: OwnQuestion, ids: readonly string[]): string[] =>
  optionsOf(question)
    .filter(({ id }) => ids.includes(id))
    .map(({ text }) => text)

const optionsOf = (question: OwnQuestion) => (question.type === 'single' || question.type === 'multiple' ? question.options : [])

function chosenBy(answer: QuizAnswer): readonly string[] {
  if (answer.type === 'single') return [answer.option]
  return answer.type === 'multiple' ? answer.options : []
}
