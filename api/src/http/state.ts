import type { RoleName, SessionActor } from './actor.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import type { Middleware, ParameterizedContext } from 'koa'
import type { Log } from '../adapters/log.ts'

export type { RoleName, SessionActor }

/** State of a request. */
export interface RequestState {
  requestId: string
  language: Language
  log: Log
  /** Path pattern of the endpoint that answers, for metrics and logs; undefined where none matched. */
  route: string | undefined
  /** Account of a bearer token of ours, before anything else is known of it. */
  accountId: string | undefined
  /** The site is reached by https alone: cookies say so in their attributes and names. */
  secureCookies: boolean
}

export type HttpContext = ParameterizedContext<RequestState>
export type HttpMiddleware = Middleware<RequestState>
