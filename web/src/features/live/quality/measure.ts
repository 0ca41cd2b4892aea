import { ApiError } from '@e-events/shared/contract/client.ts'
import type { ViewingReport } from '@e-events/shared/contract/live/viewings.ts'
import { ViewingRecorder, type Observation } from './recorder.ts'

const lookEveryMs = 1_000
/** Soon, so that the server knows when it began; then once a minute. */
const firstReportMs = 10_000
const reportEveryMs = 60_000

/** Sends all of a viewing until now; `keepalive`: also when the page is gone. */
export type SendViewing = (id: string, body: ViewingReport, options: { keepalive: boolean }) => Promise<unknown>

interface Measured {
  of: ViewingReport['of']
  /** The player at this moment. */
  observe: () => Observation
  /** Calls back on every change of the player. */
  subscribe: (listener: () => void) => () => void
  send: SendViewing
}

/**
 * Measures one viewing and reports it: once a minute, when the page is left, and never one event at a time.
 * @returns ends it
 */
export function measureViewing({ of, observe, subscribe, send: sendReport }: Measured): () => void {
  const id = crypto.randomUUID()
  const recorder = new ViewingRecorder(of, performance.now())
  let dueAtMs = performance.now() + firstReportMs
  let isRefused = false
  const look = () => recorder.observe(observe(), performance.now())
  const send = (isOver: boolean, keepalive: boolean) => {
    const body = isRefused ? null : recorder.report(performance.now(), { isOver })
    if (body === null) return
    sendReport(id, body, { keepalive }).catch((error: unknown) => {
      // A lost report is in the next one too; what was refused will be refused again.
      if (error instanceof ApiError && error.status >= 400 && error.status < 500 && error.code !== 'RATE_LIMITED') isRefused = true
    })
  }
  look()
  const timer = setInterval(() => {
    look()
    if (performance.now() < dueAtMs) return
    dueAtMs = performance.now() + reportEveryMs
    send(false, false)
  }, lookEveryMs)
  const stopFollowing = subscribe(look)
  const onHidden = () => {
    look()
    if (document.visibilityState === 'hidden') send(false, true)
  }
  const onLeave = () => send(true, true)
  document.addEventListener('visibilitychange', onHidden)
  globalThis.addEventListener('pagehide', onLeave)
  return () => {
    clearInterval(timer)
    stopFollowing()
    document.removeEventListener('visibilitychange', onHidden)
    globalThis.removeEventListener('pagehide', onLeave)
    send(true, true)
  }
}
