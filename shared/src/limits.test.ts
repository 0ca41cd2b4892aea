import { describe, expect, it } from 'vitest'
import { createChannelBody } from './contract/catalogue/channels.ts'
import { personName, newPassword } from './contract/common.ts'
import { limits } from './limits.ts'
import { createProductBody, updateProductBody } from './contract/catalogue/product-fields.ts'
import { products } from './contract/catalogue/products.ts'

const text = (length: number) => 'x'.repeat(length)

describe('lengths, at the boundary of what they limit', () => {
  it('a channel is described in up to 400 characters [LIM-041]', () => {
    const channel = (length: number) => createChannelBody.safeParse({ title: 'Sala', shortDescription: text(length) }).success
    expect([channel(400), channel(401)]).toEqual([true, false])
  })

  it('a product in up to 240 [LIM-042]', () => {
    const product = (length: number) =>
      createProductBody.safeParse({
        channelSlug: 'sala',
        title: 'Gala',
        type: 'broadcast',
        plan: 'free',
        shortDescription: text(length),
        imageId: '11111111-1111-4111-8111-111111111111',
        speakerIds: ['22222222-2222-4222-8222-222222222222'],
      }).success
    expect([product(240), product(241)]).toEqual([true, false])
  })

  it('recommendations limit nothing: 1100 x 650 for pictures, about 1000 characters for a description [LIM-029] [LIM-043] [CAT-040]', () => {
    expect([limits.imageWidthPx, limits.imageHeightPx, limits.descriptionRecommendedChars]).toEqual([1100, 650, 1000])
    expect(updateProductBody.safeParse({ description: text(1_500) }).success).toBe(true)
  })

  it('a search has at least three letters [LIM-031]', () => {
    const search = (q: string) => products.list.query.safeParse({ q }).success
    expect([search('ab'), search(' ab '), search('abc')]).toEqual([false, false, true])
  })

  it('a password has at least eight, of four kinds [LIM-032, ID-017, ID-018]', () => {
    expect(newPassword.safeParse('Abc1$fg').success).toBe(false)
    expect(newPassword.safeParse('Abc1$fgh').success).toBe(true)
    for (const weak of ['abcdef1$', 'ABCDEF1$', 'Abcdefg$', 'Abcdefg1']) expect(newPassword.safeParse(weak).success, weak).toBe(false)
  })

  it('a password of fifteen characters may be made of anything, one of fourteen may not', () => {
    expect(newPassword.safeParse('caballo grapa ').success).toBe(false)
    expect(newPassword.safeParse('caballo grapa a').success).toBe(true)
  })

  it('a name cannot turn the text around it', () => {
    expect(personName.safeParse('Ana \u202Eanigam').success).toBe(false)
    expect(personName.safeParse('Ana\u0000').success).toBe(false)
    expect(personName.safeParse('O’Neill-Peña 王').success).toBe(true)
    expect(personName.safeParse(text(121)).success).toBe(false)
  })

  it.each([
    'you won, see https://evil.example/prize',
    'HTTP://evil.example',
    'Ana www.evil.example',
    'WWW.evil.example',
    'ana@evil.example',
  ])('a name is no address: %j', (name) => {
    expect(personName.safeParse(name).success).toBe(false)
  })

  it.each(['Dr. Ana M. Peña', 'Ana: Peña', 'J.R.R. Tolkien'])('a name with points and colons stays one: %j', (name) => {
    expect(personName.safeParse(name).success).toBe(true)
  })
})
