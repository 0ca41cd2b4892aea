import { needsOf } from '@e-events/shared/domain/product-rules.ts'
import { productTypes } from '@e-events/shared/domain/states.ts'
import { describe, expect, it } from 'vitest'
import { isStepped, partIds, partOfRule, stepsOf, traitsOf } from './steps.ts'

describe('steps', () => {
  it.each(productTypes.filter((type) => !isStepped(type)))('of %s are those that it has a use for, in one order', (type) => {
    const steps = stepsOf(type).map(({ id }) => id)
    expect(steps).toEqual(partIds.filter((id) => steps.includes(id)))
    expect(steps.slice(0, 5)).toEqual(['info', 'texts', 'image', 'speakers', 'price'])
    expect(steps.includes('dates')).toBe(['broadcast', 'live', 'meet'].includes(type))
  })

  it.each(productTypes)('of %s have a place for every rule of publishing', (type) => {
    const parts = stepsOf(type).flatMap((step) => step.parts)
    for (const rule of needsOf[type]) expect(parts).toContain(rule === 'channel' ? 'info' : partOfRule[rule])
  })

  it('of courses and masters are few, the fields of a product all in the first one', () => {
    expect(stepsOf('course').map(({ id }) => id)).toEqual(['info', 'requirements', 'video', 'modules', 'lessons'])
    expect(stepsOf('master').map(({ id }) => id)).toEqual(['info', 'requirements', 'trailer', 'courses'])
    for (const type of ['course', 'master'] as const)
      expect(new Set(stepsOf(type).flatMap(({ parts }) => parts))).toEqual(
        new Set([...partIds.filter((id) => id !== 'dates'), 'requirements', ...(type === 'course' ? ['modules', 'lessons'] : ['courses'])]),
      )
  })

  it('know what is sent where', () => {
    expect(Object.fromEntries(productTypes.map((type) => [type, traitsOf(type).media]))).toMatchObject({
      vod: 'video',
      live: 'video',
      broadcast: 'studio',
      podcast: 'audio',
      post: 'post',
    })
    expect([traitsOf('broadcast').dates, traitsOf('meet').dates, traitsOf('').dates]).toEqual(['required', 'required', 'none'])
  })
})
