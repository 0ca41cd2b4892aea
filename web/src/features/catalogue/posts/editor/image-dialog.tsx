import { fileAddress } from '@e-events/shared/contract/addresses.ts'
import { limits } from '@e-events/shared/limits.ts'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import type { Editor } from '@tiptap/react'
import { useId, useState, type ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import type { PostImageFieldProps } from '../components/post-editor.tsx'

interface ImageDialogProps {
  editor: Editor
  ImageField: ComponentType<PostImageFieldProps>
  onClose: () => void
}

export function ImageDialog({ editor, ImageField, onClose }: ImageDialogProps) {
  const { t } = useTranslation('posts')
  const { t: tc } = useTranslation('common')
  const id = useId()
  const [image, setImage] = useState<{ id: string; url: string } | null>(null)
  const [alt, setAlt] = useState('')
  const insert = () => {
    if (!image) return
    editor
      .chain()
      .focus()
      .setImage({ src: fileAddress(image.id), alt: alt.trim() })
      .run()
    onClose()
  }
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={`${id}-title`} disableRestoreFocus>
      <DialogTitle id={`${id}-title`}>{t('image.add')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2, pt: '8px !important' }}>
        <ImageField label={t('image.file')} required value={image} onChange={setImage} ratio="16:9" />
        <TextField
          label={t('image.alt')}
          helperText={t('image.altHint')}
          value={alt}
          onChange={(event) => setAlt(event.target.value)}
          slotProps={{ htmlInput: { maxLength: limits.postImageAltChars } }}
        />
      </DialogContent>
      <DialogActions>
        <Button variant="text" onClick={onClose}>
          {tc('action.cancel')}
        </Button>
        <Button variant="contained" disabled={!image} onClick={insert}>
          {t('image.insert')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
