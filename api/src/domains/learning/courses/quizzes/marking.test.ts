import type { OwnQuestion, QuizAnswer } from '@e-events/shared/contract/learning/quizzes.ts'
import { describe, expect, it } from 'vitest'
import { mark } from './marking.ts'

const id = (n: number) => `00000000-0000-4000-8000-0000000000${n}`
const asked = { id: id(10), text: '¿?', explanation: '' }
const options = [11, 12, 13].map((n) => ({ id: id(n), text: `Opción ${n}` }))
const isRight = (question: OwnQuestion, answer: QuizAnswer) =>
  mark({ questions: [question], answers: [answer], passPercent: 100 }).results[0]?.isRight

describe('marks', () => {
  it('take several options as a whole', () => {
    const question: OwnQuestion = { ...asked, type: 'multiple', options, right: [id(11), id(13)] }
    const choose = (...chosen: string[]) => isRight(question, { question: asked.id, type: 'multiple', options: chosen })
    expect(choose(id(13), id(11))).toBe(true)
    expect(choose(id(11))).toBe(false)
    expect(choose(id(11), id(12), id(13))).toBe(false)
  })

  it('compare short texts without outer spaces, capitals and diacritics', () => {
    const question: OwnQuestion = { ...asked, type: 'text', accepted: ['Camión de  línea', 'STRASSE'] }
    const write = (text: string) => isRight(question, { question: asked.id, type: 'text', text })
    for (const text of ['camion de linea', ' CAMIÓN DE LÍNEA ', 'camio\u0301n de línea', 'straße']) expect(write(text), text).toBe(true)
    for (const text of ['camiondelinea', 'camión', '.*', '%']) expect(write(text), text).toBe(false)
  })

  it('take numbers within their tolerance, both ends included', () => {
    const question: OwnQuestion = { ...asked, type: 'number', value: 0.3, tolerance: 0.1 }
    const write = (value: number, tolerance = 0.1) => isRight({ ...question, tolerance }, { question: asked.id, type: 'number', value })
    expect([0.2, 0.3, 0.4].map((value) => write(value))).toEqual([true, true, true])
    expect([0.19, 0.41, -0.3].map((value) => write(value))).toEqual([false, false, false])
    expect(write(0.1 + 0.2, 0)).toBe(true)
    expect(write(0.3001, 0)).toBe(false)
  })

  it('round the score down, so that nothing passes by rounding', () => {
    const questions = [1, 2, 3].map((n): OwnQuestion => ({ ...asked, id: id(20 + n), type: 'boolean', right: true }))
    const answers = questions.map((question, n): QuizAnswer => ({ question: question.id, type: 'boolean', value: n < 2 }))
    expect(mark({ questions, answers, passPercent: 67 })).toMatchObject({ scorePercent: 66, isPassed: false })
    expect(mark({ questions, answers, passPercent: 66 })).toMatchObject({ scorePercent: 66, isPassed: true })
  })
})
