import { useState } from 'react'

interface Question {
  isLoading: boolean
  failureCount: number
}

/**
 * False until each query has an answer or has failed once, true from then on. For parts that stand above others: one
 * that came later would push down what is being read.
 */
export function useOnceAnswered(questions: readonly Question[]): boolean {
  const [isAnswered, setAnswered] = useState(false)
  if (!isAnswered && questions.every(({ isLoading, failureCount }) => !isLoading || failureCount > 0)) setAnswered(true)
  return isAnswered
}
