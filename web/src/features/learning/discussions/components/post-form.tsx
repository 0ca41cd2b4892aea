import { limits } from '@e-events/shared/limits.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorSnack } from '../../../../components/feedback/use-error-snack.ts'

interface PostFormProps {
  label: string
  action: string
  /** Text to begin with, of what is changed. */
  text?: string
  /** The person who pressed the button before writes next. */
  takesFocus?: boolean
  /** Its first letter was written. */
  onBegin?: () => void
  onSend: (text: string) => Promise<void>
  onCancel?: () => void
}

/** A field of text with its button; what could not be sent stays in it. */
export function PostForm({ label, action, text: before = '', takesFocus = false, onBegin, onSend, onCancel }: PostFormProps) {
  const { t } = useTranslation('discussions')
  const explain = useErrorSnack()
  const [text, setText] = useState(before)
  const [isSending, setSending] = useState(false)
  const send = async () => {
    if (text.trim() === '' || isSending) return
    setSending(true)
    try {
      await onSend(text.trim())
      setText('')
    } catch (error) {
      explain(error, { key: 'discussion', failure: 'dataUpdate' })
    }
    setSending(false)
  }
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
      sx={{ display: 'grid', gap: 1 }}
    >
      <TextField
        multiline
        minRows={2}
        size="small"
        label={label}
        value={text}
        inputRef={takesFocus ? focus : undefined}
        onChange={({ target }) => {
          if (text === '' && target.value !== '') onBegin?.()
          setText(target.value)
        }}
        slotProps={{ htmlInput: { maxLength: limits.discussionChars } }}
      />
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button type="submit" size="small" variant="soft" disabled={text.trim() === ''} loading={isSending}>
          {action}
        </Button>
        {onCancel && (
          <Button size="small" variant="text" onClick={onCancel}>
            {t('cancel')}
          </Button>
        )}
      </Box>
    </Box>
  )
}

const focus = (field: HTMLElement | null) => field?.focus()
