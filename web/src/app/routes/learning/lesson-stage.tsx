import { ApiError } from '@e-events/shared/contract/client.ts'
import { courses, type Lesson } from '@e-events/shared/contract/learning/courses.ts'
import type { Playback } from '@e-events/shared/contract/live/playback.ts'
import { date, platformZone, zoneCity } from '@e-events/shared/ui/format.ts'
import { useCountdown } from '@e-events/shared/ui/use-countdown.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import Typography from '@mui/material/Typography'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../../components/feedback/error-notice.tsx'
import { paths } from '../../../config/paths.ts'
import { lessonPlaybackQuery, takeOver } from '../../../features/learning/courses/queries.ts'
import { sampleOf } from '../../../features/learning/courses/coverage.ts'
import { useProgress } from '../../../features/learning/courses/use-progress.ts'
import { Countdown } from '../../../features/live/player/components/countdown.tsx'
import { PlayerView } from '../../../features/live/player/components/player-view.tsx'
import { useDue } from '../../../features/live/player/hooks/use-due.ts'
import type { SendViewing } from '../../../features/live/quality/measure.ts'
import type { PlayerSnapshot } from '../../../features/live/player/engine/types.ts'
import { useLanguage } from '../../../lib/language.ts'
import { useServices, useViewerZone } from '../../../lib/services.ts'

interface LessonStageProps {
  slug: string
  lesson: Lesson
  userId: string
  /** Stands below the picture. */
  notes: ReactNode
  /** Stands beside the picture. */
  side: ReactNode
}

/** The picture of a lesson, by the access to its course, with what stands below and beside it. */
export function LessonStage({ slug, lesson, userId, notes, side }: LessonStageProps) {
  const { t } = useTranslation('courses')
  const { api, realtime } = useServices()
  const language = useLanguage()
  const [lease, setLease] = useState<string>(() => crypto.randomUUID())
  const [isTaken, setTaken] = useState(false)
  const found = useQuery({ ...lessonPlaybackQuery(api, { slug, id: lesson.id, language, lease }), enabled: !isTaken })
  const { data, error, refetch } = found
  const held = data?.lease ?? undefined
  const isLive = data?.state === 'on_air'
  const deferred = (data?.state === 'on_air' && data.deferred) || null
  useDue(
    data?.state === 'available_on' ? data.availableAt : data?.event?.changesAt,
    useCallback(() => void refetch(), [refetch]),
  )
  // The open socket keeps the lease, and tells when it went elsewhere.
  useEffect(() => {
    const stopWatching = realtime.watch(lesson.room, { playing: isLive, lease: held, onViewers: () => undefined })
    const stopListening = realtime.on((event) => {
      if (event.type === 'playback.taken' && event.lease === held) setTaken(true)
    })
    return () => {
      stopListening()
      stopWatching()
    }
  }, [realtime, lesson.room, isLive, held])
  const here = useMutation({
    mutationFn: async () => {
      const next = crypto.randomUUID()
      await takeOver(api, lesson.room, next)
      setLease(next)
      setTaken(false)
    },
  })
  const { id: broadcastId, startedAt } = (data && mediaOf(data)?.broadcast) ?? {}
  const track = useProgress({ slug, lesson: lesson.id, userId, broadcastId })
  const onPlayed = useCallback(
    (snapshot: PlayerSnapshot) => track(sampleOf(snapshot, startedAt), snapshot.phase === 'ended'),
    [track, startedAt],
  )
  const lessonId = lesson.id
  const sendViewing = useCallback<SendViewing>(
    (viewing, body, options) => api.call(courses.viewing, { params: { slug, id: lessonId, viewing }, body }, options),
    [api, slug, lessonId],
  )
  const onRefresh = useCallback(async () => {
    const { data: fresh } = await refetch()
    return fresh && mediaOf(fresh)?.feeds
  }, [refetch])
  const isElsewhere = isTaken || (error instanceof ApiError && error.code === 'PLAYING_ELSEWHERE')
  const media = data && !isElsewhere ? mediaOf(data) : null
  const after = lesson.course.modules.flatMap(({ lessons }) => lessons).find(({ id }) => id === lesson.next)
  if (data && media && media.feeds.length > 0) {
    return (
      <PlayerView
        key={`${data.state} ${lease}`}
        product={data.product}
        hasBar={false}
        feeds={media.feeds}
        captions={media.captions}
        media={media}
        viewers={isLive ? data.viewers : 0}
        isOnDemand={!isLive}
        deferred={deferred}
        onRefresh={onRefresh}
        onPlayed={onPlayed}
        measuredAs={isLive ? 'show' : 'video'}
        sendViewing={sendViewing}
        notes={notes}
        side={side}
        next={after ? { title: after.title, href: paths.lesson(slug, after.id) } : null}
      />
    )
  }
  return (
    <LessonColumns side={side}>
      <Box
        sx={{
          minHeight: { xs: 280, md: 420 },
          mb: 3,
          display: 'grid',
          placeContent: 'center',
          justifyItems: 'center',
          gap: 1.5,
          textAlign: 'center',
          bgcolor: 'surface.sunken',
          borderRadius: '14px',
          p: 3,
        }}
      >
        {isElsewhere ? (
          <>
            <Typography variant="h4" component="h2">
              {t('room.elsewhere')}
            </Typography>
            <Typography sx={{ color: 'text.secondary' }}>{t('room.elsewhereText')}</Typography>
            <Button variant="contained" color="primary" loading={here.isPending} onClick={() => here.mutate()}>
              {t('room.here')}
            </Button>
          </>
        ) : data ? (
          <Waiting playback={data} />
        ) : error && !(error instanceof ApiError && error.code === 'NOT_FOUND') ? (
          <ErrorNotice error={error} heading="h2" onRetry={() => void refetch()} retrying={found.isFetching} />
        ) : error ? (
          <Typography variant="h4" component="h2">
            {t('room.soon')}
          </Typography>
        ) : (
          <CircularProgress color="inherit" size={40} aria-label={t('loading')} />
        )}
      </Box>
      {notes}
    </LessonColumns>
  )
}

