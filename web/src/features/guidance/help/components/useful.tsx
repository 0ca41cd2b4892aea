import ThumbDownOffAltRounded from '@mui/icons-material/ThumbDownOffAltRounded'
import ThumbUpOffAltRounded from '@mui/icons-material/ThumbUpOffAltRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rememberUseful, usefulAnswer } from '../useful.ts'

/** `guide` names it across languages: category and slug. */
export function Useful({ guide }: { guide: string }) {
  const { t } = useTranslation('help')
  const [answer, setAnswer] = useState(() => usefulAnswer(guide))
  const give = (useful: boolean) => {
    rememberUseful(guide, useful)
    setAnswer(useful)
  }
  return (
    <Box
      role="group"
      aria-labelledby="help-useful"
      sx={{ mt: 5, pt: 2.5, borderTop: 1, borderColor: 'border.subtle', display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}
    >
      <Typography id="help-useful" variant="subtitle2" component="p" sx={{ mr: 'auto' }}>
        {t('useful.question')}
      </Typography>
      <Button
        size="small"
        aria-pressed={answer === true}
        variant={answer === true ? 'soft' : 'outlined'}
        startIcon={<ThumbUpOffAltRounded />}
        onClick={() => give(true)}
      >
        {t('useful.yes')}
      </Button>
      <Button
        size="small"
        aria-pressed={answer === false}
        variant={answer === false ? 'soft' : 'outlined'}
        startIcon={<ThumbDownOffAltRounded />}
        onClick={() => give(false)}
      >
        {t('useful.no')}
      </Button>
      <Typography role="status" variant="body2" sx={{ flexBasis: '100%', color: 'text.secondary', '&:empty': { display: 'none' } }}>
        {answer === undefined ? '' : t(answer ? 'useful.thanks' : 'useful.sorry')}
      </Typography>
    </Box>
  )
}
