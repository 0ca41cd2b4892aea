import type { BroadcastGrant } from '@e-events/shared/contract/live/broadcasts.ts'
import type { Playback } from '@e-events/shared/contract/live/playback.ts'
import type { Person } from './people.ts'
import type { Stack } from './stack.ts'

export interface Answer<T = unknown> {
  status: number
  code: string | undefined
  message: string | undefined
  /** The reply as it came, refusal or not. */
  body: T
}

export interface CallOptions {
  token?: string | undefined
  language?: 'es' | 'en' | 'pt'
  body?: unknown
  headers?: Record<string, string>
}

/** One HTTP call through the gateway, as an outsider makes it: no client of ours, no schema. */
export async function call<T = unknown>(stack: Stack, line: string, options: CallOptions = {}): Promise<Answer<T>> {
  const [method = 'GET', path = '/'] = line.split(' ')
  const response = await fetch(new URL(`/api${path}`, stack.origin), {
    method,
    headers: {
      'accept-language': options.language ?? 'en',
      ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }),
      ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...options.headers,
    },
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
  })
  const text = await response.text()
  const body = (text === '' ? {} : JSON.parse(text)) as T & { code?: string; message?: string }
  return { status: response.status, code: body.code, message: body.message, body }
}

/** An access token, by the front door. */
export async function logIn(stack: Stack, person: Person): Promise<string> {
  const { status, body } = await call<{ authToken: string }>(stack, 'POST /auth/login', {
    body: { user: person.email, password: person.password, client: 'studio' },
  })
  if (status !== 200) throw new Error(`log-in of ${person.email}: ${status} ${JSON.stringify(body)}`)
  return body.authToken
}

/** Says something in the chat of a show, from another device of the account. */
export async function sayInChat(stack: Stack, slug: string, text: string, token: string): Promise<Answer> {
  const { body } = await call<{ apiKey: string }>(stack, 'GET /config/realtime')
  return call(stack, `POST /chat/${slug}/messages`, {
    token,
    body: { clientId: crypto.randomUUID(), text },
    headers: { 'x-api-key': body.apiKey },
  })
}

export const startShow = (stack: Stack, slug: string, options: CallOptions) =>
  call<BroadcastGrant>(stack, `POST /broadcasts/${slug}/start`, { body: {}, ...options })

export const stopShow = (stack: Stack, slug: string, options: CallOptions) => call(stack, `POST /broadcasts/${slug}/stop`, options)

/** As a player that watches, recordings too: by a ticket it takes the place of one. Organizers are not limited. */
export const getPlayback = (stack: Stack, slug: string, options: CallOptions) =>
  call<Playback>(stack, `GET /products/${slug}/playback?recording=true`, options)
