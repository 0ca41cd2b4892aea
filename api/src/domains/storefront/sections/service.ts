import type { ThemeHome } from '@e-events/shared/contract/settings/config.ts'
import type { Section } from '@e-events/shared/contract/storefront/home-sections.ts'
import type { ShownSection } from '@e-events/shared/contract/storefront/shown-sections.ts'
import type { AuditVerb } from '@e-events/shared/domain/audit-log.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { assertMove } from '@e-events/shared/domain/machine.ts'
import { sectionVersionTransitions, type SectionPlaceKind } from '@e-events/shared/domain/section-versions.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../adapters/clock.ts'
import { writeAudit, type AuditContext } from '../../../db/audit-log.ts'
import type { ShowSections } from '../read/shown-sections.ts'
import { defaultHome } from './default-home.ts'
import { canEdit } from './policy.ts'
import type { Actor } from '../../../http/actor.ts'
import { revisionOf, sectionsOf, type EditorState } from './presenter.ts'
import type { Place, SectionRepository, VersionRow } from './repository.ts'
import { createVersions, type Current } from './versions.ts'

export interface PlaceKey {
  kind: SectionPlaceKind
  key: string
}
/** A change: by whom, and whether it was made upon something that is not there any more. */
export interface Change {
  at: PlaceKey
  editor: Actor
  by: AuditContext
  isStale(present: { live: VersionRow | undefined; draft: VersionRow | undefined }): boolean
}
export type Sections = ReturnType<typeof createSections>

const homePlace = { kind: 'home', key: 'site' } as const
const platform: AuditContext = { actorId: null, requestId: null, address: null }
const scheduleAtMostMs = 366 * 24 * 60 * 60_000

