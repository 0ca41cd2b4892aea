import type { Post, PostTeaser } from '@e-events/shared/contract/catalogue/posts.ts'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { ErrorNotice } from '../../../components/feedback/error-notice.tsx'
import { MediaCard } from '../../../components/media/media-card.tsx'
import { Rail } from '../../../components/media/rail.tsx'
import { useDocumentMeta } from '../../../components/navigation/use-document-meta.ts'
import { useSlow } from '../../../components/use-slow.ts'
import { Paywall } from '../../../features/catalogue/posts/components/paywall.tsx'
import { PostBody } from '../../../features/catalogue/posts/components/post-body.tsx'
import { PostHeader } from '../../../features/catalogue/posts/components/post-header.tsx'
import { PostSkeleton } from '../../../features/catalogue/posts/components/post-skeleton.tsx'
import { ReadingProgress } from '../../../features/catalogue/posts/components/reading-progress.tsx'
import { postQuery, teaserQuery } from '../../../features/catalogue/posts/queries.ts'
import { wallOf } from '../../../features/catalogue/posts/wall.ts'
import { useLanguage } from '../../../lib/language.ts'
import { useServices } from '../../../lib/services.ts'

/**
 * /posts/{slug}: the router lets only logged-in people in; whoever may not read the text sees what everybody may know,
 * and how to get it.
 */
export function Component() {
  const { t } = useTranslation('posts')
  const { t: tc } = useTranslation('common')
  const { api } = useServices()
  const { slug = '' } = useParams()
  const language = useLanguage()
  const post = useQuery({ ...postQuery(api, { slug, language }), placeholderData: (known) => (known?.slug === slug ? known : undefined) })
  const wall = wallOf(post.error)
  const teaser = useQuery({ ...teaserQuery(api, { slug, language }), enabled: wall !== null })
  // A text that may no longer be read goes, also from a page that was open.
  const shown: PostTeaser | undefined = wall === null ? post.data : teaser.data
  const error = wall === null ? post.error : teaser.error
  const isPending = !shown && !error
  const slow = useSlow(isPending)
  const retry = () => void (wall === null ? post.refetch() : teaser.refetch())
  useDocumentMeta({
    title: shown ? (shown.seo.title ?? shown.title) : error ? tc('error.missing.title') : undefined,
    description: shown && (shown.seo.description ?? shown.excerpt),
    imageUrl: shown?.posterUrl,
    noIndex: shown !== undefined && shown.status !== 'published',
  })
  return (
    <>
      <Box sx={{ px: 'var(--ee-gutter)', pt: { xs: 3, md: 6 }, pb: 6 }}>
        {isPending && (
          <>
            <h1 className="visually-hidden">{tc('page.loading')}</h1>
            <Box role="status" className="visually-hidden">
              {slow ? t('read.slow') : ''}
            </Box>
            <PostSkeleton />
          </>
        )}
        {!shown && error && (
          <Box sx={{ py: 8 }}>
            <ErrorNotice
              error={error}
              onRetry={retry}
              retrying={post.isFetching || teaser.isFetching}
              title={t('read.error')}
              heading="h1"
            />
          </Box>
        )}
        {shown && wall === null && post.isRefetchError && (
          <Alert
            severity="warning"
            sx={{ mb: 3, maxWidth: 720, mx: 'auto' }}
            action={
              <Button size="small" variant="text" onClick={retry} loading={post.isFetching}>
                {tc('action.retry')}
              </Button>
            }
          >
            {t('read.stale')}
          </Alert>
        )}
        {shown && shown.status !== 'published' && (
          <Alert severity="info" sx={{ mb: 3, maxWidth: 720, mx: 'auto' }}>
            {t('read.preview')}
          </Alert>
        )}
        {shown && (
          <article>
            <PostHeader post={shown} />
            <Box sx={{ mt: { xs: 4, md: 6 } }}>{wall === null ? <Text post={post.data} /> : <Paywall post={shown} wall={wall} />}</Box>
          </article>
        )}
      </Box>
      {shown && shown.related.length > 0 && (
        <Box sx={{ maxWidth: 1440, mx: 'auto', pb: 4 }}>
          <Rail title={t('read.related')}>
            {shown.related.map((related) => (
              <li key={related.id}>
                <MediaCard product={related} />
              </li>
            ))}
          </Rail>
        </Box>
      )}
    </>
  )
}

function Text({ post }: { post: Post | undefined }) {
  const { t } = useTranslation('posts')
  const language = useLanguage()
  const text = useRef<HTMLDivElement>(null)
  if (!post) return null
  if (post.html === '') return <Typography sx={{ maxWidth: 720, mx: 'auto', color: 'text.secondary' }}>{t('read.empty')}</Typography>
  return (
    <Box ref={text}>
      <ReadingProgress of={text} />
      {post.language !== null && post.language !== language && (
        <Typography variant="body2" sx={{ maxWidth: 720, mx: 'auto', mb: 3, color: 'text.secondary' }}>
          {t('read.otherLanguage', { language: t(`language.${post.language}`) })}
        </Typography>
      )}
      <PostBody html={post.html} language={post.language} />
    </Box>
  )
}
