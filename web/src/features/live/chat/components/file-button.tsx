import type { ChatMessage } from '@e-events/shared/contract/live/chat.ts'
import { chatFiles } from '@e-events/shared/contract/live/chat-files.ts'
import DownloadRounded from '@mui/icons-material/DownloadRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorSnack } from '../../../../components/feedback/use-error-snack.ts'
import { bytes } from '../../../../lib/bytes.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { saveFile } from '../../../../lib/save-file.ts'
import { useServices } from '../../../../lib/services.ts'

/** A file that was sent in a meeting. */
export function FileButton({ id, slug, file }: { id: string; slug: string; file: NonNullable<ChatMessage['file']> }) {
  const { t } = useTranslation('chat')
  const { api } = useServices()
  const language = useLanguage()
  const explain = useErrorSnack()
  const [isLoading, setLoading] = useState(false)
  const load = async () => {
    setLoading(true)
    try {
      saveFile(await api.call(chatFiles.download, { params: { slug, id } }))
    } catch (error) {
      explain(error, { key: 'chat-file', retry: () => void load() })
    }
    setLoading(false)
  }
  const size = bytes(file.sizeBytes, language)
  return (
    <Button
      size="small"
      variant="soft"
      startIcon={<DownloadRounded />}
      loading={isLoading}
      loadingPosition="start"
      aria-label={t('file.download', { name: file.name, size })}
      onClick={() => void load()}
      sx={{ maxWidth: 1, my: 0.25, textAlign: 'start', overflowWrap: 'anywhere' }}
    >
      {file.name}
      <Box component="span" sx={{ ml: 1, typography: 'caption', color: 'text.secondary', whiteSpace: 'nowrap' }}>
        {size}
      </Box>
    </Button>
  )
}
