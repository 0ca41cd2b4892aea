import type { ShownSectionOf } from '@e-events/shared/contract/storefront/shown-sections.ts'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { MediaCard } from '../../../../components/media/media-card.tsx'
import { Picture } from '../../../../components/media/picture.tsx'
import { Rail } from '../../../../components/media/rail.tsx'
import { paths } from '../../../../config/paths.ts'
import { Spotlight } from './spotlight.tsx'

export function ProductShelf({ section }: { section: ShownSectionOf<'product_slider'> }) {
  const { t } = useTranslation('home')
  const { source, items, category } = section
  const automatic = source === 'live' || source === 'upcoming' || source === 'newest' ? source : null
  const title = section.title || (automatic ? t(`rail.${automatic}`) : t('rail.chosen'))
  const [only] = items
  if (source === 'live' && items.length === 1 && only) return <Spotlight product={only} title={title} />
  return (
    <Rail title={title} {...(category ? { action: <All to={paths.category(category)} of={title} /> } : {})}>
      {items.map((product) => (
        <li key={product.id}>
          <MediaCard product={product} />
        </li>
      ))}
    </Rail>
  )
}

const roundColumns = { xs: '34%', sm: '20%', md: '15%', lg: '11.4%', xl: '9.6%' }
const roundSizes = '(min-width:1280px) 12vw, (min-width:960px) 15vw, (min-width:600px) 20vw, 34vw'

export function ChannelShelf({ section }: { section: ShownSectionOf<'channel_slider'> }) {
  const { t } = useTranslation('home')
  return (
    <Rail title={section.title || t('rail.channels')} columns={roundColumns}>
      {section.items.map((channel) => (
        <li key={channel.id}>
          <RoundCard
            to={paths.channel(channel.slug)}
            title={channel.title}
            note={channel.classification ?? ''}
            src={channel.logoUrl}
            fallback={{ title: channel.title, bare: true, ratio: '1:1' }}
          />
        </li>
      ))}
    </Rail>
  )
}

export function SpeakerShelf({ section }: { section: ShownSectionOf<'speaker_slider'> }) {
  const { t } = useTranslation('home')
  return (
    <Rail title={section.title || t('rail.speakers')} columns={roundColumns}>
      {section.items.map((speaker) => (
        <li key={speaker.id}>
          <RoundCard
            to={paths.speaker(speaker.slug)}
            title={speaker.name}
            note={speaker.title}
            src={speaker.imageUrl}
            fallback={{ portrait: speaker.name }}
          />
        </li>
      ))}
    </Rail>
  )
}

interface RoundCardProps {
  to: string
  title: string
  note: string
  src: string | null
  fallback: Parameters<typeof Picture>[0]['fallback']
}

function RoundCard({ to, title, note, src, fallback }: RoundCardProps) {
  return (
    <Box
      component={Link}
      to={to}
      sx={{
        display: 'block',
        textAlign: 'center',
        color: 'text.primary',
        borderRadius: '12px',
        '&:hover img': {
          boxShadow: (theme) => `0 0 0 3px ${theme.vars.palette.background.default}, 0 0 0 5px ${theme.vars.palette.text.primary}`,
        },
      }}
    >
      <Picture
        src={src}
        alt=""
        {...(fallback ? { fallback } : {})}
        ratio="1:1"
        sizes={roundSizes}
        sx={{ borderRadius: '50%', mt: 0.75, mx: 'auto', width: 'calc(100% - 12px)', transition: 'box-shadow 200ms' }}
      />
      <Typography variant="h6" component="h3" noWrap sx={{ mt: 1.5 }}>
        {title}
      </Typography>
      <Typography variant="caption" component="p" noWrap sx={{ m: 0, color: 'text.secondary', minHeight: 18 }}>
        {note}
      </Typography>
    </Box>
  )
}

/** The same words beside every shelf, told apart for those who hear them. */
function All({ to, of }: { to: string; of: string }) {
  const { t } = useTranslation('home')
  return (
    <Box
      component={Link}
      to={to}
      aria-label={t('rail.allOf', { title: of })}
      sx={{ typography: 'body2', fontWeight: 560, color: 'text.secondary', '&:hover': { color: 'text.primary' } }}
    >
      {t('rail.all')}
    </Box>
  )
}
