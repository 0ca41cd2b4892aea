import type { ReactNode } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { fieldWords } from './form.ts'

/** What every text field of a form is given: its registration, and below it what is wrong, or else its help. */
export function useFieldProps<F extends FieldValues>(form: Pick<UseFormReturn<F>, 'register' | 'getFieldState' | 'formState'>) {
  const { t } = useTranslation()
  return (name: Path<F>, label: string, help?: ReactNode) => {
    const { error } = form.getFieldState(name, form.formState)
    return { ...form.register(name), label, error: error !== undefined, helperText: fieldWords(error, t) ?? help }
  }
}
