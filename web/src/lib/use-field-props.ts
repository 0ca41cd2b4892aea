import type { ReactNode } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { fieldWords } from './form.ts'

/** Props of a text field: its registration, and below it the error, or else its help. */
export function useFieldProps<F extends FieldValues>(form: Pick<UseFormReturn<F>, 'register' | 'getFieldState' | 'formState'>) {
  const { t } = useTranslation()
  return (name: Path<F>, label: string, help?: ReactNode) => {
    const { error } = form.getFieldState(name, form.formState)
    return { ...form.register(name), label, error: error !== undefined, helperText: fieldWords(error, t) ?? help }
  }
}
