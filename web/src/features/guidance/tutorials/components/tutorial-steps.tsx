import PlayArrowRounded from '@mui/icons-material/PlayArrowRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { lengthOf, type Film } from '../films.ts'
import { stepKeys, type TutorialId } from '../tutorials.ts'

interface TutorialStepsProps {
  id: TutorialId
  /** Undefined: there are only the words. */
  film: Film | undefined
  /** Plays the film from that second on. */
  onSeek: (seconds: number) => void
}

/** Transcript of the film: every caption is a step, with its screen. */
export function TutorialSteps({ id, film, onSeek }: TutorialStepsProps) {
  const { t } = useTranslation('tutorials')
  return (
    <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: { xs: 4, md: 5 } }}>
      {stepKeys(id).map(({ step, key }, i) => {
        const start = film?.starts[i] ?? 0
        return (
          <Box component="li" key={step}>
            <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'baseline' }}>
              <Typography variant="h3" component="span" aria-hidden className="tabular" sx={{ color: 'primary.main', minWidth: '1.2ch' }}>
                {i + 1}
              </Typography>
              <Typography sx={{ flex: 1, fontSize: '1.0625rem' }}>{t(key)}</Typography>
            </Box>
            {film && (
              <>
                <Box
                  component="img"
                  src={film.pictureOf(step)}
                  alt={t('picture', { number: i + 1 })}
                  loading="lazy"
                  decoding="async"
                  width={800}
                  height={450}
                  sx={{
                    display: 'block',
                    mt: 1.5,
                    width: 1,
                    height: 'auto',
                    border: 1,
                    borderColor: 'border.subtle',
                    borderRadius: '12px',
                  }}
                />
                <Button
                  size="small"
                  variant="text"
                  color="inherit"
                  startIcon={<PlayArrowRounded />}
                  onClick={() => onSeek(start)}
                  aria-label={t('seek', { time: lengthOf(start), number: i + 1 })}
                  sx={{ mt: 0.5, color: 'text.secondary' }}
                >
                  <span className="tabular">{lengthOf(start)}</span>
                </Button>
              </>
            )}
          </Box>
        )
      })}
    </Box>
  )
}
