import { useEffect } from 'react'
import { isTyping } from '../../../../lib/is-typing.ts'

export const roomKeys = ['m', 'v', 's', 'h', 'p', 'c', 'g', '?'] as const
export type RoomKey = (typeof roomKeys)[number]

/** Keys of a meeting. Fields keep their own, modifiers belong to the browser, open menus and dialogs come first. */
export function useKeys(acts: Partial<Record<RoomKey, () => void>>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.repeat || isTyping(event.target)) return
      if (document.querySelector('[role="dialog"], [role="menu"]')) return
      const key = roomKeys.find((one) => one === event.key.toLowerCase())
      const act = key && acts[key]
      if (!act) return
      event.preventDefault()
      act()
    }
    globalThis.addEventListener('keydown', onKey)
    return () => globalThis.removeEventListener('keydown', onKey)
  })
}
