import { sections } from '@e-events/shared/contract/storefront/sections.ts'
import { auditContextOf } from '../../../http/audit-context.ts'
import type { SessionActor } from '../../../http/actor.ts'
import type { ApiRouter, Bind } from '../../../http/bind.ts'
import { cursorKey, decodeCursor, toPage } from '../../../db/cursor.ts'
import type { findSectionChoices } from '../read/section-choices.ts'
import { toEditor, toStoredVersion, toVersion } from './presenter.ts'
import { isStaleRevision, type Change, type PlaceKey, type Sections } from './service.ts'

type FindChoices = ReturnType<typeof findSectionChoices>

export function sectionRoutes(router: ApiRouter, bind: Bind, deps: { sections: Sections; findSectionChoices: FindChoices }): void {
  const { sections: service } = deps
  bind(router, sections, {
    get: async ({ params, user }) => toEditor(await service.editor(params, user)),
    saveDraft: async (call) => toEditor(await service.saveDraft(toChange(call), call.body.sections)),
    discardDraft: async (call) => toEditor(await service.discardDraft(toChange(call))),
    publish: async (call) => toEditor(await service.publish(toChange(call), call.body.sections)),
    schedule: async (call) => toEditor(await service.schedule(toChange(call), call.body.sections, new Date(call.body.publishAt))),
    unschedule: async (call) => toEditor(await service.unschedule(toChange(call))),
    async versions({ params, query, user }) {
      const place = await service.reach(params, user)
      const [before] = decodeCursor(query.cursor, [cursorKey.sequence]) ?? []
      const page = { before: before === undefined ? undefined : Number(before), limit: query.limit + 1 }
      return toPage(await service.versions(place, page), query.limit, { item: toVersion, cursor: (row) => [row.number] })
    },
    async version({ params, user }) {
      const place = await service.reach(params, user)
      return toStoredVersion(await service.version(place, params.number))
    },
    restore: async (call) => toEditor(await service.restore(toChange(call), call.params.number)),
    async preview({ params, body, user }) {
      const place = await service.reach(params, user)
      return { sections: await service.preview(place, body.sections, body.language) }
    },
    async choices({ params, query, language, user }) {
      const place = await service.reach(params, user)
      const ids = query.ids?.split(',')
      const entityId = place.kind === 'entity' ? place.id : null
      return { items: await deps.findSectionChoices({ of: params.of, search: query.search ?? '', ids, language, entityId }) }
    },
  })
}

function toChange(call: {
  params: PlaceKey
  user: SessionActor
  ifMatch: string | undefined
  requestId: string
  client: { address: string }
}): Change {
  const { params, user, ifMatch } = call
  return { at: params, editor: user, by: auditContextOf(call), isStale: isStaleRevision(ifMatch) }
}
