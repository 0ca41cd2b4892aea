import type { Curriculum, LessonSource } from '@e-events/shared/contract/learning/curriculum.ts'
import { documentOfText } from '@e-events/shared/domain/post-document.ts'
import type { SourceRow } from './repository.ts'
import type { FoundCurriculum } from './service.ts'

export function toCurriculum({ head, modules, lessons }: FoundCurriculum): Curriculum {
  return {
    version: head.version,
    watchedPercent: head.watched_percent,
    watchedByHand: head.watched_by_hand,
    lessonOrder: head.lesson_order,
    modules: modules.map(({ id, title }) => ({
      id,
      title,
      lessons: lessons
        .filter((lesson) => lesson.module_id === id)
        .map((lesson) => ({
          id: lesson.id,
          title: lesson.title,
          kind: lesson.kind,
          source: lesson.source && toSource(lesson.source),
          url: lesson.url,
          notes: lesson.notes_document ?? documentOfText(lesson.notes),
          isPreview: lesson.is_preview,
          opensAt: lesson.opens_at?.toISOString() ?? null,
          opensAfterDays: lesson.opens_after_days,
        })),
    })),
  }
}

export const toSource = ({ is_ready, ...source }: SourceRow): LessonSource => ({ ...source, isReady: is_ready })
