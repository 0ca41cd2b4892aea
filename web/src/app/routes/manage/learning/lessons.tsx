import { LessonRatingsTable } from '../../../../features/learning/lesson-ratings/components/lesson-ratings-table.tsx'

/** /manage/e-learning/lessons */
export function Component() {
  return <LessonRatingsTable />
}
