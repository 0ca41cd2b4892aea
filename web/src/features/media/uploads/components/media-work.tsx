import type { MediaState } from '@e-events/shared/contract/media/uploads.ts'
import { mediaFailureText } from '@e-events/shared/locales/media-failures.ts'
import { vodAttempts } from '@e-events/shared/jobs/queues.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../../lib/language.ts'
import type { Sending } from '../sending.ts'
import type { MediaAction } from '../use-product-media.ts'
import { useSender } from '../use-sender.ts'
import { bytes } from '../../../../lib/bytes.ts'
import { percentOf, perSecond, timeLeft } from '../words.ts'

interface MediaWorkProps {
  state: MediaState
  /** Upload of this browser in progress. */
  sending: Sending | undefined
  sendingKey: string
  isActing: boolean
  act: (action: MediaAction) => void
  onChoose: () => void
}

/** A file on its way to something that plays, with what is going on, how far it is and what can be done. */
export function MediaWork({ state, sending, sendingKey, isActing, act, onChoose }: MediaWorkProps) {
  if (sending) return <SendingNow sending={sending} sendingKey={sendingKey} isActing={isActing} act={act} onChoose={onChoose} />
  switch (state.state) {
    case 'uploading':
      return <Interrupted state={state} isActing={isActing} act={act} onChoose={onChoose} />
    case 'processing':
      return <Processing state={state} isActing={isActing} act={act} />
    case 'failed':
      return <Failed state={state} isActing={isActing} act={act} onChoose={onChoose} />
    default:
      return null
  }
}

type Tools = Pick<MediaWorkProps, 'isActing' | 'act' | 'onChoose'>

function SendingNow({ sending, sendingKey, isActing, act, onChoose }: Tools & { sending: Sending; sendingKey: string }) {
  const { t } = useTranslation('uploads')
  const language = useLanguage()
  const sender = useSender()
  const percent = (sending.sentBytes / Math.max(1, sending.totalBytes)) * 100
  if (sending.state === 'failed') {
    return (
      <Lines title={t('file.failedTitle')} text={sending.error ?? mediaFailureText('unexpected', language)} isProblem>
        <Button
          size="small"
          variant="contained"
          color="inherit"
          onClick={() => {
            sender.forget(sendingKey)
            onChoose()
          }}
        >
          {t('file.chooseOther')}
        </Button>
      </Lines>
    )
  }
  const left =
    sending.bytesPerSec === null || sending.bytesPerSec <= 0 ? null : (sending.totalBytes - sending.sentBytes) / sending.bytesPerSec
  const pace =
    sending.state !== 'sending'
      ? null
      : left === null || sending.bytesPerSec === null
        ? t('file.measuring')
        : t('file.speed', { speed: perSecond(sending.bytesPerSec, language), left: timeLeft(left, language) })
  return (
    <Lines
      title={t(`file.${sending.state}Title`)}
      file={`${sending.fileName} · ${bytes(sending.totalBytes, language)}`}
      percent={percent}
      text={pace ?? undefined}
    >
      {sending.state === 'sending' ? (
        <Button size="small" onClick={() => sender.pause(sendingKey)}>
          {t('file.pause')}
        </Button>
      ) : (
        <Button size="small" variant="contained" color="inherit" onClick={() => sender.resume(sendingKey)}>
          {t('file.resume')}
        </Button>
      )}
      <Button size="small" variant="text" loading={isActing} onClick={() => act('cancel')}>
        {t('file.cancel')}
      </Button>
    </Lines>
  )
}

function Interrupted({ state, isActing, act, onChoose }: Tools & { state: Extract<MediaState, { state: 'uploading' }> }) {
  const { t } = useTranslation('uploads')
  const language = useLanguage()
  return (
    <Lines
      title={t('file.interruptedTitle', { percent: percentOf(state.percent, language) })}
      file={`${state.fileName} · ${bytes(state.sizeBytes, language)}`}
      percent={state.percent}
      text={t('file.interruptedHelp')}
    >
      <Button size="small" variant="contained" color="inherit" disabled={isActing} onClick={onChoose}>
        {t('file.choose')}
      </Button>
      <Button size="small" variant="text" loading={isActing} onClick={() => act('cancel')}>
        {t('file.discard')}
      </Button>
    </Lines>
  )
}

function Processing({ state, isActing, act }: Omit<Tools, 'onChoose'> & { state: Extract<MediaState, { state: 'processing' }> }) {
  const { t } = useTranslation('uploads')
  const language = useLanguage()
  const stage = t(`file.stage.${state.stage}`)
  const attempt = state.attempt > 1 ? t('file.attempt', { attempt: state.attempt, attempts: vodAttempts }) : undefined
  return (
    <Lines
      title={t('file.processingTitle')}
      file={`${state.fileName} · ${bytes(state.sizeBytes, language)}`}
      percent={state.stage === 'waiting' || state.stage === 'reading' ? undefined : state.percent}
      isWorking
      text={[stage, attempt, state.playable ? t('file.stillShown') : undefined].filter(Boolean).join(' · ')}
    >
      <Button size="small" variant="text" loading={isActing} onClick={() => act('cancel')}>
        {t('file.cancel')}
      </Button>
    </Lines>
  )
}

function Failed({ state, isActing, act, onChoose }: Tools & { state: Extract<MediaState, { state: 'failed' }> }) {
  const { t } = useTranslation('uploads')
  const language = useLanguage()
  return (
    <Lines title={t('file.failedTitle')} file={state.fileName} text={mediaFailureText(state.reason, language)} isProblem>
      {state.mayRetry && (
        <Button size="small" variant="contained" color="inherit" loading={isActing} onClick={() => act('retry')}>
          {t('file.retry')}
        </Button>
      )}
      <Button size="small" disabled={isActing} onClick={onChoose}>
        {t('file.chooseOther')}
      </Button>
    </Lines>
  )
}

interface LinesProps {
  title: string
  file?: string
  text?: string | undefined
  percent?: number | undefined
  isWorking?: boolean
  isProblem?: boolean
  children: ReactNode
}

function Lines({ title, file, text, percent, isWorking = false, isProblem = false, children }: LinesProps) {
  const { t } = useTranslation('uploads')
  const language = useLanguage()
  const shown = percent === undefined ? undefined : percentOf(percent, language)
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'baseline' }}>
        <Typography variant="h5" component="p" role="status" sx={{ flex: 1, minWidth: 0, color: isProblem ? 'error.main' : undefined }}>
          {title}
        </Typography>
        {shown && (
          <Typography variant="body2" component="span" className="tabular" sx={{ fontWeight: 600 }}>
            {shown}
          </Typography>
        )}
      </Box>
      {file && (
        <Typography variant="body2" color="text.secondary" noWrap title={file}>
          {file}
        </Typography>
      )}
      {(percent !== undefined || isWorking) && (
        <LinearProgress
          color="secondary"
          variant={percent === undefined ? 'indeterminate' : 'determinate'}
          value={Math.floor(percent ?? 0)}
          aria-label={title}
          aria-valuetext={shown && t('file.progress', { percent: shown })}
          sx={{ height: 6, borderRadius: 3 }}
        />
      )}
      {text && (
        <Typography variant="body2" color="text.secondary" className="tabular">
          {text}
        </Typography>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>{children}</Box>
    </Box>
  )
}
