import type { Playback } from '@e-events/shared/contract/live/playback.ts'
import { ArtImage } from '@e-events/shared/ui/art/art-image.tsx'
import ArrowBackRounded from '@mui/icons-material/ArrowBackRounded'
import ConfirmationNumberOutlined from '@mui/icons-material/ConfirmationNumberOutlined'
import DevicesRounded from '@mui/icons-material/DevicesRounded'
import ErrorOutlineRounded from '@mui/icons-material/ErrorOutlineRounded'
import EventBusyOutlined from '@mui/icons-material/EventBusyOutlined'
import HourglassEmptyRounded from '@mui/icons-material/HourglassEmptyRounded'
import TaskAltRounded from '@mui/icons-material/TaskAltRounded'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import type SvgIcon from '@mui/material/SvgIcon'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../../../config/paths.ts'
import { useArrivalFocus } from '../../hooks/use-arrival-focus.ts'

export type PanelKind =
  | Exclude<Playback['state'], 'on_air' | 'ready' | 'available_on' | 'embedded' | 'own_page'>
  | 'ticket'
  | 'notPurchasable'
  | 'subscription'
  | 'elsewhere'

const icons: Record<PanelKind, typeof SvgIcon> = {
  not_available_yet: HourglassEmptyRounded,
  finished: TaskAltRounded,
  misconfigured: ErrorOutlineRounded,
  no_sessions: EventBusyOutlined,
  event_date_passed: EventBusyOutlined,
  cancelled: EventBusyOutlined,
  ticket: ConfirmationNumberOutlined,
  notPurchasable: EventBusyOutlined,
  subscription: ConfirmationNumberOutlined,
  elsewhere: DevicesRounded,
}

interface StatePanelProps {
  kind: PanelKind
  slug: string
  title: string
  text: string
  /** Above the title: the product's own name, where it is known. */
  name?: string | undefined
  imageUrl?: string | null | undefined
  /** It takes the place of a picture: said aloud to whoever cannot see it. */
  isNews?: boolean
  actions: ReactNode
}

/** A player that has nothing to play says why and offers the next step; there is no video element behind it. */
export function StatePanel({ kind, slug, title, text, name, imageUrl, isNews = false, actions }: StatePanelProps) {
  const { t } = useTranslation('player')
  const main = useArrivalFocus()
  const Icon = icons[kind]
  return (
    <Box
      data-mode="dark"
      sx={{
        position: 'relative',
        minHeight: '100dvh',
        bgcolor: 'surface.canvas',
        color: 'text.primary',
        overflow: 'hidden',
        display: 'flex',
        flexDirection: 'column',
      }}
    >
      <Box aria-hidden sx={{ position: 'absolute', inset: 0 }}>
        <ArtImage
          src={imageUrl}
          fallback={{ title: name ?? slug, bare: true }}
          alt=""
          ratio="auto"
          eager
          sx={{ filter: 'blur(22px) saturate(1.1)', transform: 'scale(1.14)', opacity: 0.55 }}
        />
        <Box sx={{ position: 'absolute', inset: 0, backgroundImage: (theme) => theme.vars?.palette.onArt.room }} />
      </Box>
      <Box component="header" sx={{ position: 'relative', px: { xs: 1, md: 2 }, height: 60, display: 'flex', alignItems: 'center' }}>
        <IconButton aria-label={t('back')} href={paths.product(slug)}>
          <ArrowBackRounded />
        </IconButton>
      </Box>
      <Box
        component="main"
        id="content"
        ref={main}
        tabIndex={-1}
        data-state={kind}
        sx={{
          '&:focus': { outline: 'none' },
          position: 'relative',
          flex: 1,
          display: 'grid',
          placeContent: 'center',
          justifyItems: 'center',
          textAlign: 'center',
          px: 3,
          pb: 10,
        }}
      >
        {isNews && (
          <Box role="alert" className="visually-hidden">
            {title}
          </Box>
        )}
        <Icon sx={{ fontSize: 48, color: 'text.secondary' }} aria-hidden />
        {name !== undefined && (
          <Typography variant="label" component="p" sx={{ m: 0, mt: 2.5, color: 'text.secondary' }}>
            {name}
          </Typography>
        )}
        <Typography variant="h1" sx={{ mt: 1, textWrap: 'balance', maxWidth: 720 }}>
          {title}
        </Typography>
        <Typography sx={{ mt: 1.5, color: 'text.secondary', maxWidth: 480, textWrap: 'pretty' }}>{text}</Typography>
        <Box sx={{ mt: 3.5, display: 'flex', gap: 1.5, flexWrap: 'wrap', justifyContent: 'center' }}>{actions}</Box>
      </Box>
    </Box>
  )
}