interface LessonColumnsProps {
  /** The thing that the lesson is about; above the lessons on a narrow screen. */
  lead?: ReactNode
  side: ReactNode
  children: ReactNode
}

/** A lesson without a picture, and the lessons beside it. */
export function LessonColumns({ lead, side, children }: LessonColumnsProps) {
  return (
    <Box
      component="main"
      id="content"
      tabIndex={-1}
      sx={{
        '&:focus': { outline: 'none' },
        px: 2,
        pt: 1,
        pb: 6,
        maxWidth: 1280,
        mx: 'auto',
        display: 'grid',
        alignItems: 'start',
        gap: 3,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 380px' },
      }}
    >
      {lead && <Box sx={{ minWidth: 0 }}>{lead}</Box>}
      <Box
        sx={{
          gridColumn: { lg: 2 },
          gridRow: { lg: lead ? '1 / span 2' : 1 },
          position: { lg: 'sticky' },
          top: { lg: 12 },
          maxHeight: { lg: 'calc(100dvh - 24px)' },
          overflowY: { lg: 'auto' },
        }}
      >
        {side}
      </Box>
      <Box sx={{ minWidth: 0, gridColumn: 1, gridRow: { lg: lead ? 2 : 1 } }}>{children}</Box>
    </Box>
  )
}

function Waiting({ playback }: { playback: Playback }) {
  const { t } = useTranslation('courses')
  if (playback.state === 'available_on') return <Coming playback={playback} />
  const isOver = playback.state === 'finished' || playback.state === 'event_date_passed' || playback.state === 'cancelled'
  return (
    <>
      <Typography variant="h4" component="h2">
        {t(isOver ? 'room.over' : 'room.soon')}
      </Typography>
      <Typography sx={{ color: 'text.secondary' }}>{t(isOver ? 'room.overText' : 'room.soonText')}</Typography>
    </>
  )
}

/** A show that has still to come: it begins here by itself. */
function Coming({ playback }: { playback: Extract<Playback, { state: 'available_on' }> }) {
  const { t } = useTranslation('courses')
  const { clock } = useServices()
  const language = useLanguage()
  const left = useCountdown(Date.parse(playback.availableAt), clock.nowMs)
  const zone = playback.session?.timezone ?? platformZone
  const here = useViewerZone()
  const when = (timeZone: string) => date(playback.availableAt, 'full', language, timeZone)
  return (
    <>
      <Typography variant="h4" component="h2">
        {t('room.waiting', { date: when(zone) })}
      </Typography>
      {here !== zone && when(here) !== when(zone) && (
        <Typography sx={{ color: 'text.secondary' }}>{t('room.waitingHere', { date: when(here), city: zoneCity(here) })}</Typography>
      )}
      {left.totalSeconds > 0 && <Countdown left={left} isSmall />}
      <Typography sx={{ color: 'text.secondary' }}>{t('room.waitingText')}</Typography>
    </>
  )
}

function mediaOf(playback: Playback) {
  if (playback.state === 'on_air' || playback.state === 'ready') return playback.media
  return playback.state === 'finished' || playback.state === 'cancelled' ? playback.recording : null
}
