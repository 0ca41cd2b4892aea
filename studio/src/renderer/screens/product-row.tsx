import type { OwnProduct } from '@e-events/shared/contract/catalogue/own-products.ts'
import { isLive, isOver, type EventState } from '@e-events/shared/domain/event-state.ts'
import { ArtImage } from '@e-events/shared/ui/art/art-image.tsx'
import { clock, date } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../lib/i18n.ts'
import { hrefTo } from '../lib/route.ts'
import { useServices } from '../lib/services.ts'
import { useNow } from '../lib/use-store.ts'

/** On air is what is sent: a show that was started may be silent still, or again. */
const airOf = (state: EventState | undefined) => (state === 'on_air' || state === 'interrupted' ? state : 'silent')
const airWords = { on_air: 'products.onAirSince', interrupted: 'products.interruptedSince', silent: 'products.silentSince' } as const
/** Coming events show their date instead, events that may begin their button. */
const saidOf = (state: EventState | undefined) =>
  state === undefined || state === 'coming' || state === 'room_open' || isLive(state) ? null : (state as 'moved' | Over)
type Over = 'ended_with_recording' | 'ended' | 'never_aired' | 'cancelled'

/** One product: what it is, when it plays next, and the way to its desk; or why there is none now, and what to do. */
export function ProductRow({ product, heading }: { product: OwnProduct; heading: 'h2' | 'h3' }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { clock: serverClock } = useServices()
  const { broadcast, event, nextSession, goLiveRefusal } = product
  const nowMs = useNow(serverClock.nowMs, broadcast !== null)
  const ready = broadcast !== null || goLiveRefusal === null
  // Before its hour, and as a draft, a show is set up and rehearsed.
  const isEarly = goLiveRefusal === 'BROADCAST_NO_SESSION' || goLiveRefusal === 'PRODUCT_NOT_PUBLISHED'
  const canPrepare = ready || (isEarly && !(event && isOver(event.state)))
  const said = saidOf(event?.state)
  const tone = { on_air: 'error.main', silent: 'warning.main', interrupted: 'warning.main' } as const
  const href = hrefTo({ screen: 'desk', slug: product.slug })
  return (
    <Box
      component="li"
      aria-label={product.title}
      sx={{
        display: 'grid',
        alignItems: 'center',
        gap: { xs: 1.5, sm: 2.5 },
        gridTemplateColumns: { xs: '112px minmax(0,1fr)', sm: '168px minmax(0,1fr) auto' },
        p: 1.5,
        border: 1,
        borderColor: broadcast ? 'live.main' : 'border.subtle',
        borderRadius: '14px',
        bgcolor: 'surface.raised',
      }}
    >
      <ArtImage src={product.posterUrl} alt="" fallback={{ title: product.title }} sx={{ borderRadius: '10px' }} />
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="h4" component={heading} noWrap title={product.title}>
          {product.title}
        </Typography>
        <Typography variant="body2" className="tabular" sx={{ mt: 0.25, color: 'text.secondary', textWrap: 'balance' }}>
          {product.channel.title}
          {nextSession && ` · ${date(nextSession.startsAt, 'full', language)}`}
        </Typography>
        {broadcast && (
          <Typography variant="body2" className="tabular" sx={{ mt: 0.75, color: tone[airOf(event?.state)] }}>
            {t(airWords[airOf(event?.state)], {
              time: clock((nowMs - Date.parse(broadcast.startedAt)) / 1000),
            })}
          </Typography>
        )}
        {!broadcast && said && (
          <Typography variant="body2" sx={{ mt: 0.75, color: 'text.secondary' }}>
            {t(`eventState.${said}`)}
          </Typography>
        )}
        {!broadcast && goLiveRefusal && !(event && isOver(event.state)) && (
          <Typography variant="body2" sx={{ mt: 0.75, color: 'warning.main', textWrap: 'pretty' }}>
            {t(`refusal.${goLiveRefusal}`)}
          </Typography>
        )}
      </Box>
      <Box sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' }, justifySelf: { sm: 'end' } }}>
        {canPrepare && (
          <Button
            href={href}
            fullWidth
            variant={broadcast ? 'contained' : 'outlined'}
            color={broadcast ? 'primary' : 'inherit'}
            // Begins with the words that are seen, so that voice control understands it.
            aria-label={t(broadcast ? 'products.resumeOf' : ready ? 'products.openOf' : 'products.prepareOf', { title: product.title })}
          >
            {t(broadcast ? 'products.resume' : ready ? 'products.open' : 'products.prepare')}
          </Button>
        )}
      </Box>
    </Box>
  )
}
