import { flushSync } from 'react-dom'
import { giveConsent, type ConsentPurpose } from './consent.ts'

/**
 * The buttons of the answer go away with it: whoever used the keyboard goes on at the page's start instead of nowhere.
 */
export function answerConsent(purposes: Record<ConsentPurpose, boolean>): void {
  flushSync(() => giveConsent(purposes))
  if (document.activeElement === null || document.activeElement === document.body)
    document.getElementById('content')?.focus({ preventScroll: true })
}
