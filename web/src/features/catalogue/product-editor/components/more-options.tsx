import ExpandMoreRounded from '@mui/icons-material/ExpandMoreRounded'
import Accordion from '@mui/material/Accordion'
import AccordionDetails from '@mui/material/AccordionDetails'
import AccordionSummary from '@mui/material/AccordionSummary'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

interface MoreOptionsProps {
  isOpen: boolean
  /** Something in it is wrong: it stays open. */
  isHeld: boolean
  onOpen: (isOpen: boolean) => void
  children: ReactNode
}

/** Options that most organizers never touch, folded at the end of a long step. */
export function MoreOptions({ isOpen, isHeld, onOpen, children }: MoreOptionsProps) {
  const { t } = useTranslation('product-editor')
  const id = useId()
  return (
    <Accordion
      expanded={isOpen}
      onChange={(_, next) => !isHeld && onOpen(next)}
      slotProps={{ heading: { component: 'h3' }, transition: { unmountOnExit: true } }}
      sx={{
        mt: 2,
        bgcolor: 'surface.raised',
        border: 1,
        borderColor: 'border.subtle',
        borderRadius: 'var(--ee-card-radius)',
      }}
    >
      <AccordionSummary id={id} aria-controls={`${id}-more`} expandIcon={<ExpandMoreRounded />} sx={{ px: 2, minHeight: 64 }}>
        <Box>
          <Typography variant="h4" component="span" sx={{ display: 'block' }}>
            {t('more.title')}
          </Typography>
          <Typography variant="body2" component="span" sx={{ display: 'block', mt: 0.25, color: 'text.secondary' }}>
            {t('more.note')}
          </Typography>
        </Box>
      </AccordionSummary>
      <AccordionDetails id={`${id}-more`} sx={{ p: 2, pt: 0 }}>
        {children}
      </AccordionDetails>
    </Accordion>
  )
}
