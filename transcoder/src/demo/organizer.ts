import { auth } from '@e-events/shared/contract/people/auth.ts'
import { broadcasts, type BroadcastGrant, type Feed } from '@e-events/shared/contract/live/broadcasts.ts'
import { ApiError, createClient, type Client, type FetchLike } from '@e-events/shared/contract/client.ts'
import { ownProducts } from '@e-events/shared/contract/catalogue/own-products.ts'
import type { SessionId } from '@e-events/shared/domain/ids.ts'
import type { FeedKind } from '@e-events/shared/domain/states.ts'
import type { ErrorCode } from '@e-events/shared/errors.ts'

export interface Organizer {
  /** Starts the show in the running session (adding one when none is free), or comes back to the one that is on air. */
  goLive(): Promise<BroadcastGrant>
  announceFeed(feed: { key: string; kind: FeedKind; label: string }): Promise<Feed>
  /** Ends the show; no show to end is fine. */
  stop(): Promise<void>
}

const callTimeoutMs = 15_000

/** The demo's organizer at work: the same calls as the studio's. */
export function createOrganizer(options: {
  baseUrl: string
  email: string
  password: string
  productSlug: string
  /** How long a session is that it adds. */
  sessionMs: number
}): Organizer {
  const { email, password, productSlug } = options
  let token: string | undefined
  let login: Promise<string> | undefined
  const client: Client = createClient({
    baseUrl: options.baseUrl,
    fetch: fetchWithTimeout,
    accessToken: () => token,
    refresh: () => logIn(),
    language: () => 'es',
  })

  function logIn(): Promise<string> {
    token = undefined
    login ??= client
      .call(auth.login, { body: { user: email, password, client: 'studio' } })
      .then(({ authToken }) => (token = authToken))
      .finally(() => {
        login = undefined
      })
    return login
  }
  const ready = async (): Promise<void> => {
    if (token === undefined) await logIn()
  }

  /** A session of its own for every show: one that an organizer has ended is finished for good. */
  async function addSession(): Promise<SessionId | undefined> {
    // On the minute, as people write dates. One that began already is as good as one that begins now.
    const startsAtMs = Math.floor(Date.now() / 60_000) * 60_000
    const startsAt = new Date(startsAtMs).toISOString()
    const body = { startsAt, endsAt: new Date(startsAtMs + options.sessionMs).toISOString() }
    const { sessions } = await client.call(ownProducts.addSession, { params: { slug: productSlug }, body })
    return sessions.find((session) => Date.parse(session.startsAt) === startsAtMs)?.id
  }

  return {
    async goLive() {
      await ready()
      const params = { productSlug }
      try {
        return await client.call(broadcasts.connect, { params })
      } catch (error) {
        if (!isRefusal(error, 'BROADCAST_STATE')) throw error
      }
      try {
        return await client.call(broadcasts.start, { params, body: {} })
      } catch (error) {
        if (!isRefusal(error, 'BROADCAST_NO_SESSION', 'SESSION_FINISHED')) throw error
      }
      const sessionId = await addSession()
      return client.call(broadcasts.start, { params, body: sessionId === undefined ? {} : { sessionId } })
    },
    async announceFeed(feed) {
      await ready()
      return client.call(broadcasts.announceFeed, { params: { productSlug }, body: feed })
    },
    async stop() {
      await ready()
      try {
        await client.call(broadcasts.stop, { params: { productSlug } })
      } catch (error) {
        if (!isRefusal(error, 'BROADCAST_STATE', 'NOT_FOUND')) throw error
      }
    },
  }
}

function isRefusal(error: unknown, ...codes: ErrorCode[]): boolean {
  return error instanceof ApiError && codes.some((code) => error.code === code)
}

const fetchWithTimeout: FetchLike = (url, { method, headers, body }) =>
  fetch(url, { method, headers, signal: AbortSignal.timeout(callTimeoutMs), ...(body === undefined ? {} : { body }) })
