import { describe, expect, it } from 'vitest'
import { errorCodes, errorStatus } from '@e-events/shared/errors.ts'
import { failures } from '@e-events/shared/failures.ts'
import { errors as en } from '@e-events/shared/locales/errors.en.ts'
import { errors as es } from '@e-events/shared/locales/errors.es.ts'
import { errors as pt } from '@e-events/shared/locales/errors.pt.ts'
import { failures as failuresEn } from '@e-events/shared/locales/failures.en.ts'
import { failures as failuresEs } from '@e-events/shared/locales/failures.es.ts'
import { failures as failuresPt } from '@e-events/shared/locales/failures.pt.ts'

const catalogues = Object.entries({ es, en, pt })

describe('error codes', () => {
  it.each(catalogues)('all have a text in %s, and no text is without a code', (_language, texts) => {
    expect(Object.keys(texts).sort()).toEqual([...errorCodes].sort())
    for (const [code, text] of Object.entries(texts)) expect(text.trim().length, code).toBeGreaterThan(3)
  })

  it('are told apart by their texts, within a language and between languages', () => {
    for (const code of errorCodes) expect(new Set(catalogues.map(([, texts]) => texts[code])).size, code).toBe(3)
  })

  it('have an HTTP status of a refusal', () => {
    for (const status of Object.values(errorStatus)) expect(status).toSatisfy((value: number) => value >= 400 && value < 600)
  })
})

describe('failures of actions', () => {
  it('all have words in three languages, each told apart from the others [ERR-064, ERR-065]', () => {
    for (const texts of [failuresEs, failuresEn, failuresPt]) {
      expect(Object.keys(texts).toSorted()).toEqual([...failures].toSorted())
      expect(new Set(Object.values(texts)).size).toBe(failures.length)
    }
    for (const failure of failures) expect(new Set([failuresEs[failure], failuresEn[failure], failuresPt[failure]]).size, failure).toBe(3)
  })
})
