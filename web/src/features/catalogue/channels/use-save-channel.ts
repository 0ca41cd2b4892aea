import { channels, type OwnChannelDetail, type updateChannelBody } from '@e-events/shared/contract/catalogue/channels.ts'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { useSnacks } from '../../../components/feedback/use-snacks.ts'
import { useLanguage } from '../../../lib/language.ts'
import { useServices } from '../../../lib/services.ts'
import { useQueryClient } from '@tanstack/react-query'
import { learnChannel } from './queries.ts'

/** Sends a part of a channel; what comes back is what every part shows from then on. */
export function useSaveChannel(slug: string): (body: z.input<typeof updateChannelBody>) => Promise<OwnChannelDetail> {
  const { t } = useTranslation('channels')
  const { api } = useServices()
  const queries = useQueryClient()
  const snacks = useSnacks()
  const language = useLanguage()
  return async (body) => {
    const saved = await api.call(channels.update, { params: { slug }, body })
    await learnChannel(queries, saved, language)
    snacks.success(t('editor.saved'), { key: 'channel' })
    return saved
  }
}
