import Avatar from '@mui/material/Avatar'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { portrait } from '@e-events/shared/ui/art/portrait.ts'
import { userId } from '@e-events/shared/domain/ids.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { Page } from '../../../components/layout/page.tsx'
import { ErrorNotice } from '../../../components/feedback/error-notice.tsx'
import { useDocumentMeta } from '../../../components/navigation/use-document-meta.ts'
import { profileQuery } from '../../../features/people/account/queries.ts'
import { useServices } from '../../../lib/services.ts'
import { NotFoundPage } from '../not-found.tsx'

const links = ['web', 'instagram', 'youtube', 'facebook', 'twitter', 'linkedin'] as const

export function Component() {
  const { t } = useTranslation('account')
  const { t: tc } = useTranslation('common')
  const { api } = useServices()
  const { id = '' } = useParams()
  const isId = userId.safeParse(id).success
  const { data, isPending, isFetching, error, refetch } = useQuery({ ...profileQuery(api, id), enabled: isId })
  const name = data ? `${data.name} ${data.surname}`.trim() : ''
  useDocumentMeta({ title: data ? t('profile.title', { name }) : undefined, noIndex: true })
  // Somebody who shows nothing looks like nobody; so does an address that cannot be a person's.
  if (!isId || data === null) return <NotFoundPage />
  const shown = data ? links.flatMap((link) => (data[link] === null ? [] : [{ link, href: data[link] }])) : []
  return (
    <Page maxWidth={760} sx={{ pt: { xs: 3, md: 6 } }}>
      <Card sx={{ p: { xs: 2.5, sm: 4 }, borderRadius: '20px' }}>
        {isPending && (
          <Box role="status" aria-label={tc('page.loading')} sx={{ display: 'flex', gap: 3, alignItems: 'center' }}>
            <Skeleton variant="circular" width={112} height={112} />
            <Skeleton width={220} height={40} />
          </Box>
        )}
        {!isPending && !data && <ErrorNotice error={error} onRetry={() => void refetch()} retrying={isFetching} heading="h1" />}
        {data && (
          <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0,1fr)', sm: '112px minmax(0,1fr)' }, gap: 3 }}>
            <Avatar src={data.avatarUrl ?? portrait(name)} alt="" sx={{ width: 112, height: 112 }} />
            <Box sx={{ minWidth: 0 }}>
              <Typography variant="h1" sx={{ overflowWrap: 'anywhere' }}>
                {name}
              </Typography>
              <Typography
                component="div"
                sx={{ mt: 1.5, whiteSpace: 'pre-line', overflowWrap: 'anywhere', ...(data.description ? {} : { color: 'text.secondary' }) }}
              >
                {data.description || t('profile.empty')}
              </Typography>
              {shown.length > 0 && (
                <Box
                  component="ul"
                  aria-label={t('profile.links', { name })}
                  sx={{ listStyle: 'none', m: 0, mt: 3, p: 0, display: 'flex', flexWrap: 'wrap', columnGap: 2.5, rowGap: 1 }}
                >
                  {shown.map(({ link, href }) => (
                    <li key={link}>
                      <Link href={href} rel="noopener noreferrer nofollow ugc" target="_blank">
                        {t(`general.${link}`)}
                      </Link>
                    </li>
                  ))}
                </Box>
              )}
            </Box>
          </Box>
        )}
      </Card>
    </Page>
  )
}
