import type { StudyGuide } from '@e-events/shared/contract/learning/study-guides.ts'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'

/** Requirements and program, where there are any. */
export function GuideTexts({ guide }: { guide: StudyGuide }) {
  const { t } = useTranslation('study-guides')
  const parts = (['requirements', 'program'] as const).filter((name) => guide[name] !== '')
  if (parts.length === 0) return null
  return (
    <Box sx={{ display: 'grid', gap: 3, mb: 3 }}>
      {parts.map((name) => (
        <Box component="section" key={name}>
          <Typography variant="h5" component="h2" sx={{ mb: 1 }}>
            {t(name)}
          </Typography>
          <Typography sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere', maxWidth: 720 }}>{guide[name]}</Typography>
        </Box>
      ))}
    </Box>
  )
}
