import { consentGiven, subscribeConsent } from './consent.ts'

export interface AnalyticsOptions {
  /** From the build; without one there is nothing to start. */
  key: string | undefined
  url: string
  fetch: (url: string, request: { method: 'POST'; headers: Record<string, string>; body: string; keepalive: boolean }) => Promise<unknown>
}

/**
 * Starts the product analytics service once: when a key is configured and consent is given, now or later. Before that
 * no code, cookie or call.
 * @returns stops waiting for consent
 */
export function startAnalytics({ key, url, fetch }: AnalyticsOptions): () => void {
  if (!key) return () => undefined
  let isStarted = false
  const tryStart = () => {
    if (isStarted || !consentGiven('analytics')) return
    isStarted = true
    const body = JSON.stringify({ type: 'start', key, path: location.pathname, language: document.documentElement.lang })
    // A service that does not answer must not disturb anybody.
    fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body, keepalive: true }).catch(() => undefined)
  }
  tryStart()
  return subscribeConsent(tryStart)
}
