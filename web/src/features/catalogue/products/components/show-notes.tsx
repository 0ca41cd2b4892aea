import type { ProductDetail } from '@e-events/shared/contract/catalogue/products.ts'
import { isOver } from '@e-events/shared/domain/event-state.ts'
import { date, zoneCity } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { EventMark } from '../../../../components/media/event-mark.tsx'
import { Picture } from '../../../../components/media/picture.tsx'
import { paths } from '../../../../config/paths.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useViewerZone } from '../../../../lib/services.ts'

/**
 * Beside the picture, while it plays: when, what and who. Links open another tab: nobody leaves a show by reading about
 * it.
 */
export function ShowNotes({ product }: { product: ProductDetail }) {
  const { t } = useTranslation('products')
  return (
    <Box sx={{ display: 'grid', gap: 3, alignContent: 'start' }}>
      {product.sessions.length > 0 && (
        <Part id="notes-programme" title={t('notes.programme')}>
          <Programme sessions={product.sessions} />
        </Part>
      )}
      {product.description !== '' && (
        <Part id="notes-about" title={t('about')}>
          <Description text={product.description} />
        </Part>
      )}
      {product.speakers.length > 0 && (
        <Part id="notes-people" title={t('people.title')}>
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1.5 }}>
            {product.speakers.map((person) => (
              <Box component="li" key={person.slug} sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minWidth: 0 }}>
                <Picture
                  src={person.imageUrl}
                  alt=""
                  ratio="1:1"
                  sizes="44px"
                  fallback={{ portrait: person.name }}
                  sx={{ width: 44, flexShrink: 0, borderRadius: '50%' }}
                />
                <Box sx={{ minWidth: 0 }}>
                  <Link href={paths.speaker(person.slug)} target="_blank" rel="noopener" color="inherit" sx={{ fontWeight: 560 }}>
                    {person.name}
                  </Link>
                  <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                    {person.title}
                  </Typography>
                </Box>
              </Box>
            ))}
          </Box>
        </Part>
      )}
    </Box>
  )
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <Box component="section" aria-labelledby={id}>
      <Typography variant="h5" component="h2" id={id} sx={{ mb: 1.25 }}>
        {title}
      </Typography>
      {children}
    </Box>
  )
}

const shownDates = 5

/** Coming dates first, then past ones; the rest of a long list is on the page of the product. */
function Programme({ sessions }: { sessions: ProductDetail['sessions'] }) {
  const { t } = useTranslation('products')
  const language = useLanguage()
  const here = useViewerZone()
  const sorted = sessions.toSorted((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt))
  const ordered = [...sorted.filter(({ state }) => !isOver(state)), ...sorted.filter(({ state }) => isOver(state)).toReversed()]
  return (
    <>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
        {ordered.slice(0, shownDates).map((session) => (
          <Box component="li" key={session.id} sx={{ display: 'flex', alignItems: 'center', gap: 1.5, flexWrap: 'wrap' }}>
            <Typography
              variant="body2"
              component="span"
              className="tabular"
              sx={{ flex: 1, '&::first-letter': { textTransform: 'uppercase' } }}
            >
              {date(session.startsAt, 'full', language, here)} – {date(session.endsAt, 'time', language, here)}
            </Typography>
            {session.state !== 'coming' && <EventMark state={session.state} size="sm" />}
          </Box>
        ))}
      </Box>
      <Typography variant="caption" component="p" sx={{ m: 0, mt: 1, color: 'text.secondary' }}>
        {t('sessions.here', { city: zoneCity(here, language) })}
      </Typography>
    </>
  )
}

const shortText = 420

function Description({ text }: { text: string }) {
  const { t } = useTranslation('products')
  const [isWhole, setWhole] = useState(text.length <= shortText)
  return (
    <>
      <Typography
        variant="body2"
        sx={{
          color: 'text.secondary',
          whiteSpace: 'pre-line',
          overflowWrap: 'anywhere',
          ...(isWhole ? {} : { display: '-webkit-box', WebkitLineClamp: '7', WebkitBoxOrient: 'vertical', overflow: 'hidden' }),
        }}
      >
        {text}
      </Typography>
      {!isWhole && (
        <Button variant="text" size="small" sx={{ mt: 0.5, ml: -1 }} onClick={() => setWhole(true)}>
          {t('notes.more')}
        </Button>
      )}
    </>
  )
}
