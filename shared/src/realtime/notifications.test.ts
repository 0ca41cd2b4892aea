import { describe, expect, it } from 'vitest'
import { readSystemNotification } from './notifications.ts'

const id = '7b0f4c0e-54a7-4d55-8a5c-1c1f0b8f1f11'
const of = (type: string, message: string, notificationType = 'success') => ({ id, payload: { type, message, notificationType } })

describe('a system notification', () => {
  it('has its message read as JSON [API-021]', () => {
    expect(readSystemNotification(of('home.updated', '{}'))).toEqual({ id, type: 'home.updated', message: {}, notificationType: 'success' })
    for (const notificationType of ['error', 'warning', 'success'])
      expect(readSystemNotification(of('snack.notification', '{"text":"Hola","key":"k"}', notificationType))).toEqual({
        id,
        type: 'snack.notification',
        message: { text: 'Hola', key: 'k' },
        notificationType,
      })
  })

  it('is ignored without an error when its JSON is broken, or when it is of a kind that nobody knows [API-021]', () => {
    for (const wrong of [
      of('home.updated', '{'),
      of('home.updated', ''),
      of('snack.notification', '{}'),
      of('snack.notification', '"text"'),
      of('casino.opened', '{}'),
      of('constructor', '{}'),
      of('home.updated', '{}', 'purple'),
      { ...of('home.updated', '{}'), id: 'no id' },
      { id, payload: null },
      null,
      undefined,
      'text',
    ])
      expect(readSystemNotification(wrong)).toBeUndefined()
  })
})
