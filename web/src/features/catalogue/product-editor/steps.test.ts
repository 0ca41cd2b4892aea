import { needsOf } from '@e-events/shared/domain/product-rules.ts'
import { productTypes } from '@e-events/shared/domain/states.ts'
import { describe, expect, it } from 'vitest'
import { stepIds, stepOfRule, stepsOf, traitsOf } from './steps.ts'

describe('steps', () => {
  it.each(productTypes)('of %s are those that it has a use for, in one order', (type) => {
    const steps = stepsOf(type)
    expect(steps).toEqual(stepIds.filter((id) => steps.includes(id)))
    expect(steps.slice(0, 5)).toEqual(['info', 'texts', 'image', 'speakers', 'price'])
    expect(steps.includes('dates')).toBe(['broadcast', 'live', 'meet'].includes(type))
    // Every rule of publishing has a step where it is met.
    for (const rule of needsOf[type]) expect(steps).toContain(rule === 'channel' ? 'info' : stepOfRule[rule])
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
