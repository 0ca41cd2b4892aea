import { sourceTypesOf, type LessonKind } from '@e-events/shared/domain/lessons.ts'
import { isOwnUrl, productOfUrl, takesUrl } from '@e-events/shared/domain/lesson-url.ts'
import { documentOfText, postImageIds, postText, type PostDocument } from '@e-events/shared/domain/post-document.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import { limits } from '@e-events/shared/limits.ts'
import type { Knex } from 'knex'
import { renderPostHtml } from '../../../adapters/post-html.ts'
import { toJson } from '../../../db/row.ts'
import type { Actor } from '../../../http/actor.ts'
import type { OwnedResource } from '../../../http/owners.ts'
import { findUsableImages } from '../../media/read/usable-images.ts'
import type {
  CourseSettings,
  CurriculumHead,
  CurriculumRepository,
  LessonFields,
  NotesFields,
  OwnLessonRow,
  SourceRow,
} from './repository.ts'

export type Curricula = ReturnType<typeof createCurricula>

export interface FoundCurriculum {
  head: CurriculumHead
  modules: { id: string; title: string }[]
  lessons: OwnLessonRow[]
}

export interface GivenLesson {
  title: string
  kind: LessonKind
  source: string | null
  /** http(s); in place of a source. */
  url: string | null
  notes: string | PostDocument
  isPreview: boolean
  opensAt?: string | null | undefined
  opensAfterDays?: number | null | undefined
}

/** Modules and lessons of a course. A change names the version that its author saw and is refused on any other. */
export function createCurricula({ knex, repository, origin }: { knex: Knex; repository: CurriculumRepository; origin: string }) {
  return {
    /** @throws DomainError NOT_FOUND, STATE_CONFLICT */
    get: (productId: string): Promise<FoundCurriculum> => find(knex, productId),

    listSources: (owned: OwnedResource): Promise<SourceRow[]> =>
      repository.listSources(knex, { ownerId: owned.ownerId, types: Object.values(sourceTypesOf).flat(), limit: limits.lessonSources }),

    saveSettings: (productId: string, { version, ...settings }: CourseSettings & { version: number }) =>
      change(productId, version, (trx) => repository.saveSettings(trx, productId, settings)),

    addModule: (productId: string, { version, title }: { version: number; title: string }) =>
      change(productId, version, async (trx) => {
        const { modules } = await repository.countParts(trx, productId)
        if (modules >= limits.courseModules) throw new DomainError('CURRICULUM_FULL')
        await repository.addModule(trx, productId, title)
      }),

    updateModule: (productId: string, id: string, { version, title }: { version: number; title: string }) =>
      change(productId, version, async (trx) => assertFound(await repository.updateModule(trx, { id, product_id: productId }, title))),

    removeModule: (productId: string, id: string, version: number) =>
      change(productId, version, async (trx) => assertFound(await repository.removeModule(trx, { id, product_id: productId }))),

    addLesson: (owned: OwnedResource, moduleId: string, { version, ...lesson }: GivenLesson & { version: number }, author: Actor) =>
      change(owned.id, version, async (trx) => {
        if (!(await repository.findModule(trx, { id: moduleId, product_id: owned.id }))) throw new DomainError('NOT_FOUND')
        const { lessons } = await repository.countParts(trx, owned.id)
        if (lessons >= limits.courseLessons) throw new DomainError('CURRICULUM_FULL')
        const notes = await notesOf(trx, { given: lesson.notes, author, before: null })
        await repository.addLesson(trx, moduleId, { ...(await fieldsOf(trx, lesson, owned.ownerId)), ...notes })
      }),

    updateLesson: (owned: OwnedResource, id: string, { version, ...lesson }: GivenLesson & { version: number }, author: Actor) =>
      change(owned.id, version, async (trx) => {
        const by = { id, productId: owned.id }
        const before = await repository.findNotes(trx, by)
        if (before === undefined) throw new DomainError('NOT_FOUND')
        const notes = await notesOf(trx, { given: lesson.notes, author, before })
        await repository.updateLesson(trx, by, { ...(await fieldsOf(trx, lesson, owned.ownerId)), ...notes })
      }),

    removeLesson: (productId: string, id: string, version: number) =>
      change(productId, version, async (trx) => assertFound(await repository.removeLesson(trx, { id, productId }))),

    /** @throws DomainError STATE_CONFLICT where it names other modules or lessons than there are */
    arrange: (productId: string, { version, modules }: { version: number; modules: { id: string; lessons: string[] }[] }) =>
      change(productId, version, async (trx) => {
        const found = await find(trx, productId)
        const isWhole =
          isSameSet(
            found.modules.map(({ id }) => id),
            modules.map(({ id }) => id),
          ) &&
          isSameSet(
            found.lessons.map(({ id }) => id),
            modules.flatMap(({ lessons }) => lessons),
          )
        if (!isWhole) throw new DomainError('STATE_CONFLICT', { detail: 'an order names every module and lesson once' })
        await repository.arrange(trx, modules)
      }),
  }

  async function find(db: Knex, productId: string): Promise<FoundCurriculum> {
    const head = await repository.find(db, productId)
    if (!head) throw new DomainError('NOT_FOUND')
    if (head.type !== 'course') throw new DomainError('STATE_CONFLICT', { detail: 'only a course has lessons' })
    return { head, modules: await repository.listModules(db, productId), lessons: await repository.listLessons(db, productId) }
  }

  async function change(productId: string, version: number, write: (trx: Knex) => Promise<void>): Promise<FoundCurriculum> {
    return knex.transaction(async (trx) => {
      const head = await repository.find(trx, productId)
      if (!head) throw new DomainError('NOT_FOUND')
      if (head.type !== 'course') throw new DomainError('STATE_CONFLICT', { detail: 'only a course has lessons' })
      if (!(await repository.bump(trx, productId, version))) throw new DomainError('CURRICULUM_CHANGED')
      await write(trx)
      return find(trx, productId)
    })
  }

  /**
   * @throws DomainError LESSON_SOURCE for a product of somebody else, or of a type that the lesson does not show,
   * VALIDATION_FAILED for an address that it does not
   */
  async function fieldsOf(trx: Knex, lesson: GivenLesson, ownerId: string): Promise<Omit<LessonFields, keyof NotesFields>> {
    const { title, kind, isPreview, url } = lesson
    if (lesson.source !== null && url !== null) throw invalid('body.url', 'one_content', 'a lesson shows a product or an address')
    const isOurs = url !== null && isOwnUrl(url, origin)
    const slug = isOurs ? productOfUrl(url, origin) : lesson.source
    if (isOurs && slug === undefined) throw new DomainError('LESSON_SOURCE')
    const fields = { title, kind, is_preview: isPreview, source_product_id: null, url: null, ...openingOf(lesson) }
    if (typeof slug === 'string') {
      const source = await repository.findSource(trx, slug, ownerId)
      if (!source || !sourceTypesOf[kind].includes(source.type)) throw new DomainError('LESSON_SOURCE')
      return { ...fields, source_product_id: source.id }
    }
    if (url !== null && !takesUrl(kind, url)) throw invalid('body.url', 'embed', 'no player that a lesson shows')
    return { ...fields, url }
  }
}

