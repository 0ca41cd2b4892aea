import type { StudyGuide } from '@e-events/shared/contract/learning/study-guides.ts'
import ExpandMoreRounded from '@mui/icons-material/ExpandMoreRounded'
import Accordion from '@mui/material/Accordion'
import AccordionDetails from '@mui/material/AccordionDetails'
import AccordionSummary from '@mui/material/AccordionSummary'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useId } from 'react'

/** Questions that open their answers. */
export function FaqList({ faqs, heading }: { faqs: StudyGuide['faqs']; heading: 'h2' | 'h3' }) {
  const id = useId()
  return (
    <Box>
      {faqs.map(({ question, answer }, index) => (
        <Accordion
          // Two may be worded alike, and none is ever moved here.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          disableGutters
          elevation={0}
          slotProps={{ heading: { component: heading } }}
          sx={{ borderBottom: 1, borderColor: 'border.subtle', bgcolor: 'transparent', '&::before': { display: 'none' } }}
        >
          <AccordionSummary
            expandIcon={<ExpandMoreRounded />}
            id={`${id}-${index}`}
            aria-controls={`${id}-${index}-answer`}
            sx={{ px: 0.5 }}
          >
            <Typography component="span" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
              {question}
            </Typography>
          </AccordionSummary>
          <AccordionDetails sx={{ px: 0.5, pt: 0 }}>
            <Typography sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere', maxWidth: 720, color: 'text.secondary' }}>
              {answer}
            </Typography>
          </AccordionDetails>
        </Accordion>
      ))}
    </Box>
  )
}
