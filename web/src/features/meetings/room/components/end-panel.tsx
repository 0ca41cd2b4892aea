import type { Meet } from '@e-events/shared/contract/meetings/meets.ts'
import { failureText } from '@e-events/shared/locales/failures.ts'
import { mediaWayKinds, type MediaWays } from '@e-events/shared/rtc/meeting/media-ways.ts'
import type { MeetOutcome } from '@e-events/shared/rtc/meeting/meet-outcome.ts'
import BlockRounded from '@mui/icons-material/BlockRounded'
import CloudOffRounded from '@mui/icons-material/CloudOffRounded'
import DevicesRounded from '@mui/icons-material/DevicesRounded'
import GroupsRounded from '@mui/icons-material/GroupsRounded'
import LockRounded from '@mui/icons-material/LockRounded'
import LogoutRounded from '@mui/icons-material/LogoutRounded'
import TaskAltRounded from '@mui/icons-material/TaskAltRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type SvgIcon from '@mui/material/SvgIcon'
import Typography from '@mui/material/Typography'
import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../../config/paths.ts'
import { explainError } from '../../../../lib/error-words.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { MeetPage } from '../lobby/components/meet-page.tsx'
import { WaysTried } from './ways-tried.tsx'

/** left: by this person's own wish. */
export type MeetEnd = MeetOutcome | { kind: 'left' }

const icons: Record<MeetEnd['kind'], typeof SvgIcon> = {
  ended: TaskAltRounded,
  left: LogoutRounded,
  removed: BlockRounded,
  replaced: DevicesRounded,
  full: GroupsRounded,
  locked: LockRounded,
  refused: BlockRounded,
  failed: CloudOffRounded,
}

interface EndPanelProps {
  meet: Pick<Meet, 'slug' | 'title'>
  end: MeetEnd
  /** Another attempt to come in, with the devices as they are. */
  onRetry: () => void
  /** Comes in without sending anything, where that may get through. */
  onWatch?: (() => void) | undefined
  /** More to do, for those who may. */
  children?: ReactNode
  /** Under the ways on. */
  below?: ReactNode
}

/** Why somebody is not in a meeting, what to do about it, and the way back to the product. */
export function EndPanel({ meet, end, onRetry, onWatch, children, below }: EndPanelProps) {
  const { t } = useTranslation('room')
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus({ preventScroll: true }), [])
  const Icon = icons[end.kind]
  const words = useWords(end)
  const isFinal = end.kind === 'ended' || end.kind === 'removed' || end.kind === 'refused'
  return (
    <MeetPage meet={meet} state={end.kind}>
      <Box sx={{ display: 'grid', justifyItems: 'center', textAlign: 'center', mx: 'auto', maxWidth: 640 }}>
        <Icon sx={{ fontSize: 48, color: 'text.secondary' }} aria-hidden />
        <Typography variant="label" component="p" sx={{ m: 0, mt: 2.5, color: 'text.secondary' }}>
          {meet.title}
        </Typography>
        <Typography
          variant="h1"
          ref={title}
          tabIndex={-1}
          sx={{ mt: 1, textWrap: 'balance', fontSize: { xs: 30, md: 44 }, '&:focus': { outline: 'none' } }}
        >
          {words.title}
        </Typography>
        <Box role="alert" sx={{ mt: 1.5, color: 'text.secondary', textWrap: 'pretty' }}>
          {words.text}
        </Box>
        {end.kind === 'failed' && end.blockage === 'media' && <WaysTried ways={end.ways} />}
        {words.advice.length > 0 && (
          <Box component="ul" sx={{ mt: 2, mb: 0, pl: 2.5, textAlign: 'left', color: 'text.secondary', display: 'grid', gap: 0.75 }}>
            {words.advice.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </Box>
        )}
        <Box sx={{ mt: 3.5, display: 'flex', gap: 1.5, flexWrap: 'wrap', justifyContent: 'center' }}>
          {children}
          {!isFinal && (
            <Button variant="contained" color="primary" onClick={onRetry}>
              {end.kind === 'left' ? t('end.left.again') : end.kind === 'replaced' ? t('end.replaced.here') : t('end.retry')}
            </Button>
          )}
          {onWatch && (
            <Button variant="soft" onClick={onWatch}>
              {t('end.watch')}
            </Button>
          )}
          <Button variant="soft" href={paths.product(meet.slug)}>
            {t('end.product')}
          </Button>
        </Box>
        {below}
      </Box>
    </MeetPage>
  )
}

function useWords(end: MeetEnd): { title: string; text: string; advice: string[] } {
  const { t } = useTranslation('room')
  const { t: tc } = useTranslation()
  const language = useLanguage()
  switch (end.kind) {
    case 'failed':
      if (end.blockage === 'media') return { title: failureText('meetingJoin', language), ...mediaWords(end.ways, t) }
      return {
        title: failureText('meetingJoin', language),
        text: t(`end.failed.${end.blockage}.text`),
        advice: [t(`end.failed.${end.blockage}.first`), t(`end.failed.${end.blockage}.second`)],
      }
    case 'refused':
      return { title: t('end.refused.title'), text: explainError(end.error, tc).text, advice: [] }
    case 'ended':
      return {
        title: t('end.ended.title'),
        text: t(end.reason === 'organizer' || end.reason === null ? 'end.ended.text' : `end.ended.${end.reason}`),
        advice: [],
      }
    default:
      return { title: t(`end.${end.kind}.title`), text: t(`end.${end.kind}.text`), advice: [] }
  }
}

type Translate = ReturnType<typeof useTranslation<'room'>>['t']

/** Names the obstacle, by the ways that were tried, and the help against just that one. */
function mediaWords(ways: MediaWays, t: Translate): { text: string; advice: string[] } {
  const states = new Set(mediaWayKinds.map((kind) => ways[kind]))
  const ofRelay = ways.turn === 'absent' ? [t('end.failed.media.noRelay')] : []
  if (states.has('open')) return { text: t('end.failed.media.openText'), advice: [t('end.failed.media.inspected')] }
  // Nothing was refused by anybody: the browser has no addresses to begin from.
  if (!states.has('blocked'))
    return { text: t('end.failed.media.untriedText'), advice: [t('end.failed.media.extension'), t('end.failed.media.otherNetwork')] }
  const address = ways.address === null ? [] : [t('end.failed.media.allow', { address: ways.address })]
  return {
    text: t('end.failed.media.text'),
    advice: [t('end.failed.media.otherNetwork'), t('end.failed.media.vpn'), ...address, ...ofRelay],
  }
}
