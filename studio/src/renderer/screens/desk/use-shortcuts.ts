import { useEffect } from 'react'
import type { Studio } from '../../../broadcast/studio.ts'

/** One key each: M silences the show, 1 to 9 a strip, ? shows this list. Typing a label triggers none of them. */
export function useShortcuts({ studio, onHelp }: { studio: Studio; onHelp(): void }): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTyping(event.target)) return
      const { strips, silenced } = studio.desk.get()
      if (event.key === 'm' || event.key === 'M') studio.desk.silence(!silenced)
      else if (event.key === '?') onHelp()
      else if (/^[1-9]$/.test(event.key)) {
        const strip = strips[Number(event.key) - 1]
        if (strip) studio.desk.setStrip(strip.id, { muted: !strip.muted })
      }
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })
}

function isTyping(target: EventTarget | null): boolean {
  // A fader is an input too, but not for text.
  if (target instanceof HTMLInputElement) return target.type !== 'range' && target.type !== 'checkbox'
  return target instanceof HTMLElement && (target.isContentEditable || target instanceof HTMLTextAreaElement)
}
