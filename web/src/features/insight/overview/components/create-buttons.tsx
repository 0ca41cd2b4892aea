import AddRounded from '@mui/icons-material/AddRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../../config/paths.ts'

const forms = [
  ['channel', `${paths.ownChannels}?new`],
  ['product', paths.newProduct],
  ['course', paths.newCourse],
  ['master', paths.newMaster],
] as const

/** Where everything new begins; without a channel each form says what has to come first. */
export function CreateButtons() {
  const { t } = useTranslation('overview')
  return (
    <Box
      component="ul"
      aria-label={t('create.label')}
      sx={{ listStyle: 'none', m: 0, mb: 3, p: 0, display: 'flex', flexWrap: 'wrap', gap: 1 }}
    >
      {forms.map(([kind, href]) => (
        <li key={kind}>
          <Button href={href} startIcon={<AddRounded />}>
            {t(`create.${kind}`)}
          </Button>
        </li>
      ))}
    </Box>
  )
}
