import type { AirState } from '../../../broadcast/air-state.ts'

/**
 * The view of the window: the phase of the connection, and before it the two steps of going live.
 * onair: media of this window arrives. interrupted: connected, and no media arrives.
 */
export type View = 'offline' | 'preflight' | 'countdown' | 'starting' | 'onair' | 'interrupted' | 'reconnecting' | 'ending'
/** The steps that only the screen knows. */
export type Step = 'none' | 'preflight' | 'countdown'

export function toView({ phase, feeds }: Pick<AirState, 'phase' | 'feeds'>, step: Step): View {
  switch (phase) {
    case 'starting':
      return 'starting'
    case 'on_air':
      return Object.values(feeds).some((feed) => feed.state === 'live') ? 'onair' : 'interrupted'
    case 'reconnecting':
      return 'reconnecting'
    case 'ending':
      return 'ending'
    default:
      return step === 'none' ? 'offline' : step
  }
}

/** This window is in the show: it sends, or is about to again. */
export const isOnAirView = (view: View): boolean => view === 'onair' || isAway(view) || view === 'ending'
/** Nothing of this window arrives for now. */
export const isAway = (view: View): boolean => view === 'reconnecting' || view === 'interrupted'
