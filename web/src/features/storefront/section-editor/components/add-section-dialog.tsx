import { sectionKinds, type SectionKind } from '@e-events/shared/contract/storefront/home-sections.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { kindIcons } from './section-kinds.ts'

/** The kinds of section, each with what it is for. */
export function AddSectionDialog({ open, onAdd, onClose }: { open: boolean; onAdd: (kind: SectionKind) => void; onClose: () => void }) {
  const { t } = useTranslation('section-editor')
  const { t: tc } = useTranslation('common')
  const titleId = useId()
  return (
    <Dialog open={open} onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('add.title')}</DialogTitle>
      <DialogContent>
        <Box
          component="ul"
          sx={{ listStyle: 'none', m: 0, p: 0, pt: 0.5, display: 'grid', gap: 1, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}
        >
          {sectionKinds.map((kind) => {
            const Icon = kindIcons[kind]
            return (
              <Box component="li" key={kind} sx={{ display: 'grid' }}>
                <ButtonBase
                  onClick={() => onAdd(kind)}
                  sx={{
                    p: 1.5,
                    gap: 1.5,
                    borderRadius: '12px',
                    border: 1,
                    borderColor: 'border.subtle',
                    alignItems: 'flex-start',
                    justifyContent: 'flex-start',
                    textAlign: 'left',
                    '&:hover': { bgcolor: 'surface.hover', borderColor: 'border.strong' },
                    '&.Mui-focusVisible': { outline: '2px solid', outlineColor: 'secondary.main' },
                  }}
                >
                  <Box
                    sx={{
                      width: 36,
                      height: 36,
                      borderRadius: '8px',
                      bgcolor: 'tint.neutral',
                      display: 'grid',
                      placeItems: 'center',
                      flexShrink: 0,
                    }}
                  >
                    <Icon sx={{ fontSize: 20, color: 'text.secondary' }} />
                  </Box>
                  <Box sx={{ minWidth: 0 }}>
                    <Typography variant="h6" component="span" sx={{ display: 'block' }}>
                      {t(`kind.${kind}.name`)}
                    </Typography>
                    <Typography variant="caption" component="span" sx={{ display: 'block', color: 'text.secondary' }}>
                      {t(`kind.${kind}.text`)}
                    </Typography>
                  </Box>
                </ButtonBase>
              </Box>
            )
          })}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button variant="text" onClick={onClose}>
          {tc('action.cancel')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
