import { askOutside } from '../../../adapters/outside.ts'
import { SingleSignOnError } from './policy.ts'

/** Patience with a provider, for each request. */
export const timeoutSec = 5

/**
 * A `fetch` for answers of a provider: JSON of a bounded size, without following it elsewhere, and in production not
 * from our own network. The caller's signal ends it.
 * @throws SingleSignOnError unavailable, whose text holds nothing of what was sent or answered
 */
export function createOutgoingFetch({ production }: { production: boolean }) {
  return async (
    address: string,
    init: { method?: string; body?: unknown; headers?: Record<string, string>; signal?: AbortSignal } = {},
  ) => {
    const url = new URL(address)
    try {
      const { status, bytes } = await askOutside(url, { ...init, headers: { ...init.headers, accept: 'application/json' }, production })
      if (status >= 300 && status < 400) throw new RangeError('leads elsewhere')
      const body = JSON.parse(new TextDecoder().decode(bytes)) as unknown
      if (status >= 500) throw new SingleSignOnError('unavailable', { detail: `${url.origin} answered ${status}`, fault: 'no-document' })
      return Response.json(body, { status })
    } catch (cause) {
      if (cause instanceof SingleSignOnError) throw cause
      const name = cause instanceof Error ? cause.name : 'failure'
      throw new SingleSignOnError('unavailable', { detail: `${url.origin} gave no readable answer (${name})`, fault: 'unreachable' })
    }
  }
}