/**
 * Notes with their form, and what is shown of them. Pictures that were in them before (`before`) need no owner.
 * @throws DomainError VALIDATION_FAILED for a picture that is not the author's, or a text that is too long
 */
async function notesOf(
  trx: Knex,
  { given, author, before }: { given: string | PostDocument; author: Actor; before: PostDocument | null },
): Promise<NotesFields> {
  const document = typeof given === 'string' ? documentOfText(given) : given
  const words = postText(document)
  if (words.length > limits.lessonNotesChars) throw invalid('body.notes', 'too_big', `at most ${limits.lessonNotesChars} characters`)
  const ids = postImageIds(document)
  const pictures = await findUsableImages(trx, { ids, actor: author, kept: before === null ? [] : postImageIds(before) })
  const missing = ids.find((id) => !pictures.has(id))
  if (missing !== undefined) throw invalid('body.notes', 'unknown_image', `no picture of yours: ${missing}`)
  // An editor leaves an empty line where everything was deleted.
  const isEmpty = words.trim() === '' && ids.length === 0
  const kept: PostDocument = isEmpty ? { type: 'doc', content: [] } : document
  return { notes: words.trim(), notes_document: toJson(kept), notes_html: renderPostHtml(kept, (id) => pictures.get(id)) }
}

/**
 * A lesson opens on a date or some days after enrolment; a free preview has neither.
 * @throws DomainError VALIDATION_FAILED
 */
function openingOf({ isPreview, opensAt, opensAfterDays }: GivenLesson): Pick<LessonFields, 'opens_at' | 'opens_after_days'> {
  const isDated = (opensAt ?? null) !== null
  const isCounted = (opensAfterDays ?? null) !== null
  if ((isDated && isCounted) || (isPreview && (isDated || isCounted))) {
    const message = isPreview ? 'a free preview is always open' : 'a lesson has one opening at most'
    throw invalid(isDated ? 'body.opensAt' : 'body.opensAfterDays', 'custom', message)
  }
  // The one that is given takes the place of the other.
  if (isPreview || isDated || isCounted) return { opens_at: opensAt ? new Date(opensAt) : null, opens_after_days: opensAfterDays ?? null }
  return {
    ...(opensAt === null ? { opens_at: null } : {}),
    ...(opensAfterDays === null ? { opens_after_days: null } : {}),
  }
}

function invalid(path: string, rule: string, message: string): DomainError {
  return new DomainError('VALIDATION_FAILED', { issues: [{ path, rule, message }] })
}

function assertFound(rows: number): void {
  if (rows === 0) throw new DomainError('NOT_FOUND')
}

const isSameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && new Set(other).size === one.length && new Set([...one, ...other]).size === one.length
