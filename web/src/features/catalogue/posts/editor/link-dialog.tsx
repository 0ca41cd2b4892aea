import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import type { Editor } from '@tiptap/react'
import { useId, useState, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { toLinkAddress } from './link-address.ts'

/** A dialog of one question begins in its field. */
const focusFirst = (field: HTMLInputElement | null) => field?.focus()

interface LinkDialogProps {
  editor: Editor
  onClose: () => void
}

/** The link of what is selected; with nothing selected, its text is asked too. */
export function LinkDialog({ editor, onClose }: LinkDialogProps) {
  const { t } = useTranslation('posts')
  const { t: tc } = useTranslation('common')
  const id = useId()
  const known = String(editor.getAttributes('link')['href'] ?? '')
  const needsText = editor.state.selection.empty && known === ''
  const [typed, setTyped] = useState(known)
  const [text, setText] = useState('')
  const [isWrong, setWrong] = useState(false)

  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault()
    // The dialog stands in a form of the page in React's eyes, though not in the document.
    event.stopPropagation()
    const href = toLinkAddress(typed)
    if (href === undefined) return setWrong(true)
    if (needsText) {
      editor
        .chain()
        .focus()
        .insertContent([{ type: 'text', text: text.trim() || href, marks: [{ type: 'link', attrs: { href } }] }])
        .unsetMark('link')
        .run()
    } else editor.chain().focus().extendMarkRange('link').setLink({ href }).run()
    onClose()
  }
  const remove = () => {
    editor.chain().focus().extendMarkRange('link').unsetLink().run()
    onClose()
  }

  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby={`${id}-title`} disableRestoreFocus>
      <form onSubmit={onSubmit} noValidate>
        <DialogTitle id={`${id}-title`}>{t(known ? 'link.edit' : 'link.add')}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2, pt: '8px !important' }}>
          <TextField
            inputRef={focusFirst}
            required
            label={t('link.address')}
            type="url"
            inputMode="url"
            autoComplete="off"
            placeholder="https://"
            value={typed}
            error={isWrong}
            helperText={isWrong ? t('link.wrong') : t('link.hint')}
            onChange={(event) => {
              setTyped(event.target.value)
              setWrong(false)
            }}
          />
          {needsText && <TextField label={t('link.text')} value={text} onChange={(event) => setText(event.target.value)} />}
        </DialogContent>
        <DialogActions>
          {known && (
            <Button variant="text" onClick={remove} sx={{ mr: 'auto' }}>
              {t('link.remove')}
            </Button>
          )}
          <Button variant="text" onClick={onClose}>
            {tc('action.cancel')}
          </Button>
          <Button type="submit" variant="contained">
            {t('link.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
