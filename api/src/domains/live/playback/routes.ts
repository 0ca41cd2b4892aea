import { playback, type Playback, type Trailer } from '@e-events/shared/contract/live/playback.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import type { ApiRouter, Bind } from '../../../http/bind.ts'

export interface PlaybackActions {
  getPlayback(slug: string, viewer: { id: string; sessionId: string; isAdmin: boolean }, language: Language): Promise<Playback>
  getTrailer(slug: string, viewer: { id: string; sessionId: string; isAdmin: boolean } | null): Promise<Trailer>
}

export function playbackRoutes(router: ApiRouter, bind: Bind, actions: PlaybackActions): void {
  bind(router, playback, {
    get: ({ params, user, language }) =>
      actions.getPlayback(params.slug, { id: user.id, sessionId: user.sessionId, isAdmin: user.roles.includes('ADMIN') }, language),
    trailer: ({ params, user }) =>
      actions.getTrailer(params.slug, user && { id: user.id, sessionId: user.sessionId, isAdmin: user.roles.includes('ADMIN') }),
  })
}
