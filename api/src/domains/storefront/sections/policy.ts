import type { SectionPlaceKind } from '@e-events/shared/domain/section-versions.ts'

export interface Editor {
  id: string
  isAdmin: boolean
}

/** Members edit the home of their entity; everything else is an administrator's (PROD-018). */
export function canEdit(place: { kind: SectionPlaceKind; memberIds: readonly string[] }, editor: Editor): boolean {
  return editor.isAdmin || (place.kind === 'entity' && place.memberIds.includes(editor.id))
}
