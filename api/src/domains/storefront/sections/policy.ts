import type { Actor } from '../../../http/actor.ts'
import type { SectionPlaceKind } from '@e-events/shared/domain/section-versions.ts'

/** Members edit the home of their entity; everything else is an administrator's (PROD-018). */
export function canEdit(place: { kind: SectionPlaceKind; memberIds: readonly string[] }, editor: Actor): boolean {
  return editor.isAdmin || (place.kind === 'entity' && place.memberIds.includes(editor.id))
}
