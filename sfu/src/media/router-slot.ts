import type { types } from 'mediasoup'
import type { PoolWorker } from './worker-pool.ts'

/** A router and the worker that runs it. */
export interface RouterSlot {
  readonly pooled: PoolWorker
  readonly router: types.Router
}
