import { describe, expect, it } from 'vitest'
import { createEvents } from './domain-events.ts'

describe('domain events', () => {
  it('reach every subscriber in order, and leave work for after the commit', async () => {
    const events = createEvents()
    const calls: string[] = []
    events.subscribe('channel.closed', async ({ channelId }) => {
      calls.push(`first ${channelId}`)
      return async () => void calls.push('after first')
    })
    events.subscribe('channel.closed', async () => void calls.push('second'))
    const after = await events.publish('channel.closed', { trx: undefined as never, channelId: 'c' })
    expect(calls).toEqual(['first c', 'second'])
    await after()
    expect(calls).toEqual(['first c', 'second', 'after first'])
  })

  it('fail with the subscriber, so that a transaction rolls back', async () => {
    const events = createEvents()
    events.subscribe('media.removed', () => Promise.reject(new Error('no storage')))
    await expect(events.publish('media.removed', null)).rejects.toThrow('no storage')
  })

  it('are refused where nothing subscribes', async () => {
    await expect(createEvents().publish('session.ended', { userId: 'u', reason: 'user', sessionIds: [] })).rejects.toThrow(
      'nothing subscribes to session.ended',
    )
  })
})
