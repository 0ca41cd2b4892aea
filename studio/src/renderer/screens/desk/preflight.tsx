import type { OwnProduct } from '@e-events/shared/contract/catalogue/own-products.ts'
import type { BroadcastKind } from '@e-events/shared/contract/live/broadcasts.ts'
import type { ShowUsage } from '@e-events/shared/contract/sales/money/usage.ts'
import { fees } from '@e-events/shared/domain/fees.ts'
import type { ShowPlan } from '@e-events/shared/domain/usage-pricing.ts'
import { count, money } from '@e-events/shared/ui/format.ts'
import CheckCircleRounded from '@mui/icons-material/CheckCircleRounded'
import ErrorRounded from '@mui/icons-material/ErrorRounded'
import FiberManualRecordRounded from '@mui/icons-material/FiberManualRecordRounded'
import HighlightOffRounded from '@mui/icons-material/HighlightOffRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import Switch from '@mui/material/Switch'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Studio } from '../../../broadcast/studio.ts'
import { useLanguage } from '../../lib/i18n.ts'
import { PlanChoice } from './plan-choice.tsx'
import { useChecks, type Check } from './use-checks.ts'
import { Veil } from './veil.tsx'

interface PreflightProps {
  studio: Studio
  product: OwnProduct
  kind: BroadcastKind
  onKind(kind: BroadcastKind): void
  recording: boolean
  /** Null until it is known. */
  usage: ShowUsage | null
  plan: ShowPlan
  onPlan(plan: ShowPlan): void
  onRecording(recording: boolean): void
  onCancel(): void
  onGo(): void
}

/**
 * Checks everything that can spoil a show, before it starts. Only what makes it impossible holds the button
 * back.
 */
export function Preflight({
  studio,
  product,
  kind,
  onKind,
  recording: wanted,
  usage,
  plan,
  onPlan,
  onRecording,
  onCancel,
  onGo,
}: PreflightProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const isRehearsal = kind === 'rehearsal'
  const all = useChecks(studio, product)
  // A rehearsal needs no session, and sells nothing.
  const checks = isRehearsal ? all.filter(({ name }) => name !== 'session' && name !== 'sale') : all
  const recordingId = useId()
  // The free option costs nothing, and a recording would.
  const recording = wanted && plan !== 'free'
  const pending = checks.some((check) => check.state === 'pending')
  const blocked = checks.some((check) => check.state === 'blocked')
  const good = checks.filter((check) => check.state === 'good').length
  const lead = pending ? t('preflight.checking') : blocked ? t('preflight.blocked') : t('preflight.lead', { good, total: checks.length })
  return (
    <Veil onClose={onCancel}>
      <Box
        role="dialog"
        aria-modal
        aria-labelledby="preflight"
        tabIndex={-1}
        sx={{
          width: 'min(480px, 100%)',
          p: { xs: 2.5, sm: 3.5 },
          borderRadius: '20px',
          bgcolor: 'surface.raised',
          boxShadow: (theme) => theme.vars.palette.shadow.dialog,
          outline: 'none',
        }}
      >
        <Typography variant="h3" component="h2" id="preflight">
          {t('preflight.title')}
        </Typography>
        <Typography variant="body2" aria-live="polite" sx={{ mt: 0.5, color: 'text.secondary' }}>
          {lead}
        </Typography>
        <ToggleButtonGroup
          exclusive
          fullWidth
          size="small"
          aria-label={t('preflight.kind')}
          value={kind}
          onChange={(_event, next: BroadcastKind | null) => next && onKind(next)}
          sx={{ mt: 2 }}
        >
          <ToggleButton value="live">{t('preflight.kinds.live')}</ToggleButton>
          <ToggleButton value="rehearsal">{t('preflight.kinds.rehearsal')}</ToggleButton>
        </ToggleButtonGroup>
        <Box component="ul" sx={{ listStyle: 'none', m: 0, mt: 2.5, p: 0 }}>
          {checks.map((check) => (
            <Row key={check.name} check={check} />
          ))}
          {!isRehearsal && (
            <Box
              component="li"
              sx={{ display: 'flex', alignItems: 'center', gap: 1.5, py: 1.25, borderTop: 1, borderColor: 'border.subtle' }}
            >
              <FiberManualRecordRounded sx={{ color: recording ? 'live.main' : 'text.disabled' }} aria-hidden />
              <Box component="label" htmlFor={recordingId} sx={{ flex: 1 }}>
                <Box sx={{ typography: 'subtitle2' }}>{t('preflight.recording')}</Box>
                <Box sx={{ typography: 'caption', color: 'text.secondary' }}>
                  {t(recording ? 'preflight.recordingOn' : plan === 'free' ? 'plan.freeRecording' : 'preflight.recordingOff')}{' '}
                  {recording && usage && <RecordingPrice usage={usage} />}
                </Box>
              </Box>
              <Switch id={recordingId} checked={recording} disabled={plan === 'free'} onChange={(_event, on) => onRecording(on)} />
            </Box>
          )}
        </Box>
        {isRehearsal && (
          <Typography variant="body2" sx={{ mt: 1.5, color: 'text.secondary', textWrap: 'pretty' }}>
            {t('rehearsal.who')}{' '}
            {t('rehearsal.price', {
              minutes: fees.testRoomFreeMinutes,
              amount: money(fees.testRoomHourMinor, fees.currency, language),
            })}
          </Typography>
        )}
        {!isRehearsal && usage && <PlanChoice usage={usage} plan={plan} onPlan={onPlan} />}
        {!isRehearsal && usage && plan === 'usage' && <HoursPrice usage={usage} />}
        <Box sx={{ mt: 2.5, display: 'flex', flexDirection: { xs: 'column-reverse', sm: 'row' }, gap: 1, justifyContent: 'flex-end' }}>
          <Button variant="text" onClick={onCancel}>
            {t('preflight.notYet')}
          </Button>
          <Button variant="contained" color="primary" disabled={pending || blocked} onClick={onGo}>
            {t(isRehearsal ? 'preflight.rehearse' : 'preflight.go')}
          </Button>
        </Box>
      </Box>
    </Veil>
  )
}

