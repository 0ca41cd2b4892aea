import type { Section } from '@e-events/shared/contract/storefront/home-sections.ts'
import type { SectionEditor, SectionVersion, StoredVersion } from '@e-events/shared/contract/storefront/sections.ts'
import type { Place, VersionRow } from './repository.ts'

export interface EditorState {
  place: Place
  live: VersionRow | undefined
  draft: VersionRow | undefined
  fallback: Section[]
}

export function toVersion(row: VersionRow): SectionVersion {
  return {
    number: row.number,
    state: row.state,
    author: row.author,
    savedAt: row.saved_at.toISOString(),
    publishedAt: row.published_at?.toISOString() ?? null,
    publishAt: row.publish_at?.toISOString() ?? null,
    restoredFrom: row.restored_from,
  }
}

export function toStoredVersion(row: VersionRow): StoredVersion {
  return { ...toVersion(row), sections: sectionsOf(row) }
}

/** Checked when they were written. */
export function sectionsOf(row: VersionRow): Section[] {
  return row.sections as Section[]
}

/** Another one whenever what is shown or what waits changed. */
export function revisionOf({ live, draft }: Pick<EditorState, 'live' | 'draft'>): string {
  return `${live?.number ?? 0}/${draft ? `${draft.number}.${draft.saved_at.getTime()}.${draft.publish_at?.getTime() ?? 0}` : 0}`
}

export function toEditor(state: EditorState): SectionEditor {
  const { kind, id, name, slug, isPublished, audience } = state.place
  return {
    place: { kind, id, name, slug, isPublished, audience },
    revision: revisionOf(state),
    live: state.live ? toStoredVersion(state.live) : null,
    draft: state.draft ? toStoredVersion(state.draft) : null,
    fallback: state.fallback,
  }
}
