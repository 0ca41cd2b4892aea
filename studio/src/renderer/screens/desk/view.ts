import type { AirPhase } from '../../../broadcast/air-state.ts'

/** What the window wears: the connection's phase, and before it the two steps of going live. */
export type View = 'offline' | 'preflight' | 'countdown' | 'starting' | 'onair' | 'reconnecting' | 'ending'
/** The steps that only the screen knows. */
export type Step = 'none' | 'preflight' | 'countdown'

export function toView(phase: AirPhase, step: Step): View {
  switch (phase) {
    case 'starting':
      return 'starting'
    case 'on_air':
      return 'onair'
    case 'reconnecting':
      return 'reconnecting'
    case 'ending':
      return 'ending'
    default:
      return step === 'none' ? 'offline' : step
  }
}

export const isOnAirView = (view: View): boolean => view === 'onair' || view === 'reconnecting' || view === 'ending'
