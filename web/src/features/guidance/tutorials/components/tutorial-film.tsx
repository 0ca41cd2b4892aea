import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import { useState, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../../lib/language.ts'
import type { Film } from '../films.ts'
import type { TutorialId } from '../tutorials.ts'

/** The guide as a film without sound, with its captions on; nothing of it is fetched before it is played. */
export function TutorialFilm({ id, film, ref }: { id: TutorialId; film: Film; ref: Ref<HTMLVideoElement> }) {
  const { t } = useTranslation('tutorials')
  const language = useLanguage()
  const [hasFailed, setHasFailed] = useState(false)
  return (
    <>
      <Box
        component="video"
        ref={ref}
        controls
        playsInline
        muted
        preload="none"
        poster={film.poster}
        aria-label={t('film', { title: t(`${id}.title`) })}
        onLoadedData={() => setHasFailed(false)}
        sx={{ display: 'block', width: 1, aspectRatio: '16 / 9', borderRadius: '14px', bgcolor: 'surface.sunken' }}
      >
        <source src={film.video} type="video/mp4" onError={() => setHasFailed(true)} />
        <track default kind="captions" src={film.captions} srcLang={language} label={t('captions')} />
      </Box>
      {hasFailed && (
        <Alert severity="warning" sx={{ mt: 1.5 }}>
          {t('failed')}
        </Alert>
      )}
    </>
  )
}
