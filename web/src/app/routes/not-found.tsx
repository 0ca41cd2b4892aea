import TravelExploreRounded from '@mui/icons-material/TravelExploreRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Notice } from '@e-events/shared/ui/notice.tsx'
import { useTranslation } from 'react-i18next'
import { useDocumentMeta } from '../../components/navigation/use-document-meta.ts'
import { SearchForm } from '../../components/forms/search-form.tsx'
import { paths } from '../../config/paths.ts'

/** `instead`: a page that says more of what was asked for. */
export function NotFoundPage({ instead }: { instead?: string }) {
  const { t } = useTranslation()
  useDocumentMeta({ title: t('page.notFoundTitle'), noIndex: true })
  return (
    <Box sx={{ py: { xs: 6, md: 12 } }}>
      <Notice
        icon={TravelExploreRounded}
        heading="h1"
        title={t('page.notFoundTitle')}
        actions={
          <>
            <SearchForm />
            {instead !== undefined && (
              <Button variant="soft" href={instead}>
                {t('action.seeProduct')}
              </Button>
            )}
            <Button variant="contained" color="inherit" href={paths.home}>
              {t('action.home')}
            </Button>
          </>
        }
      >
        {t('page.notFoundText')}
      </Notice>
    </Box>
  )
}
