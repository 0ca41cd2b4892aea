import { EventEmitter } from 'node:events'
import type { types } from 'mediasoup'
import { describe, expect, it } from 'vitest'
import { createPipes } from './pipes.ts'

function createRouters() {
  const pipes: { observer: EventEmitter; closed: boolean }[] = []
  let fail = false
  const source = {
    id: 'home',
    pipeToRouter: () => {
      if (fail) return Promise.reject(new Error('Channel closed'))
      const pipeProducer = { observer: new EventEmitter(), closed: false }
      pipes.push(pipeProducer)
      return Promise.resolve({ pipeProducer })
    },
  } as unknown as types.Router
  return {
    source,
    target: { id: 'edge' } as types.Router,
    other: { id: 'edge-2' } as types.Router,
    pipes,
    failing: (value: boolean) => {
      fail = value
    },
  }
}
const producer = { id: 'p1' } as types.Producer

describe('pipes', () => {
  it('forget one that failed, so that the next viewer gets another try', async () => {
    const { source, target, pipes, failing } = createRouters()
    const all = createPipes()
    failing(true)
    await expect(all.ensure(producer, source, target)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    failing(false)
    await all.ensure(producer, source, target)
    expect(pipes).toHaveLength(1)
  })

  it('open once per producer and router, however many viewers come at the same moment', async () => {
    const { source, target, other, pipes } = createRouters()
    const all = createPipes()
    await Promise.all(Array.from({ length: 50 }, () => all.ensure(producer, source, target)))
    expect(pipes).toHaveLength(1)
    await all.ensure(producer, source, other)
    expect(pipes).toHaveLength(2)
  })

  it('open anew after the end of one', async () => {
    const { source, target, pipes } = createRouters()
    const all = createPipes()
    await all.ensure(producer, source, target)
    pipes[0]?.observer.emit('close')
    await all.ensure(producer, source, target)
    expect(pipes).toHaveLength(2)
  })
})
