import type { LessonLock } from '@e-events/shared/contract/learning/courses.ts'
import { date } from '@e-events/shared/ui/format.ts'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../lib/language.ts'
import { useViewerZone } from '../../../lib/services.ts'

/** Says in words what opens a locked lesson: the lesson to finish first, the moment, or both. */
export function useLockWords(): (lock: LessonLock) => string[] {
  const { t } = useTranslation('courses')
  const language = useLanguage()
  const zone = useViewerZone()
  return ({ after, opensAt }) => [
    ...(after === null ? [] : [t('lock.after', { title: after.title })]),
    ...(opensAt === null ? [] : [t('lock.opensAt', { date: date(opensAt, 'dayTime', language, zone) })]),
  ]
}
