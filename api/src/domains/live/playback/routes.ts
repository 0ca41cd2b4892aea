import type { Viewer, Wanted } from './watch.ts'
import { playback, type Playback, type Trailer } from '@e-events/shared/contract/live/playback.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import type { ApiRouter, Bind } from '../../../http/bind.ts'

export interface PlaybackActions {
  getPlayback(slug: string, viewer: Viewer, language: Language, wanted: Wanted): Promise<Playback>
  getRehearsal(key: string, viewer: Viewer, language: Language): Promise<Playback>
  takeOver(slug: string, viewer: Viewer, lease: string): Promise<void>
  getTrailer(slug: string, viewer: Viewer | null): Promise<Trailer>
}

export function playbackRoutes(router: ApiRouter, bind: Bind, actions: PlaybackActions): void {
  bind(router, playback, {
    get: ({ params, query, user, language }) =>
      actions.getPlayback(params.slug, user, language, { lease: query.lease, recording: query.recording === 'true' }),
    rehearsal: ({ params, user, language }) => actions.getRehearsal(params.key, user, language),
    takeOver: ({ params, body, user }) => actions.takeOver(params.slug, user, body.lease),
    trailer: ({ params, user }) => actions.getTrailer(params.slug, user),
  })
}
