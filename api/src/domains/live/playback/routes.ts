import type { Viewer } from './watch.ts'
import { playback, type Playback, type Trailer } from '@e-events/shared/contract/live/playback.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import type { ApiRouter, Bind } from '../../../http/bind.ts'

export interface PlaybackActions {
  getPlayback(slug: string, viewer: Viewer, language: Language): Promise<Playback>
  getRehearsal(key: string, viewer: Viewer, language: Language): Promise<Playback>
  getTrailer(slug: string, viewer: Viewer | null): Promise<Trailer>
}

export function playbackRoutes(router: ApiRouter, bind: Bind, actions: PlaybackActions): void {
  bind(router, playback, {
    get: ({ params, user, language }) => actions.getPlayback(params.slug, user, language),
    rehearsal: ({ params, user, language }) => actions.getRehearsal(params.key, user, language),
    trailer: ({ params, user }) => actions.getTrailer(params.slug, user),
  })
}
