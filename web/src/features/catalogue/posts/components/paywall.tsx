import type { PostTeaser } from '@e-events/shared/contract/catalogue/posts.ts'
import { money } from '@e-events/shared/ui/format.ts'
import LockOutlined from '@mui/icons-material/LockOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../../config/paths.ts'
import { useLanguage } from '../../../../lib/language.ts'
import type { Wall } from '../wall.ts'

/** Nothing lies behind it: the text is not on this side of the wire. */
export function Paywall({ post, wall }: { post: PostTeaser; wall: Wall }) {
  const { t } = useTranslation('posts')
  const language = useLanguage()
  const price = post.price && money(post.price.minor, post.price.currency, language)
  const action =
    wall === 'subscription' ? (
      <Button variant="contained" color="primary" size="large" href={paths.subscribe(post.channel.slug, post.slug)}>
        {t('wall.subscription.action')}
      </Button>
    ) : (
      <Button
        variant={wall === 'closed' ? 'soft' : 'contained'}
        color={wall === 'closed' ? 'inherit' : 'primary'}
        size="large"
        href={paths.product(post.slug)}
      >
        {wall === 'closed' ? t('wall.closed.action') : price ? t('wall.ticket.action', { price }) : t('wall.ticket.free')}
      </Button>
    )
  return (
    <Box sx={{ maxWidth: 720, mx: 'auto' }}>
      {/* Lines that nobody can read, because there are none: a hint that the text goes on. */}
      <Box aria-hidden sx={{ display: 'grid', gap: 1.5, maskImage: 'linear-gradient(#000, transparent)', mb: -2 }}>
        {[100, 96, 99, 88].map((width) => (
          <Box key={width} sx={{ height: 12, width: `${width}%`, borderRadius: 1, bgcolor: 'tint.neutral' }} />
        ))}
      </Box>
      <Card component="section" aria-labelledby="wall" sx={{ position: 'relative', p: { xs: 3, sm: 4 }, textAlign: 'center' }}>
        <Box
          aria-hidden
          sx={{
            width: 48,
            height: 48,
            mx: 'auto',
            display: 'grid',
            placeContent: 'center',
            borderRadius: '50%',
            bgcolor: 'tint.neutral',
            color: 'text.secondary',
          }}
        >
          <LockOutlined />
        </Box>
        <Typography variant="h3" component="h2" id="wall" sx={{ mt: 2 }}>
          {t(`wall.${wall}.title`)}
        </Typography>
        <Typography sx={{ mt: 1, color: 'text.secondary', maxWidth: '46ch', mx: 'auto' }}>
          {t(`wall.${wall}.text`, { channel: post.channel.title })}
        </Typography>
        {wall === 'ticket' && price && (
          <Typography variant="numeric" component="p" sx={{ mt: 2, mb: 0 }}>
            {price}
          </Typography>
        )}
        <Box sx={{ mt: 3 }}>{action}</Box>
        {post.words !== null && post.readingMinutes !== null && wall !== 'closed' && (
          <Typography variant="body2" className="tabular" sx={{ mt: 2, color: 'text.secondary' }}>
            {t('wall.length', { words: post.words, minutes: post.readingMinutes })}
          </Typography>
        )}
      </Card>
    </Box>
  )
}
