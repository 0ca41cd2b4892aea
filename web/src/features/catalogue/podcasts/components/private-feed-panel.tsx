import type { NewPrivateFeed, PrivateFeed } from '@e-events/shared/contract/catalogue/podcasts.ts'
import { date } from '@e-events/shared/ui/format.ts'
import ContentCopyRounded from '@mui/icons-material/ContentCopyRounded'
import RssFeedRounded from '@mui/icons-material/RssFeedRounded'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Skeleton from '@mui/material/Skeleton'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../../components/feedback/confirm-dialog.tsx'
import { ErrorNotice } from '../../../../components/feedback/error-notice.tsx'
import { FailureAlert } from '../../../../components/feedback/failure-alert.tsx'
import { useSnacks } from '../../../../components/feedback/use-snacks.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices } from '../../../../lib/services.ts'
import { privateFeedMutations, privateFeedsQuery } from '../queries.ts'

interface PrivateFeedPanelProps {
  /** Channels whose podcasts this account may hear. */
  channels: readonly { slug: string; title: string }[]
  /** Leaves the feeds of other channels out. */
  only?: string
}

/** A feed of one's own for podcast apps: its address is a key, shown when it is made and never again. */
export function PrivateFeedPanel({ channels, only }: PrivateFeedPanelProps) {
  const { t } = useTranslation('podcasts')
  const { api } = useServices()
  const id = useId()
  const feeds = useQuery(privateFeedsQuery(api))
  // Made here: the list does not tell an address again.
  const [made, setMade] = useState<NewPrivateFeed | null>(null)
  const items = (feeds.data?.items ?? []).filter((feed) => only === undefined || feed.channel.slug === only)
  const shown = [
    ...items.map((feed) => ({ channel: feed.channel, feed })),
    ...channels.filter(({ slug }) => !items.some((feed) => feed.channel.slug === slug)).map((channel) => ({ channel, feed: null })),
  ]
  // Nothing to hear: nobody is told about feeds, not even while the list is on its way.
  if (shown.length === 0) return null
  return (
    <Card component="section" aria-labelledby={id} sx={{ mt: 3, p: { xs: 2, sm: 3 }, borderRadius: '16px' }}>
      <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'center' }}>
        <RssFeedRounded aria-hidden sx={{ color: 'text.secondary' }} />
        <Typography variant="h4" component="h2" id={id} sx={{ m: 0 }}>
          {t('feed.title')}
        </Typography>
      </Box>
      <Typography variant="body2" sx={{ mt: 0.5, color: 'text.secondary', maxWidth: '64ch' }}>
        {t('feed.text')}
      </Typography>
      {feeds.isPending && <Skeleton aria-hidden height={64} sx={{ mt: 1 }} />}
      {feeds.isError && !feeds.data && (
        <ErrorNotice error={feeds.error} onRetry={() => void feeds.refetch()} retrying={feeds.isFetching} heading="h2" />
      )}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, mt: 1 }}>
        {feeds.data &&
          shown.map(({ channel, feed }) => (
            <Box
              component="li"
              key={channel.slug}
              sx={{ borderTop: 1, borderColor: 'border.subtle', py: 2, '&:first-of-type': { border: 0 } }}
            >
              <FeedRow channel={channel} feed={feed} url={made !== null && made.id === feed?.id ? made.url : null} onMade={setMade} />
            </Box>
          ))}
      </Box>
    </Card>
  )
}

interface FeedRowProps {
  channel: { slug: string; title: string }
  feed: PrivateFeed | null
  url: string | null
  onMade: (feed: NewPrivateFeed | null) => void
}

function FeedRow({ channel, feed, url, onMade }: FeedRowProps) {
  const { t } = useTranslation('podcasts')
  const { api, queries } = useServices()
  const language = useLanguage()
  const snacks = useSnacks()
  const [asks, setAsks] = useState<'rotate' | 'revoke' | null>(null)
  const act = privateFeedMutations(api, queries)
  const create = useMutation({ ...act.create, onSuccess: onMade })
  const rotate = useMutation({
    ...act.rotate,
    onSuccess: (fresh) => {
      onMade(fresh)
      setAsks(null)
    },
  })
  const revoke = useMutation({
    ...act.revoke,
    onSuccess: () => {
      onMade(null)
      setAsks(null)
      snacks.success(t('feed.revoked'), { key: 'private-feed' })
    },
  })
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url ?? '')
      snacks.success(t('feed.copied'), { key: 'private-feed' })
    } catch {
      snacks.warning(t('feed.copyFailed'), { key: 'private-feed' })
    }
  }
  const facts = feed && [
    t('feed.since', { date: date(feed.createdAt, 'day', language) }),
    feed.lastReadAt ? t('feed.read', { date: date(feed.lastReadAt, 'dayTime', language) }) : t('feed.neverRead'),
  ]
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
        <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
          <Typography variant="h6" component="h3" noWrap>
            {channel.title}
          </Typography>
          <Typography variant="body2" className="tabular" sx={{ color: 'text.secondary' }}>
            {facts ? facts.join(' · ') : t('feed.none')}
          </Typography>
        </Box>
        {feed ? (
          <Box sx={{ display: 'flex', gap: 1 }}>
            <Button
              size="small"
              variant="text"
              onClick={() => setAsks('revoke')}
              aria-label={t('feed.revokeOf', { channel: channel.title })}
            >
              {t('feed.revoke')}
            </Button>
            <Button size="small" onClick={() => setAsks('rotate')} aria-label={t('feed.rotateOf', { channel: channel.title })}>
              {t('feed.rotate')}
            </Button>
          </Box>
        ) : (
          <Button
            size="small"
            loading={create.isPending}
            onClick={() => create.mutate(channel.slug)}
            aria-label={t('feed.createOf', { channel: channel.title })}
          >
            {t('feed.create')}
          </Button>
        )}
      </Box>
      {url !== null && (
        <Alert severity="success" sx={{ mt: 1.5, '& .MuiAlert-message': { flex: 1, minWidth: 0 } }}>
          {t('feed.once')}
          <Box sx={{ display: 'flex', gap: 1, mt: 1, alignItems: 'end' }}>
            <TextField
              fullWidth
              size="small"
              label={t('feed.address')}
              value={url}
              slotProps={{
                input: { readOnly: true },
                htmlInput: { onFocus: (event: { target: HTMLInputElement }) => event.target.select() },
              }}
            />
            <Button startIcon={<ContentCopyRounded />} onClick={() => void copy()}>
              {t('feed.copy')}
            </Button>
          </Box>
        </Alert>
      )}
      <FailureAlert error={create.error} failure="dataUpdate" />
      <ConfirmDialog
        open={asks === 'rotate'}
        title={t('feed.rotateTitle')}
        confirmLabel={t('feed.rotate')}
        busy={rotate.isPending}
        onConfirm={() => feed && rotate.mutate(feed.id)}
        onClose={() => setAsks(null)}
      >
        {t('feed.rotateText')}
        <FailureAlert error={rotate.error} failure="dataUpdate" />
      </ConfirmDialog>
      <ConfirmDialog
        open={asks === 'revoke'}
        destructive
        title={t('feed.revokeTitle')}
        confirmLabel={t('feed.revoke')}
        busy={revoke.isPending}
        onConfirm={() => feed && revoke.mutate(feed.id)}
        onClose={() => setAsks(null)}
      >
        {t('feed.revokeText')}
        <FailureAlert error={revoke.error} failure="dataUpdate" />
      </ConfirmDialog>
    </>
  )
}
