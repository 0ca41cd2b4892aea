import { expect, it } from 'vitest'
import { createStyleCache } from './style-cache.ts'

it('puts the rules of a page into small sheets, in their order', () => {
  const head = document.createElement('head')
  document.documentElement.append(head)
  const { sheet } = createStyleCache(head)
  // As in production.
  sheet.isSpeedy = true
  const rules = Array.from({ length: 200 }, (_, index) => `.ee-${index} { color: red; }`)
  for (const rule of rules) sheet.insert(rule)
  const sheets = [...head.querySelectorAll('style')].map(({ sheet: made }) => [...(made?.cssRules ?? [])].map(({ cssText }) => cssText))
  expect(sheets.map(({ length }) => length)).toEqual([64, 64, 64, 8])
  expect(sheets.flat()).toEqual(rules)
  head.remove()
})
