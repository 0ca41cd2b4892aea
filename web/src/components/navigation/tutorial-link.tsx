import PlayCircleOutlineRounded from '@mui/icons-material/PlayCircleOutlineRounded'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { paths } from '../../config/paths.ts'

/** Where somebody stands for the first time: the film that shows how it is done. */
export function TutorialLink({ id }: { id: Parameters<typeof paths.tutorial>[0] }) {
  const { t } = useTranslation('common')
  return (
    <Button href={paths.tutorial(id)} startIcon={<PlayCircleOutlineRounded />}>
      {t('action.tutorial')}
    </Button>
  )
}
