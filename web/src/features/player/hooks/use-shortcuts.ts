import { useEffect } from 'react'
import type { PlayerEngine } from '../engine/player-engine.ts'

export interface ShortcutActions {
  engine: PlayerEngine
  feedIds: readonly string[]
  toggleFullscreen: () => void
  toggleTheatre: () => void
  togglePictureInPicture: () => void
  toggleHelp: () => void
}

/** The keys that viewers know from elsewhere. Fields and pressed buttons keep their own keys; modifiers belong to the browser. */
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
  const { engine } = actions
  const state = engine.getSnapshot()
  const key = event.key.toLowerCase()
  if (event.shiftKey && /^Digit[1-9]$/.test(event.code)) {
    const feedId = actions.feedIds[Number(event.code.slice(5)) - 1]
    return feedId === undefined ? undefined : () => engine.showFeed(feedId)
  }
  if (/^\d$/.test(key)) return () => engine.seek(state.startSec + ((state.endSec - state.startSec) * Number(key)) / 10)
  switch (key) {
    case ' ':
    case 'k':
      return () => engine.togglePlay()
    case 'j':
      return () => engine.seekBy(-10)
    case 'l':
      return () => engine.seekBy(10)
    case 'arrowleft':
      return () => engine.seekBy(-5)
    case 'arrowright':
      return () => engine.seekBy(5)
    case 'arrowup':
      return () => engine.setVolume(state.volume + 0.05)
    case 'arrowdown':
      return () => engine.setVolume(state.volume - 0.05)
    case 'm':
      return () => engine.setMuted(!state.isMuted)
    case 'end':
      return state.isLive ? () => engine.goLive() : undefined
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

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      /^(?:TEXTAREA|SELECT)$/.test(target.tagName) ||
      (target instanceof HTMLInputElement && target.type !== 'range'))
  )
}
function isButton(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('button, a, [role="button"], [role^="menuitem"]') !== null
}
function isSlider(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.type === 'range'
}