function RecordingPrice({ usage: { recordingPrice: price } }: { usage: ShowUsage }) {
  const { t } = useTranslation()
  const language = useLanguage()
  return <span className="tabular">{t('preflight.recordingPrice', { amount: money(price.minor, price.currency, language) })}</span>
}

/** Price of a long show, before it begins. */
function HoursPrice({ usage: { isPrivate, includedMinutes, quantity, hourPrice } }: { usage: ShowUsage }) {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <Typography variant="caption" component="p" className="tabular" sx={{ m: 0, mt: 1.5, color: 'text.secondary' }}>
      {t(isPrivate ? 'preflight.hoursPrivate' : 'preflight.hours', {
        minutes: includedMinutes,
        amount: money(hourPrice.minor, hourPrice.currency, language),
        count: quantity,
        formatted: count(quantity, language),
      })}
    </Typography>
  )
}

function Row({ check }: { check: Check }) {
  const { t } = useTranslation()
  const ink = { good: 'text.secondary', pending: 'text.secondary', weak: 'warning.main', blocked: 'error.main' }[check.state]
  return (
    <Box
      component="li"
      aria-label={t(`preflight.${check.name}`)}
      data-state={check.state}
      sx={{ display: 'flex', alignItems: 'center', gap: 1.5, py: 1.25, borderTop: 1, borderColor: 'border.subtle' }}
    >
      {check.state === 'pending' && <CircularProgress size={20} color="inherit" aria-label={t('shell.loading')} sx={{ mx: '2px' }} />}
      {check.state === 'good' && <CheckCircleRounded sx={{ color: 'success.main' }} titleAccess={t('preflight.good')} />}
      {check.state === 'weak' && <ErrorRounded sx={{ color: 'warning.main' }} titleAccess={t('preflight.weak')} />}
      {check.state === 'blocked' && <HighlightOffRounded sx={{ color: 'error.main' }} titleAccess={t('preflight.bad')} />}
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box sx={{ typography: 'subtitle2' }}>{t(`preflight.${check.name}`)}</Box>
        <Box className="tabular" sx={{ typography: 'caption', color: ink, textWrap: 'pretty' }}>
          {check.words}
        </Box>
      </Box>
      {check.fix && (
        <Button size="small" variant="soft" color="inherit" onClick={check.fix.act}>
          {check.fix.label}
        </Button>
      )}
    </Box>
  )
}
