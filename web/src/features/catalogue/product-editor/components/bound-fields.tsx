import { isPlainField } from '@e-events/shared/contract/catalogue/plain-fields.ts'
import MenuItem from '@mui/material/MenuItem'
import TextField, { type TextFieldProps } from '@mui/material/TextField'
import type { ReactNode } from 'react'
import { useController, type FieldPathByValue } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { CountedField } from '../../../../components/forms/counted-field.tsx'
import { DateTimeField } from '../../../../components/forms/date-time-field.tsx'
import { SwitchRow } from '../../../../components/forms/switch-row.tsx'
import { TagsField } from '../../fields/tags-field.tsx'
import { fieldWords } from '../../../../lib/form.ts'
import type { ProductFields } from '../fields.ts'
import { typedValue } from '../mapping.ts'

export type TextPath = FieldPathByValue<ProductFields, string | number | null>
type MomentPath = FieldPathByValue<ProductFields, string | null>
type SwitchPath = FieldPathByValue<ProductFields, boolean>

/** A field of the form by its name: its value, and what is wrong with it in words. */
export function useField<
  P extends TextPath | MomentPath | SwitchPath | 'tags' | 'labels' | 'categories' | 'speakers' | 'bundle' | 'sessions',
>(name: P) {
  const { t } = useTranslation()
  const { field, fieldState } = useController<ProductFields, P>({ name })
  return { field, error: fieldWords(fieldState.error, t), invalid: fieldState.invalid }
}

/** A field that is typed as text: an empty input is the contract's null, digits are its number. */
export function useTextField(name: TextPath) {
  const { field, error } = useField(name)
  const { ref, value, onChange, ...rest } = field
  const onText = ({ target }: { target: { value: string } }) => onChange(isPlainField(name) ? typedValue(name, target.value) : target.value)
  return { bound: { ...rest, value: String(value ?? ''), onChange: onText }, ref, error }
}

interface BoundTextProps extends Omit<TextFieldProps, 'name' | 'value' | 'onChange' | 'onBlur' | 'error'> {
  name: TextPath
  label: string
}

export function BoundText({ name, helperText, ...props }: BoundTextProps) {
  const { bound, ref, error } = useTextField(name)
  return <TextField {...props} {...bound} inputRef={ref} error={error !== undefined} helperText={error ?? helperText} />
}

interface BoundCountedProps extends BoundTextProps {
  max?: number
  recommended?: number
}

export function BoundCounted({ name, helperText, max, recommended, ...props }: BoundCountedProps) {
  const { bound, ref, error } = useTextField(name)
  return (
    <CountedField
      {...props}
      {...bound}
      inputRef={ref}
      error={error !== undefined}
      helperText={error ?? helperText}
      {...(max === undefined ? {} : { max })}
      {...(recommended === undefined ? {} : { recommended })}
    />
  )
}

interface BoundSelectProps extends BoundTextProps {
  options: readonly { value: string; label: string }[]
}

export function BoundSelect({ options, ...props }: BoundSelectProps) {
  return (
    <BoundText {...props} select>
      {options.map(({ value, label }) => (
        <MenuItem key={value} value={value}>
          {label}
        </MenuItem>
      ))}
    </BoundText>
  )
}

interface BoundMomentProps {
  name: MomentPath
  label: string
  required?: boolean
  disabled?: boolean
  helperText?: ReactNode
}

export function BoundMoment({ name, helperText, ...props }: BoundMomentProps) {
  const { field, error } = useField(name)
  return (
    <DateTimeField
      {...props}
      value={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      error={error !== undefined}
      helperText={error ?? helperText}
    />
  )
}

interface BoundSwitchProps {
  name: SwitchPath
  label: string
  note?: ReactNode
  disabled?: boolean
}

export function BoundSwitch({ name, ...props }: BoundSwitchProps) {
  const { field } = useField(name)
  return <SwitchRow {...props} checked={field.value} onChange={field.onChange} />
}

interface BoundTagsProps {
  name: 'tags' | 'labels'
  label: string
  maxTags: number
  maxChars: number
  placeholder?: string
  helperText?: ReactNode
}

export function BoundTags({ name, ...props }: BoundTagsProps) {
  const { field, error } = useField(name)
  return (
    <TagsField
      {...props}
      value={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      {...(error === undefined ? {} : { error: true, helperText: error })}
    />
  )
}
