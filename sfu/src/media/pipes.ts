import type { types } from 'mediasoup'
import { mediaCall } from './errors.ts'

export interface Pipes {
  /** Resolves when `producer` can be consumed on `target` under the same id. */
  ensure(producer: types.Producer, source: types.Router, target: types.Router): Promise<void>
}

/**
 * One pipe per producer and target router, however many viewers ask at the same moment: a second one would claim the
 * same producer id and fail. A pipe that fails or ends is forgotten, so that the next viewer opens a new one. mediasoup
 * closes its two ends together.
 */
export function createPipes(): Pipes {
  const open = new Map<string, Promise<void>>()
  return {
    ensure(producer, source, target) {
      const key = `${producer.id}>${target.id}`
      const known = open.get(key)
      if (known) return known
      const forget = () => {
        if (open.get(key) === pipe) open.delete(key)
      }
      const pipe = mediaCall(async () => {
        const { pipeProducer } = await source.pipeToRouter({ producerId: producer.id, router: target, enableSctp: false })
        if (!pipeProducer || pipeProducer.closed) throw new Error('the pipe is closed')
        pipeProducer.observer.once('close', forget)
      })
      open.set(key, pipe)
      pipe.catch(forget)
      return pipe
    },
  }
}
