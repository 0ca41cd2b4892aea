import { ApiError } from '@e-events/shared/contract/client.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { ErrorNotice } from '../../../components/feedback/error-notice.tsx'
import { useDocumentMeta } from '../../../components/navigation/use-document-meta.ts'
import { paths } from '../../../config/paths.ts'
import { SpeakerPage, SpeakerPageSkeleton } from '../../../features/catalogue/speakers/components/speaker-page.tsx'
import { speakerPageQuery } from '../../../features/catalogue/speakers/queries.ts'
import { useLanguage } from '../../../lib/language.ts'
import { useServices } from '../../../lib/services.ts'
import { NotFoundPage } from '../not-found.tsx'

export function Component() {
  const { t } = useTranslation('speakers')
  const { api } = useServices()
  const { slug = '' } = useParams()
  const { data: speaker, error, isPending, isFetching, refetch } = useQuery(speakerPageQuery(api, { slug, language: useLanguage() }))
  useDocumentMeta({ title: speaker?.name, description: speaker?.bio.slice(0, 160) || speaker?.title })
  const navigate = useNavigate()
  const present = speaker?.slug
  // An address that they had before.
  useEffect(() => {
    if (present !== undefined && present !== slug) void navigate(paths.speaker(present), { replace: true })
  }, [present, slug, navigate])
  if (error instanceof ApiError && (error.code === 'NOT_FOUND' || error.code === 'VALIDATION_FAILED')) return <NotFoundPage />
  if (isPending) return <SpeakerPageSkeleton />
  if (!speaker)
    return <ErrorNotice error={error} onRetry={() => void refetch()} retrying={isFetching} title={t('page.error')} heading="h1" />
  return <SpeakerPage speaker={speaker} />
}
