import type { Section } from '@e-events/shared/contract/storefront/home-sections.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import type { SectionEditor } from '@e-events/shared/contract/storefront/sections.ts'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { storedSections } from '../editor-state.ts'
import { differences, type Difference } from '../sections.ts'
import { useSectionName } from './section-kinds.ts'

interface ConflictProps {
  theirs: SectionEditor
  mine: readonly Section[]
  language: Language
  onKeepMine: () => void
  onTakeTheirs: () => void
}

/** Somebody else published or saved while there was something in hand: nothing is lost, and who is here decides. */
export function Conflict({ theirs, mine, language, onKeepMine, onTakeTheirs }: ConflictProps) {
  const { t } = useTranslation('section-editor')
  const [comparing, setComparing] = useState(false)
  const newest = theirs.draft ?? theirs.live
  const author = newest?.author ?? t('conflict.somebody')
  return (
    <>
      <Alert severity="warning" role="alert" sx={{ mb: 2, '& .MuiAlert-message': { flex: 1 } }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          <Box sx={{ flex: '1 1 280px' }}>{t(theirs.draft ? 'conflict.saved' : 'conflict.published', { author })}</Box>
          <Button size="small" variant="text" onClick={() => setComparing(true)}>
            {t('conflict.compare')}
          </Button>
          <Button size="small" variant="text" onClick={onTakeTheirs}>
            {t('conflict.takeTheirs')}
          </Button>
          <Button size="small" onClick={onKeepMine}>
            {t('conflict.keepMine')}
          </Button>
        </Box>
      </Alert>
      {comparing && (
        <CompareDialog
          before={storedSections(theirs)}
          after={mine}
          author={author}
          language={language}
          onClose={() => setComparing(false)}
        />
      )}
    </>
  )
}

const tones: Record<Difference, 'success' | 'error' | 'warning' | 'default'> = {
  added: 'success',
  removed: 'error',
  changed: 'warning',
  moved: 'default',
}

/** Differences if mine replaced theirs. */
function CompareDialog({
  before,
  after,
  author,
  language,
  onClose,
}: {
  before: readonly Section[]
  after: readonly Section[]
  author: string
  language: Language
  onClose: () => void
}) {
  const { t } = useTranslation('section-editor')
  const { t: tc } = useTranslation('common')
  const nameOf = useSectionName(language)
  const titleId = useId()
  const found = differences(before, after)
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('compare.title')}</DialogTitle>
      <DialogContent>
        <Typography variant="body2" sx={{ color: 'text.secondary', mb: 1.5 }}>
          {found.length === 0 ? t('compare.same') : t('compare.text', { author })}
        </Typography>
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {found.map(({ section, difference }) => (
            <Box
              component="li"
              key={section.id}
              sx={{ display: 'flex', alignItems: 'center', gap: 1.5, py: 1, borderTop: 1, borderColor: 'border.subtle' }}
            >
              <Box sx={{ flex: 1, minWidth: 0 }}>
                <Typography noWrap variant="h6" component="h3">
                  {nameOf(section)}
                </Typography>
                <Typography variant="caption" component="p" sx={{ m: 0, color: 'text.secondary' }}>
                  {t(`kind.${section.type}.name`)}
                </Typography>
              </Box>
              <Chip size="small" color={tones[difference]} label={t(`compare.${difference}`)} />
            </Box>
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button variant="text" onClick={onClose}>
          {tc('action.close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