/** The sections of home, entities and pages: one draft, one that is shown, and those before it. */
export function createSections(deps: {
  knex: Knex
  repository: SectionRepository
  showSections: ShowSections
  /**
   * Tells every open browser that something is shown otherwise from now on. Runs after the commit and never fails it.
   */
  announce(): Promise<void>
  clock: Clock
  /** Where the video of a hero may come from. */
  mediaOrigins: readonly string[]
}) {
  const { knex, repository, showSections, clock, mediaOrigins } = deps
  const { keep, show, assertPictures, assertVideos } = createVersions({ repository, clock, mediaOrigins })

  /** @throws DomainError NOT_FOUND, also for what somebody may not edit */
  async function reach({ kind, key }: PlaceKey, editor: Actor): Promise<Place> {
    const place = await repository.findPlace(kind, key)
    if (!place || !canEdit(place, editor)) throw new DomainError('NOT_FOUND')
    return place
  }

  async function editorOf(place: Place): Promise<EditorState> {
    const [current, fallback] = await Promise.all([
      repository.current(place),
      place.kind === 'home' ? repository.liveHome().then(({ categories }) => defaultHome(categories)) : [],
    ])
    return { place, ...current, fallback }
  }

  /** Locks, compares, changes and writes down, all in one transaction. */
  async function change(
    wanted: Change,
    act: (
      trx: Knex,
      place: Place,
      current: Current,
    ) => Promise<{ action: AuditVerb<'sections'>; version: number | null; announces?: boolean }>,
  ): Promise<EditorState> {
    const place = await reach(wanted.at, wanted.editor)
    const done = await knex.transaction(async (trx) => {
      await repository.lock(trx, place)
      const current = await repository.current(place, trx)
      if (wanted.isStale(current)) throw new DomainError('EDIT_CONFLICT')
      const result = await act(trx, place, current)
      await log(trx, { by: wanted.by, place, before: current, ...result })
      return result
    })
    if (done.announces) await deps.announce()
    return editorOf(place)
  }

  async function log(
    trx: Knex,
    {
      by,
      place,
      before,
      action,
      version,
    }: { by: AuditContext; place: Place; before: Current; action: AuditVerb<'sections'>; version: number | null },
  ): Promise<void> {
    await writeAudit(trx, {
      ...by,
      action: `sections.${action}`,
      subject: { type: place.kind, id: place.id },
      before: { live: before.live?.number ?? null, draft: before.draft?.number ?? null },
      after: { version },
    })
  }

  async function publish(wanted: Change, sections: readonly Section[]): Promise<EditorState> {
    return change(wanted, async (trx, place, current) => {
      assertVideos(sections)
      await assertPictures(trx, place, { sections, editor: wanted.editor })
      const version = await show(trx, place, { current, sections, authorId: wanted.editor.id })
      return { action: 'publish', version, announces: true }
    })
  }

  return {
    async editor(at: PlaceKey, editor: Actor): Promise<EditorState> {
      return editorOf(await reach(at, editor))
    },

    reach,

    /** @throws DomainError NOT_FOUND, EDIT_CONFLICT, VALIDATION_FAILED */
    saveDraft(wanted: Change, sections: readonly Section[]): Promise<EditorState> {
      return change(wanted, async (trx, place, { draft }) => {
        assertVideos(sections)
        await assertPictures(trx, place, { sections, editor: wanted.editor })
        return { action: 'save_draft', version: await keep(trx, place, { draft, sections, authorId: wanted.editor.id }) }
      })
    },

    /** @throws DomainError NOT_FOUND, EDIT_CONFLICT */
    discardDraft(wanted: Change): Promise<EditorState> {
      return change(wanted, async (trx, _, { draft }) => {
        if (draft) await repository.delete(trx, draft.id)
        return { action: 'discard_draft', version: null }
      })
    },

    /** @throws DomainError NOT_FOUND, EDIT_CONFLICT, VALIDATION_FAILED */
    publish,

    /**
     * @throws DomainError NOT_FOUND, EDIT_CONFLICT, VALIDATION_FAILED for a moment that has passed or is more than a
     * year away
     */
    schedule(wanted: Change, sections: readonly Section[], publishAt: Date): Promise<EditorState> {
      const inMs = publishAt.getTime() - clock.nowMs()
      if (inMs <= 0 || inMs > scheduleAtMostMs) {
        const issue = { path: 'body.publishAt', rule: inMs <= 0 ? 'too_small' : 'too_big', message: 'must be in the coming year' }
        throw new DomainError('VALIDATION_FAILED', { issues: [issue] })
      }
      return change(wanted, async (trx, place, { draft }) => {
        assertVideos(sections)
        await assertPictures(trx, place, { sections, editor: wanted.editor })
        return { action: 'schedule', version: await keep(trx, place, { draft, sections, authorId: wanted.editor.id, publishAt }) }
      })
    },

    /** @throws DomainError NOT_FOUND, EDIT_CONFLICT, STATE_CONFLICT when nothing is scheduled */
    unschedule(wanted: Change): Promise<EditorState> {
      return change(wanted, async (trx, _, { draft }) => {
        if (!draft) throw new DomainError('STATE_CONFLICT')
        assertMove(sectionVersionTransitions, draft.state, 'draft')
        await repository.update(trx, draft.id, { state: 'draft', publish_at: null })
        return { action: 'unschedule', version: draft.number }
      })
    },

    /**
     * A draft that waits goes on waiting.
     * @throws DomainError NOT_FOUND, EDIT_CONFLICT, STATE_CONFLICT for a version that was never published or is shown
     * now
     */
    restore(wanted: Change, number: number): Promise<EditorState> {
      return change(wanted, async (trx, place, { live }) => {
        const version = await repository.findVersion(place, number, trx)
        if (!version) throw new DomainError('NOT_FOUND')
        if (version.state !== 'past') throw new DomainError('STATE_CONFLICT')
        const shown = await show(trx, place, {
          current: { live, draft: undefined },
          sections: sectionsOf(version),
          authorId: wanted.editor.id,
          restoredFrom: number,
        })
        return { action: 'restore', version: shown, announces: true }
      })
    },

    versions: repository.published,

    /** @throws DomainError NOT_FOUND */
    async version(place: Place, number: number): Promise<VersionRow> {
      const row = await repository.findVersion(place, number)
      if (!row) throw new DomainError('NOT_FOUND')
      return row
    },

    preview(place: Place, sections: readonly Section[], language: Language): Promise<ShownSection[]> {
      return showSections({ sections, language, now: clock.now(), entityId: place.kind === 'entity' ? place.id : null })
    },

    /** The home page in front of its visitors. */
    async home(language: Language): Promise<ShownSection[]> {
      const { sections, categories } = await repository.liveHome()
      return showSections({ sections: sections ?? defaultHome(categories), language, now: clock.now(), entityId: null })
    },

    /** `config/theme/home`: what is hidden is for administrators alone. */
    async themeHome(isAdmin: boolean): Promise<ThemeHome> {
      const sections = (await repository.liveHome()).sections ?? []
      return { sections: isAdmin ? sections : sections.filter(({ hidden }) => !hidden) }
    },

    /** @throws DomainError EDIT_CONFLICT, VALIDATION_FAILED */
    async updateThemeHome(
      { sections }: ThemeHome,
      wanted: { by: AuditContext & { actorId: string }; isStale(present: ThemeHome): boolean },
    ): Promise<ThemeHome> {
      const { live } = await publish(
        {
          at: homePlace,
          editor: { id: wanted.by.actorId, isAdmin: true },
          by: wanted.by,
          isStale: (present) => wanted.isStale({ sections: present.live ? sectionsOf(present.live) : [] }),
        },
        sections,
      )
      return { sections: live ? sectionsOf(live) : [] }
    },

    /** Shows what was scheduled for now or earlier; several processes do it once. @returns how many */
    async publishDue(): Promise<number> {
      let shown = 0
      for (const { kind, key } of await repository.due(clock.now())) {
        const place = await repository.findPlace(kind, key)
        if (place && (await showDue(place))) shown++
      }
      if (shown > 0) await deps.announce()
      return shown
    },
  }

  async function showDue(place: Place): Promise<boolean> {
    return knex.transaction(async (trx) => {
      await repository.lock(trx, place)
      const current = await repository.current(place, trx)
      const { draft } = current
      if (draft?.state !== 'scheduled' || draft.publish_at === null || draft.publish_at > clock.now()) return false
      const version = await show(trx, place, { current, sections: sectionsOf(draft), authorId: draft.author_id })
      await log(trx, { by: platform, place, before: current, action: 'publish_scheduled', version })
      return true
    })
  }
}

/** For whoever edits through If-Match: the revision that was seen. */
export function isStaleRevision(seen: string | undefined): Change['isStale'] {
  return (present) => seen !== undefined && seen !== revisionOf(present)
}
