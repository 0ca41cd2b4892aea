import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { createInstance } from 'i18next'
import { expect, it, vi } from 'vitest'
import { followLanguage } from './follow-language.ts'

async function open(queryKey: readonly unknown[]) {
  const words = createInstance()
  await words.init({ lng: 'en', resources: {} })
  const queries = new QueryClient()
  const asked: { language: string; answer: () => void }[] = []
  const queryFn = () => {
    const { promise, resolve } = Promise.withResolvers<string>()
    const { language } = words
    asked.push({ language, answer: () => resolve(`titles in ${language}`) })
    return promise
  }
  const stop = followLanguage(queries, words)
  const observer = new QueryObserver(queries, { queryKey, queryFn })
  const leave = observer.subscribe(() => undefined)
  const shown = () => observer.getCurrentResult().data
  return { words, asked, shown, end: () => (leave(), stop(), queries.clear()) }
}

it('calls off a first answer in the language before, which would be taken for the new one', async () => {
  const page = await open(['GET /producer/products', { tab: 'mine' }])
  await page.words.changeLanguage('pt')
  await vi.waitFor(() => expect(page.asked.map(({ language }) => language)).toEqual(['en', 'pt']))
  page.asked[1]!.answer()
  await vi.waitFor(() => expect(page.shown()).toBe('titles in pt'))
  page.asked[0]!.answer()
  await Promise.resolve()
  expect(page.shown()).toBe('titles in pt')
  page.end()
})

it('leaves alone what names its language', async () => {
  const page = await open(['GET /home', { language: 'en' }])
  await page.words.changeLanguage('pt')
  page.asked[0]!.answer()
  await vi.waitFor(() => expect(page.shown()).toBe('titles in en'))
  expect(page.asked).toHaveLength(1)
  page.end()
})
