import { assertUsableImages } from '../../media/read/usable-images.ts'
import type { Section } from '@e-events/shared/contract/storefront/home-sections.ts'
import { assertMove } from '@e-events/shared/domain/machine.ts'
import { sectionVersionTransitions } from '@e-events/shared/domain/section-versions.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../adapters/clock.ts'
import { toJson } from '../../../db/row.ts'
import type { Actor } from '../../../http/actor.ts'
import type { EditorState } from './presenter.ts'
import type { Place, SectionRepository, VersionRow } from './repository.ts'

/** The published version and the draft. */
export type Current = Pick<EditorState, 'live' | 'draft'>

/** How versions come about and go, inside the transaction of whoever changes a place. */
export function createVersions({
  repository,
  clock,
  mediaOrigins,
}: {
  repository: SectionRepository
  clock: Clock
  mediaOrigins: readonly string[]
}) {
  /**
   * Makes the draft of these sections, or brings the one there is up to date; its schedule stays unless another one is
   * given.
   */
  async function keep(
    trx: Knex,
    place: Place,
    {
      draft,
      sections,
      authorId,
      publishAt,
    }: { draft: VersionRow | undefined; sections: readonly Section[]; authorId: string; publishAt?: Date },
  ): Promise<number> {
    const savedAt = clock.now()
    if (!draft) {
      const number = await repository.nextNumber(trx, place)
      const state = publishAt ? 'scheduled' : 'draft'
      await repository.insert(trx, place, { number, state, sections, authorId, savedAt, ...(publishAt ? { publishAt } : {}) })
      return number
    }
    await repository.update(trx, draft.id, {
      sections: toJson(sections),
      author_id: authorId,
      saved_at: savedAt,
      ...(publishAt ? { state: 'scheduled', publish_at: publishAt } : {}),
    })
    return draft.number
  }

  /** Publishes the draft, or a new version; the published one becomes past. */
  async function show(
    trx: Knex,
    place: Place,
    {
      current,
      sections,
      authorId,
      restoredFrom,
    }: { current: Current; sections: readonly Section[]; authorId: string | null; restoredFrom?: number },
  ): Promise<number> {
    const now = clock.now()
    const { live, draft } = current
    if (live) {
      assertMove(sectionVersionTransitions, live.state, 'past')
      await repository.update(trx, live.id, { state: 'past' })
    }
    if (draft) {
      assertMove(sectionVersionTransitions, draft.state, 'live')
      await repository.delete(trx, draft.id)
    }
    const number = await repository.nextNumber(trx, place)
    await repository.insert(trx, place, {
      number,
      state: 'live',
      sections,
      authorId,
      savedAt: now,
      publishedAt: now,
      ...(restoredFrom === undefined ? {} : { restoredFrom }),
    })
    await repository.forgetOld(trx, place)
    return number
  }

  /**
   * Pictures are one's own or were there before.
   * @throws DomainError VALIDATION_FAILED with the sections whose picture is not
   */
  async function assertPictures(
    trx: Knex,
    place: Place,
    { sections, editor }: { sections: readonly Section[]; editor: Actor },
  ): Promise<void> {
    const images = sections.flatMap((section, index) => {
      const id = pictureOf(section)
      return id === null ? [] : [[`sections.${index}.${section.type === 'hero' ? 'media.imageId' : 'imageId'}`, id] as const]
    })
    if (images.length === 0) return
    const used = await repository.usedPictures(
      trx,
      place,
      images.map(([, id]) => id),
    )
    await assertUsableImages(trx, editor, Object.fromEntries(images), [...used])
  }

  /**
   * Videos come from this site or from where the installation lets pages play them.
   * @throws DomainError VALIDATION_FAILED
   */
  function assertVideos(sections: readonly Section[]): void {
    const issues = sections.flatMap((section, index) => {
      const url = section.type === 'hero' && section.media.kind === 'video' ? section.media.videoUrl : undefined
      if (url === undefined || mediaOrigins.includes(new URL(url).origin)) return []
      return [{ path: `body.sections.${index}.media.videoUrl`, rule: 'origin', message: 'not an origin that pages may play videos of' }]
    })
    if (issues.length > 0) throw new DomainError('VALIDATION_FAILED', { issues })
  }

  return { keep, show, assertPictures, assertVideos }
}

function pictureOf(section: Section): string | null {
  if (section.type === 'static_image') return section.imageId
  return section.type === 'hero' && section.media.kind !== 'catalogue' ? section.media.imageId : null
}
