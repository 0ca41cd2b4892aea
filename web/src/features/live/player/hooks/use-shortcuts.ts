import { useEffect } from 'react'
import { isTyping } from '../../../../lib/is-typing.ts'
import type { PlayerEngine } from '../engine/player-engine.ts'
import { nextRate } from '../engine/playhead.ts'
import type { Act } from '../feedback.ts'

export interface ShortcutActions {
  engine: PlayerEngine
  feedIds: readonly string[]
  toggleFullscreen: () => void
  toggleTheatre: () => void
  togglePictureInPicture: () => void
  toggleHelp: () => void
  toggleStats: () => void
  /** Undefined where there is one picture only, or all of them lie below it. */
  toggleCameras: (() => void) | undefined
  /** Undefined where there are none. */
  toggleCaptions: (() => void) | undefined
  /** Undefined where the film has one sound only. */
  nextSound: (() => void) | undefined
  /** Shows and says what a key did. */
  say: (act: Act) => void
}

/**
 * The keys that viewers know from elsewhere. Fields and pressed buttons keep their own keys; modifiers belong to the
 * browser.
 */
export function useShortcuts(actions: ShortcutActions): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target)) return
      if (event.key === ' ' && isButton(event.target)) return
      if (event.key.startsWith('Arrow') && isSlider(event.target)) return
      const handler = handlerFor(event, actions)
      if (!handler) return
      event.preventDefault()
      handler()
    }
    globalThis.addEventListener('keydown', onKey)
    return () => globalThis.removeEventListener('keydown', onKey)
  })
}

function handlerFor(event: KeyboardEvent, actions: ShortcutActions): (() => void) | undefined {
  const { engine, say } = actions
  const state = engine.getSnapshot()
  const wasPlaying = state.phase !== 'paused' && state.phase !== 'ended' && state.phase !== 'failed'
  const key = event.key.toLowerCase()
  if (event.shiftKey && /^Digit[1-9]$/.test(event.code)) {
    const feedId = actions.feedIds[Number(event.code.slice(5)) - 1]
    return feedId === undefined ? undefined : () => engine.showFeed(feedId)
  }
  // A video in step with everybody else is neither stopped nor gone back in.
  const isInStep = state.byClock === 'in step'
  if (isInStep && /^(?: |[0-9jkl<>]|arrowleft|arrowright|end)$/.test(key)) return undefined
  const step = (seconds: number) => () => {
    engine.seekBy(seconds)
    say({ kind: 'seek', seconds })
  }
  const turn = (by: number) => () => {
    engine.setVolume(state.volume + by)
    say({ kind: 'volume', percent: Math.round(Math.min(1, Math.max(0, state.volume + by)) * 100) })
  }
  const turnRate = (by: 1 | -1) => () => {
    engine.setRate(nextRate(state, by))
    say({ kind: 'rate' })
  }
  if (/^\d$/.test(key)) {
    return () => {
      engine.seek(state.startSec + ((state.endSec - state.startSec) * Number(key)) / 10)
      say({ kind: 'jump' })
    }
  }
  switch (key) {
    case ' ':
    case 'k':
      return () => {
        engine.togglePlay()
        say({ kind: wasPlaying ? 'pause' : 'play' })
      }
    case 'j':
      return step(-10)
    case 'l':
      return step(10)
    case 'arrowleft':
      return step(-5)
    case 'arrowright':
      return step(5)
    case 'arrowup':
      return turn(0.05)
    case 'arrowdown':
      return turn(-0.05)
    case 'm':
      return () => {
        engine.setMuted(!state.isMuted)
        say({ kind: state.isMuted ? 'unmute' : 'mute' })
      }
    case 'end':
      if (!state.isLive) return undefined
      return () => {
        engine.goLive()
        say({ kind: 'jump' })
      }
    case 'c':
      return actions.toggleCaptions
    case 'a':
      return actions.nextSound
    case 'v':
      return actions.toggleCameras
    case '<':
      return turnRate(-1)
    case '>':
      return turnRate(1)
    case 'i':
      return actions.toggleStats
    case 'f':
      return actions.toggleFullscreen
    case 't':
      return actions.toggleTheatre
    case 'p':
      return actions.togglePictureInPicture
    case '?':
      return actions.toggleHelp
    default:
      return undefined
  }
}

function isButton(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('button, a, [role="button"], [role^="menuitem"]') !== null
}
function isSlider(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.type === 'range'
}
