import { chatFiles } from '@e-events/shared/contract/live/chat-files.ts'
import { documentExtensions, isDocumentName } from '@e-events/shared/domain/document-files.ts'
import { limits } from '@e-events/shared/limits.ts'
import AttachFileRounded from '@mui/icons-material/AttachFileRounded'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorSnack } from '../../../../components/feedback/use-error-snack.ts'
import { useSnacks } from '../../../../components/feedback/use-snacks.ts'
import { useServices } from '../../../../lib/services.ts'
import type { ChatStore } from '@e-events/shared/client/chat-store.ts'

const megabytes = limits.chatFileBytes / 1024 / 1024
const accept = documentExtensions.map((extension) => `.${extension}`).join(',')

/** Sends a file to everybody in the meeting. */
export function AttachFile({ slug, store, isDisabled }: { slug: string; store: ChatStore; isDisabled: boolean }) {
  const { t } = useTranslation('chat')
  const { api } = useServices()
  const snacks = useSnacks()
  const explain = useErrorSnack()
  const input = useRef<HTMLInputElement>(null)
  const [sending, setSending] = useState<string | null>(null)
  const send = async (file: File) => {
    if (file.size > limits.chatFileBytes) return snacks.error(t('file.tooBig', { mb: megabytes }), { key: 'chat-file' })
    if (!isDocumentName(file.name)) return snacks.error(t('file.format'), { key: 'chat-file' })
    const query = { filename: file.name.slice(-255), clientId: crypto.randomUUID() }
    const attempt = async (): Promise<void> => {
      setSending(file.name)
      try {
        const upload = { contentType: 'application/octet-stream', bytes: new Uint8Array(await file.arrayBuffer()) }
        store.learn([await api.call(chatFiles.send, { params: { slug }, query, upload })])
      } catch (error) {
        // Under the same id: what arrived after all does not arrive twice.
        explain(error, { key: 'chat-file', retry: () => void attempt() })
      }
      setSending(null)
    }
    await attempt()
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        aria-label={t('file.attach', { mb: megabytes })}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = ''
          if (file) void send(file)
        }}
      />
      <IconButton
        size="small"
        aria-label={t('file.attach', { mb: megabytes })}
        disabled={isDisabled}
        loading={sending !== null}
        onClick={() => input.current?.click()}
        sx={{ width: 36, height: 36 }}
      >
        <AttachFileRounded />
      </IconButton>
      <Box role="status" className="visually-hidden">
        {sending !== null && t('file.sending', { name: sending })}
      </Box>
    </>
  )
}
