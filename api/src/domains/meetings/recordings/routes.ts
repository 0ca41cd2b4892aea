import type { Meet } from '@e-events/shared/contract/meetings/meets.ts'
import { meetRecordings } from '@e-events/shared/contract/meetings/recordings.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import type { SessionActor } from '../../../http/actor.ts'
import { auditContextOf } from '../../../http/audit-context.ts'
import type { ApiRouter, Bind } from '../../../http/bind.ts'
import type { MeetRecordings, RecordActions } from './service.ts'

export interface MeetRecordingRouteDeps extends RecordActions {
  service: MeetRecordings
  getOwned(owned: { productId: string; viewer: SessionActor; language: Language }): Promise<Meet>
}

export function meetRecordingRoutes(router: ApiRouter, bind: Bind, { service, ...actions }: MeetRecordingRouteDeps): void {
  bind(router, meetRecordings, {
    async start(call) {
      await actions.start(call.owned.id, auditContextOf(call))
      return actions.getOwned({ productId: call.owned.id, viewer: call.user, language: call.language })
    },
    async stop(call) {
      await actions.stop(call.owned.id, auditContextOf(call))
      return actions.getOwned({ productId: call.owned.id, viewer: call.user, language: call.language })
    },
    list: ({ params, user, language }) => service.list({ slug: params.slug, viewer: user, language }),
    update: (call) =>
      service.setPublished({ productId: call.owned.id, id: call.params.id, isPublished: call.body.isPublished }, auditContextOf(call)),
    playback: ({ params, user, language }) => service.getPlayback({ slug: params.slug, viewer: user, language }, params.id),
  })
}
