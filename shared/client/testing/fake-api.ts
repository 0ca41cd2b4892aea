import type { FetchLike, FetchReply } from '@e-events/shared/contract/client.ts'
import { sessionSchema, type Session } from '@e-events/shared/contract/people/auth.ts'

export type Answer = { status: number; body?: unknown }
/** `POST /auth/login` → what the api answers. */
export type Answers = Record<string, Answer | ((body: unknown) => Answer)>

export interface FakeApi {
  fetch: FetchLike
  calls: { key: string; body: unknown; token: string | undefined }[]
}

/** The contract's wire, answered from a table; an unknown path is a 404 with the platform's error body. */
export function fakeApi(answers: Answers): FakeApi {
  const calls: FakeApi['calls'] = []
  return {
    calls,
    fetch: (url, request) => {
      const path = url.replace(/^\/api/, '').replace(/\?.*/, '')
      const key = `${request.method} ${path}`
      const body: unknown = typeof request.body !== 'string' ? request.body : JSON.parse(request.body)
      calls.push({ key, body, token: request.headers['authorization'] })
      const found = answers[key]
      const answer = typeof found === 'function' ? found(body) : (found ?? refusal('NOT_FOUND', 404))
      return Promise.resolve(reply(answer))
    },
  }
}

export const refusal = (code: string, status: number, message = code): Answer => ({
  status,
  body: { code, message, requestId: 'request-1' },
})

function reply({ status, body }: Answer): FetchReply {
  return { status, headers: { get: () => null }, text: () => Promise.resolve(body === undefined ? '' : JSON.stringify(body)) }
}

export function fakeSession(roles: readonly string[] = ['PRODUCER']): Session {
  return sessionSchema.parse({
    authToken: 'access-1',
    authTokenExpiresAt: '2030-01-01T00:00:00Z',
    refreshToken: 'refresh-1',
    user: {
      id: '00000000-0000-4000-8000-000000000007',
      user: 'olga@example.test',
      roles,
      name: 'Olga',
      surname: 'Ortiz',
      newsletter: false,
      journalist: false,
      country: null,
      language: 'en',
      timezone: 'Europe/Madrid',
      avatarUrl: null,
      description: '',
    },
  })
}
