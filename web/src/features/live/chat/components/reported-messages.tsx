import { chat } from '@e-events/shared/contract/live/chat.ts'
import { chatReports } from '@e-events/shared/contract/live/chat-reports.ts'
import { queryKey } from '@e-events/shared/contract/endpoint.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useErrorSnack } from '../../../../components/feedback/use-error-snack.ts'
import { useServices } from '../../../../lib/services.ts'
import type { ChatStore } from '@e-events/shared/client/chat-store.ts'

/** Messages that viewers reported, for moderators: each is removed or stands. */
export function ReportedMessages({ slug, store }: { slug: string; store: ChatStore }) {
  const { t } = useTranslation('chat')
  const { api } = useServices()
  const queries = useQueryClient()
  const explain = useErrorSnack()
  const key = queryKey(chatReports.list, { params: { slug } })
  const { data } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.call(chatReports.list, { params: { slug } }, { signal }),
    staleTime: 0,
  })
  const attempt = async (work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (error) {
      explain(error, { key: 'chat' })
    }
    await queries.invalidateQueries({ queryKey: key })
  }
  if (!data || data.items.length === 0) return null
  return (
    <Box>
      <Typography component="h3" variant="subtitle2" sx={{ mb: 0.5 }}>
        {t('settings.reported')}
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {data.items.map(({ message: { id, name, text }, reports }) => {
          const params = { slug, id }
          return (
            <Box component="li" key={id} sx={{ py: 0.75 }}>
              <Box sx={{ overflowWrap: 'anywhere', typography: 'body2' }}>
                <Box component="strong" sx={{ fontWeight: 620 }}>
                  {name}
                </Box>{' '}
                {text}
                <Box sx={{ typography: 'caption', color: 'text.secondary' }}>{t('settings.reports', { count: reports })}</Box>
              </Box>
              <Button
                size="small"
                variant="text"
                color="error"
                aria-label={`${t('settings.removeReported')}: ${text}`}
                onClick={() => void attempt(async () => store.learn([await api.call(chat.remove, { params })]))}
              >
                {t('settings.removeReported')}
              </Button>
              <Button
                size="small"
                variant="text"
                aria-label={`${t('settings.dismiss')}: ${text}`}
                onClick={() => void attempt(() => api.call(chatReports.dismiss, { params }))}
              >
                {t('settings.dismiss')}
              </Button>
            </Box>
          )
        })}
      </Box>
    </Box>
  )
}
