import type { MeetRecording } from '@e-events/shared/contract/meetings/recordings.ts'
import { clock, date } from '@e-events/shared/ui/format.ts'
import PlayArrowRounded from '@mui/icons-material/PlayArrowRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import IconButton from '@mui/material/IconButton'
import Switch from '@mui/material/Switch'
import Typography from '@mui/material/Typography'
import { useId, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorSnack } from '../../../../../components/feedback/use-error-snack.ts'
import { paths } from '../../../../../config/paths.ts'
import { useLanguage } from '../../../../../lib/language.ts'
import { useViewerZone } from '../../../../../lib/services.ts'
import { useMeetRecordings, usePublishing } from '../queries.ts'

interface RecordingsProps {
  slug: string
  /** For its host, who says who else may watch: the files of the recordings. */
  files?: ReactNode
}

/** Recordings of a meeting, to watch; its host says who else may. Nothing where there is none. */
export function Recordings({ slug, files }: RecordingsProps) {
  const { t } = useTranslation('room')
  const id = useId()
  const [showsFiles, setShowsFiles] = useState(false)
  const { data } = useMeetRecordings(slug)
  if (!data || data.items.length === 0) return null
  return (
    <Box component="section" aria-labelledby={id} sx={{ width: '100%', mt: 4, textAlign: 'left' }}>
      <Typography variant="h5" component="h2" id={id}>
        {t('recordings.title')}
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, mt: 1.5, p: 0, borderRadius: '14px', bgcolor: 'surface.raised' }}>
        {data.items.map((one) => (
          <Row key={one.id} slug={slug} isHost={files !== undefined} recording={one} />
        ))}
      </Box>
      {files !== undefined && (
        <Button size="small" aria-expanded={showsFiles} onClick={() => setShowsFiles(!showsFiles)} sx={{ mt: 1 }}>
          {t('recordings.mine')}
        </Button>
      )}
      {showsFiles && <Box sx={{ mt: 1, borderRadius: '14px', bgcolor: 'surface.raised' }}>{files}</Box>}
    </Box>
  )
}

function Row({ slug, isHost, recording }: { slug: string; isHost: boolean; recording: MeetRecording }) {
  const { t } = useTranslation('room')
  const language = useLanguage()
  const zone = useViewerZone()
  const explain = useErrorSnack()
  const publishing = usePublishing(slug)
  const when = date(recording.startedAt, 'full', language, zone)
  const isReady = recording.state === 'ready'
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1.5,
        p: 2,
        '& + &': { borderTop: 1, borderColor: 'border.subtle' },
      }}
    >
      {isReady && (
        <IconButton
          href={paths.meetRecording(slug, recording.id)}
          aria-label={t('recordings.watch', { when })}
          sx={{ bgcolor: 'action.hover' }}
        >
          <PlayArrowRounded />
        </IconButton>
      )}
      <Box sx={{ flex: '1 1 200px', minWidth: 0 }}>
        <Typography className="tabular" sx={{ fontWeight: 600, '&::first-letter': { textTransform: 'uppercase' } }}>
          {isReady ? t('recordings.row', { when, duration: clock(recording.durationMs / 1000) }) : when}
        </Typography>
        {recording.state !== 'ready' && (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t(recording.state === 'failed' ? 'recordings.failed' : 'recordings.running')}
          </Typography>
        )}
        {isHost && isReady && (
          <FormControlLabel
            sx={{ m: 0, mt: 0.75, gap: 1 }}
            label={t('recordings.visible')}
            control={
              <Switch
                size="small"
                checked={publishing.isPending ? publishing.variables.isPublished : recording.isPublished}
                onChange={(_, isPublished) =>
                  publishing.mutate({ id: recording.id, isPublished }, { onError: (error) => explain(error, { key: 'meet-recording' }) })
                }
              />
            }
          />
        )}
      </Box>
    </Box>
  )
}
