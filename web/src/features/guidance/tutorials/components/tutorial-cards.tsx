import PlayArrowRounded from '@mui/icons-material/PlayArrowRounded'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../../config/paths.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { filmOf, lengthOf, type Film } from '../films.ts'
import type { TutorialId } from '../tutorials.ts'

interface TutorialCardsProps {
  ids: readonly TutorialId[]
  /** Heading level of the titles. */
  heading: 'h2' | 'h3'
}

/** A poster, what one learns, how long it takes. */
export function TutorialCards({ ids, heading }: TutorialCardsProps) {
  const { t } = useTranslation('tutorials')
  const language = useLanguage()
  return (
    <Box
      component="ul"
      sx={{
        listStyle: 'none',
        m: 0,
        p: 0,
        display: 'grid',
        gap: 2,
        gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 240px), 1fr))',
      }}
    >
      {ids.map((id) => {
        const film = filmOf(id, language)
        return (
          <Card
            component="li"
            key={id}
            sx={{
              position: 'relative',
              overflow: 'clip',
              '&:hover': { borderColor: 'border.strong' },
              '&:hover .play': { bgcolor: 'primary.main' },
            }}
          >
            {film && <Poster film={film} />}
            <Box sx={{ p: 2 }}>
              <Typography variant="h4" component={heading}>
                <Link
                  href={paths.tutorial(id)}
                  sx={{ color: 'text.primary', fontWeight: 'inherit', '&::after': { content: '""', position: 'absolute', inset: 0 } }}
                >
                  {t(`${id}.title`)}
                  {film && <span className="visually-hidden">{`, ${t('minutes', { time: lengthOf(film.seconds) })}`}</span>}
                </Link>
              </Typography>
              <Typography variant="body2" sx={{ mt: 0.5, color: 'text.secondary' }}>
                {t(`${id}.summary`)}
              </Typography>
            </Box>
          </Card>
        )
      })}
    </Box>
  )
}

function Poster({ film }: { film: Film }) {
  return (
    <Box sx={{ position: 'relative', aspectRatio: '16 / 9', bgcolor: 'surface.sunken', borderBottom: 1, borderColor: 'border.subtle' }}>
      <Box
        component="img"
        src={film.poster}
        alt=""
        loading="lazy"
        decoding="async"
        width={800}
        height={450}
        sx={{ display: 'block', width: 1, height: 1, objectFit: 'cover' }}
      />
      <Box
        className="play"
        aria-hidden
        sx={{
          position: 'absolute',
          left: 12,
          bottom: 12,
          px: 1,
          height: 28,
          display: 'flex',
          alignItems: 'center',
          gap: 0.25,
          borderRadius: '14px',
          bgcolor: 'common.black',
          color: 'common.white',
          typography: 'caption',
          transition: 'background-color .15s',
        }}
      >
        <PlayArrowRounded fontSize="small" />
        <span className="tabular">{lengthOf(film.seconds)}</span>
      </Box>
    </Box>
  )
}
