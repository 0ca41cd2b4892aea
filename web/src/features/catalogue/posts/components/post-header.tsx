import type { PostTeaser } from '@e-events/shared/contract/catalogue/posts.ts'
import { date } from '@e-events/shared/ui/format.ts'
import Avatar from '@mui/material/Avatar'
import AvatarGroup from '@mui/material/AvatarGroup'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { Picture } from '../../../../components/media/picture.tsx'
import { paths } from '../../../../config/paths.ts'
import { useLanguage } from '../../../../lib/language.ts'

/** Title, who wrote it, when, and how long it takes: what a reader decides by. */
export function PostHeader({ post }: { post: PostTeaser }) {
  const { t } = useTranslation('posts')
  const language = useLanguage()
  const facts = [
    post.publishedAt && date(post.publishedAt, 'day', language),
    post.readingMinutes !== null && t('read.minutes', { minutes: post.readingMinutes }),
  ].filter(Boolean)
  return (
    <Box component="header">
      <Box sx={{ maxWidth: 720, mx: 'auto' }}>
        <Typography variant="label" component="p" sx={{ m: 0, color: 'text.secondary' }}>
          <Link href={paths.channel(post.channel.slug)}>{post.channel.title}</Link>
          {post.category && ` · ${post.category}`}
        </Typography>
        <Typography
          variant="display"
          component="h1"
          sx={{ mt: 1.5, fontSize: { xs: 34, sm: 44, md: 54 }, textWrap: 'balance', overflowWrap: 'anywhere' }}
        >
          {post.title}
        </Typography>
        {post.excerpt && (
          <Typography variant="subtitle1" component="p" sx={{ mt: 2, mb: 0, color: 'text.secondary', fontSize: { md: 20 } }}>
            {post.excerpt}
          </Typography>
        )}
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, mt: 3, flexWrap: 'wrap' }}>
          {post.authors.length > 0 && (
            <AvatarGroup max={3} sx={{ '& .MuiAvatar-root': { width: 40, height: 40, fontSize: 16 } }}>
              {post.authors.map((author) => (
                <Avatar key={author.id} alt="" src={author.imageUrl ?? undefined}>
                  {author.name.slice(0, 1)}
                </Avatar>
              ))}
            </AvatarGroup>
          )}
          <Box sx={{ typography: 'body2', minWidth: 0 }}>
            {post.authors.length > 0 && (
              <Box sx={{ fontWeight: 580 }}>
                {post.authors.map((author, index) => (
                  <Fragment key={author.id}>
                    {index > 0 && ', '}
                    <Link href={paths.speaker(author.slug)} color="inherit">
                      {author.name}
                    </Link>
                  </Fragment>
                ))}
              </Box>
            )}
            <Box className="tabular" sx={{ color: 'text.secondary' }}>
              {facts.join(' · ')}
            </Box>
          </Box>
        </Box>
      </Box>
      {(post.heroUrl ?? post.posterUrl) && (
        <Picture
          src={post.heroUrl ?? post.posterUrl}
          alt=""
          eager
          sizes="(min-width: 1144px) 1080px, 94vw"
          fallback={{ title: post.title, kicker: post.channel.title }}
          sx={{ mt: { xs: 3, md: 5 }, borderRadius: '20px', maxWidth: 1080, mx: 'auto' }}
        />
      )}
    </Box>
  )
}
