import { useQuery } from '@tanstack/react-query'
import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../../components/feedback/error-notice.tsx'
import { HelpSkeleton } from '../../../features/guidance/help/components/help-skeleton.tsx'
import type { HelpSection } from '../../../features/guidance/help/help-content.ts'
import { helpQuery } from '../../../features/guidance/help/queries.ts'
import { useLanguage } from '../../../lib/language.ts'

/** Every help page needs the guides of the page's language; their files may fail to come like anything else. */
export function HelpPage({ children }: { children: (sections: HelpSection[]) => ReactNode }) {
  const { t } = useTranslation('help')
  const guides = useQuery(helpQuery(useLanguage()))
  if (guides.data) return children(guides.data)
  return (
    <Box sx={{ px: 'var(--ee-gutter)', py: { xs: 4, md: 7 } }}>
      {guides.isError ? (
        <ErrorNotice
          error={guides.error}
          title={t('error')}
          heading="h1"
          onRetry={() => void guides.refetch()}
          retrying={guides.isFetching}
        />
      ) : (
        <HelpSkeleton />
      )}
    </Box>
  )
}
