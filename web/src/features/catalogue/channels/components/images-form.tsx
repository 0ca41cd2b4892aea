import type { OwnChannelDetail } from '@e-events/shared/contract/catalogue/channels.ts'
import Box from '@mui/material/Box'
import { useState, type ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { FormSection } from '../../../../components/forms/form-section.tsx'
import { useSaveChannel } from '../use-save-channel.ts'
import { EditorForm, fieldStack } from './editor-form.tsx'

type Image = { id: string; url: string } | null
/** The upload field, given by whoever puts the page together. */
export type ImageFieldComponent = ComponentType<{
  label: string
  value: Image
  onChange: (value: Image) => void
  ratio: '16:9' | '1:1' | '3:1'
  hint?: string
  failure?: 'productImage' | 'channelImage'
}>

const kinds = [
  { kind: 'cover', ratio: '3:1' },
  { kind: 'profile', ratio: '1:1' },
  { kind: 'logo', ratio: '1:1' },
] as const
type Images = OwnChannelDetail['images']

export function ImagesForm({ channel, ImageField }: { channel: OwnChannelDetail; ImageField: ImageFieldComponent }) {
  const { t } = useTranslation('channels')
  const save = useSaveChannel(channel.slug)
  const [changed, setChanged] = useState<Partial<Images>>({})
  const [failure, setFailure] = useState<unknown>(null)
  const [isSubmitting, setSubmitting] = useState(false)
  const shown: Images = { ...channel.images, ...changed }
  const isDirty = kinds.some(({ kind }) => shown[kind]?.id !== channel.images[kind]?.id)
  const submit = async () => {
    setFailure(null)
    setSubmitting(true)
    try {
      const ids = Object.entries(changed).map(([kind, image]) => [`${kind}ImageId`, image?.id ?? null])
      await save(Object.fromEntries(ids) as Record<string, string | null>)
      setChanged({})
    } catch (error) {
      setFailure(error)
    } finally {
      setSubmitting(false)
    }
  }
  const isClosed = !channel.allowed.edit
  return (
    <EditorForm
      label={t('tab.images')}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
      onDiscard={() => setChanged({})}
      state={{ isDirty, isSubmitting, isValid: true }}
      failure={failure}
      action="channelImage"
      disabled={isClosed}
    >
      {kinds.map(({ kind, ratio }) => (
        <FormSection key={kind} title={t(`image.${kind}`)} note={t(`image.${kind}Note`)}>
          <Box component="fieldset" disabled={isClosed} sx={{ ...fieldStack, border: 0, m: 0, minWidth: 0 }}>
            <ImageField
              label={t(`image.${kind}`)}
              value={shown[kind]}
              onChange={(image) => setChanged((before) => ({ ...before, [kind]: image }))}
              ratio={ratio}
              failure="channelImage"
            />
          </Box>
        </FormSection>
      ))}
    </EditorForm>
  )
}
