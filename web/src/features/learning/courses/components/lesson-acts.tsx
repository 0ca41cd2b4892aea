import { courses, type Course, type Lesson } from '@e-events/shared/contract/learning/courses.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Rating from '@mui/material/Rating'
import Typography from '@mui/material/Typography'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorSnack } from '../../../../components/feedback/use-error-snack.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices } from '../../../../lib/services.ts'
import { courseQuery } from '../queries.ts'

/** The mark of a lesson and its stars. */
export function LessonActs({ lesson, course }: { lesson: Lesson; course: Course }) {
  const { t } = useTranslation('courses')
  const { api, queries } = useServices()
  const language = useLanguage()
  const showError = useErrorSnack()
  const id = useId()
  const [stars, setStars] = useState(lesson.myStars)
  const params = { slug: course.slug, id: lesson.id }
  const learn = (latest: Course) => queries.setQueryData(courseQuery(api, { slug: course.slug, language }).queryKey, latest)
  const mark = useMutation({
    mutationFn: (watched: boolean) => api.call(courses.watched, { params, query: { language }, body: { watched } }),
    onSuccess: learn,
    onError: (error) => showError(error, { key: 'watched', failure: 'watchedUpdate' }),
  })
  const rate = useMutation({
    mutationFn: (given: number) => api.call(courses.rate, { params, query: { language }, body: { stars: given } }),
    onSuccess: learn,
    onError: (error) => {
      setStars(lesson.myStars)
      showError(error, { key: 'rating', failure: 'dataUpdate' })
    },
  })
  const row = course.modules.flatMap(({ lessons }) => lessons).find((one) => one.id === lesson.id)
  const isWatched = row?.isWatched ?? false
  // Beside a meeting, whose door is what one comes for.
  const isSecond = isWatched || lesson.kind === 'meeting'
  return (
    <Box sx={{ display: 'grid', gap: 1.5, justifyItems: 'start' }}>
      {lesson.isByHand ? (
        <Button
          variant={isSecond ? 'soft' : 'contained'}
          color={isSecond ? 'inherit' : 'primary'}
          loading={mark.isPending}
          onClick={() => mark.mutate(!isWatched)}
        >
          {t(isWatched ? 'room.unmark' : 'room.mark')}
        </Button>
      ) : (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {isWatched ? t('lesson.watched') : t('room.counts', { percent: course.watchedPercent / 100 })}
        </Typography>
      )}
      <Box>
        <Typography id={id} component="p" variant="body2" sx={{ m: 0, mb: 0.5, color: 'text.secondary' }}>
          {t(isWatched ? 'room.rate' : 'room.rateAfter')}
        </Typography>
        <Rating
          name={`stars-${lesson.id}`}
          aria-labelledby={id}
          value={stars}
          disabled={!isWatched || rate.isPending}
          getLabelText={(count) => t('room.stars', { stars: count })}
          onChange={(_, given) => {
            if (given === null) return
            setStars(given)
            rate.mutate(given)
          }}
        />
        {row && row.rating.average !== null && (
          <Typography variant="caption" component="p" sx={{ m: 0, color: 'text.secondary' }}>
            {t('lesson.rating', { average: row.rating.average, count: row.rating.count })}
          </Typography>
        )}
      </Box>
    </Box>
  )
}
