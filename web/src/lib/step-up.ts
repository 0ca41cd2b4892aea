/**
 * Somebody waits for the password that a call asks for; at most one question at a time, whatever the number of calls.
 */
export interface StepUp {
  /** True once it was confirmed; false where the user declined. */
  ask: () => Promise<boolean>
  isOpen: () => boolean
  settle: (confirmed: boolean) => void
  subscribe: (listener: () => void) => () => void
}

export function createStepUp(): StepUp {
  let asked: { answer: Promise<boolean>; settle: (confirmed: boolean) => void } | undefined
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  return {
    ask() {
      if (!asked) {
        const { promise, resolve } = Promise.withResolvers<boolean>()
        asked = { answer: promise, settle: resolve }
        tell()
      }
      return asked.answer
    },
    isOpen: () => asked !== undefined,
    settle(confirmed) {
      const open = asked
      asked = undefined
      tell()
      open?.settle(confirmed)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/**
 * A button that was disabled while it worked has lost the focus to the page: it gets it back when it can take it again.
 */
export function focusAgain(element: Element | null): void {
  let frames = 0
  const retry = () => {
    if (!(element instanceof HTMLElement) || !element.isConnected || document.activeElement !== document.body) return
    element.focus()
    if (document.activeElement !== element && (frames += 1) < 30) requestAnimationFrame(retry)
  }
  requestAnimationFrame(retry)
}
