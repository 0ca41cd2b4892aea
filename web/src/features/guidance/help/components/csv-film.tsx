import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../../lib/language.ts'
import { csvFilms } from '../help-film.ts'

/** The guide as a film without sound, in the reader's language; nothing of it is fetched before it is played. */
export function CsvFilm() {
  const { t } = useTranslation('help')
  const language = useLanguage()
  const film = csvFilms[language]
  return (
    <Box
      component="video"
      // Another language is another film: a player that is running would keep the old one.
      key={language}
      controls
      playsInline
      muted
      preload="none"
      poster={film.poster}
      aria-label={t('csv.film')}
      sx={{ display: 'block', width: 1, aspectRatio: '16 / 9', borderRadius: '14px', bgcolor: 'surface.sunken' }}
    >
      <source src={film.video} type="video/mp4" />
      <track default kind="captions" src={film.captions} srcLang={language} label={t('csv.captions')} />
    </Box>
  )
}
