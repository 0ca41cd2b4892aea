import { useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { fieldWords } from '../../../../lib/form.ts'
import type { ProductFields } from '../fields.ts'
import { useSlots } from '../slots.ts'

interface PictureFieldProps {
  name: 'image' | 'secondaryImage' | 'heroImage' | 'adBanner'
  label: string
  required?: boolean
  ratio: '16:9' | '3:1'
  hint?: string
}

export function PictureField({ name, ...props }: PictureFieldProps) {
  const { t } = useTranslation()
  const { ImageField } = useSlots()
  const { field, fieldState } = useController<ProductFields, PictureFieldProps['name']>({ name })
  return (
    <ImageField {...props} failure="productImage" value={field.value} onChange={field.onChange} error={fieldWords(fieldState.error, t)} />
  )
}
