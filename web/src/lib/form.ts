import { ApiError } from '@e-events/shared/contract/client.ts'
import type { TFunction } from 'i18next'
import {
  get,
  set,
  type FieldError,
  type FieldErrors,
  type FieldValues,
  type Path,
  type Resolver,
  type UseFormReturn,
  type UseFormSetError,
} from 'react-hook-form'
import type { z } from 'zod'

/**
 * Given to `reset` where what is stored replaces what was typed: the form's own `resetOptions` hold for every reset,
 * not only for new `values`.
 */
export const replaceTyped = { keepDirtyValues: false } as const

/** Rules that a field can break, by the name of their text (`rule.*` of the shell's texts). */
export const fieldRules = [
  'required',
  'select',
  'accept',
  'email',
  'url',
  'phone',
  'format',
  'characters',
  'too_big',
  'mismatch',
  'password',
  'password_same',
  'password_common',
  'password_own_words',
  'domain',
  'taken',
  'wrong',
  'has',
  'number',
  'at_least',
  'positive',
  'slug_taken',
  'decimals',
  'order',
  'past',
  'twice',
  'range',
  'offer_cap',
  'embed',
] as const
export type FieldRule = (typeof fieldRules)[number]
export const isFieldRule = (rule: string): rule is FieldRule => (fieldRules as readonly string[]).includes(rule)

export interface ResolverOptions {
  /** Pairs that have to be the same, the repetition second. Checked at once, not only when all the rest is right. */
  same?: readonly (readonly [field: string, repetition: string])[]
  /** Fields that a form holds as an empty text and the contract as null. */
  nullable?: readonly string[]
  /** Rules of this form only: the rule that a field breaks. */
  extra?: (values: FieldValues) => Partial<Record<string, FieldRule>>
}

/**
 * Validates a form with the contract's own schema; each error is named after its rule, so that it can be said in the
 * reader's language.
 */
export function contractResolver<S extends z.ZodType<FieldValues, FieldValues>>(
  schema: S,
  { same = [], nullable = [], extra }: ResolverOptions = {},
): Resolver<z.input<S>, unknown, z.output<S>> {
  return (raw: FieldValues) => {
    const values = { ...raw }
    for (const name of nullable) if (typeof values[name] === 'string' && values[name].trim() === '') values[name] = null
    const parsed = schema.safeParse(values)
    const errors: Record<string, FieldError> = {}
    const add = (name: string, rule: FieldRule, message = '') => (errors[name] ??= { type: rule, message })
    for (const issue of parsed.error?.issues ?? []) {
      const name = fieldOf(issue.path, values)
      add(name, ruleOf(issue, get(values, name)), issue.code === 'too_big' ? String(issue.maximum) : '')
    }
    for (const [field, repetition] of same) {
      if (!values[repetition]) add(repetition, 'required')
      else if (comparable(field, values[field]) !== comparable(field, values[repetition])) add(repetition, 'mismatch')
    }
    for (const [name, rule] of Object.entries(extra?.(values) ?? {})) if (rule) add(name, rule)
    return parsed.success && Object.keys(errors).length === 0
      ? { values: parsed.data, errors: {} }
      : { values: {}, errors: nested(errors) as FieldErrors<z.input<S>> }
  }
}

/** A list is one field (tags), an object one for each of its parts (translations). */
function fieldOf([first, ...rest]: readonly PropertyKey[], values: FieldValues): string {
  const value: unknown = values[String(first)]
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return [first, ...(isObject ? rest : [])].map(String).join('.')
}

function nested(errors: Record<string, FieldError>): object {
  const tree = {}
  for (const [name, error] of Object.entries(errors)) set(tree, name, error)
  return tree
}

/** People repeat an address in another case; a password is another one then. */
const comparable = (field: string, value: unknown) => (/email/i.test(field) ? String(value).trim().toLowerCase() : value)

function ruleOf(issue: z.core.$ZodIssue, value: unknown): FieldRule {
  if (value === '' || value === undefined || value === null) return 'required'
  const name = String(issue.path.at(-1))
  switch (issue.code) {
    case 'too_big':
      return 'too_big'
    case 'too_small':
      return typeof value === 'string' && value.trim() === '' ? 'required' : 'format'
    case 'invalid_value':
      return typeof value === 'boolean' ? 'accept' : 'select'
    case 'invalid_format':
      if (/phone|prefix/i.test(name)) return 'phone'
      return issue.format === 'email' ? 'email' : issue.format === 'url' ? 'url' : 'format'
    case 'custom': {
      const rule: unknown = issue.params?.['rule']
      if (rule === 'mismatch') return 'mismatch'
      if (typeof rule === 'string' && rule.startsWith('password_')) return 'password'
      return /name/i.test(name) ? 'characters' : 'format'
    }
    default:
      return 'format'
  }
}

/** Things that a form may lack (`object.*` of the shell's words). */
export type FormObject = 'speakers' | 'sessions'

/** Message of an error of a rule with values: the values as JSON. */
export const objectsMessage = (objects: FormObject, number = 2) => `${number} ${objects}`

/** Text under an invalid field. */
export function fieldWords(error: FieldError | undefined, t: TFunction): string | undefined {
  if (!error) return undefined
  const rule = fieldRules.find((known) => known === error.type) ?? 'format'
  switch (rule) {
    case 'too_big':
      return t('rule.too_big', { count: Number(error.message) })
    case 'has':
    case 'at_least': {
      const [number, objects] = (error.message ?? '').split(' ') as [string, FormObject]
      return t(`rule.${rule}`, { number, objects: t(`object.${objects}`, { count: Number(number) }) })
    }
    case 'range': {
      const [min, max] = (error.message ?? '').split(' ')
      return t('rule.range', { min, max })
    }
    case 'offer_cap':
      return t('rule.offer_cap', { percent: error.message })
    default:
      return t(`rule.${rule}`)
  }
}

/** Which field a refusal of the server belongs to; what belongs to none is said above the form. */
export type RefusedFields<V extends FieldValues> = Partial<Record<ApiError['code'], readonly [field: Path<V>, rule: FieldRule]>>

/** Puts a refusal under the fields that it is about. @returns whether there was such a field */
export function showRefusal<V extends FieldValues>(
  error: unknown,
  { setError, fields, of = {} }: { setError: UseFormSetError<V>; fields: readonly string[]; of?: RefusedFields<V> },
): boolean {
  if (!(error instanceof ApiError)) return false
  const known = of[error.code]
  if (known) {
    setError(known[0], { type: known[1] }, { shouldFocus: true })
    return true
  }
  if (error.code !== 'VALIDATION_FAILED') return false
  // `body.billing.iban` belongs to the field `iban` where the form has it, else to `billing`.
  const wrong = error.issues
    .map((issue) => ({
      name:
        issue.path
          .split('.')
          .slice(1)
          .findLast((part) => fields.includes(part)) ?? '',
      rule: fieldRules.find((known) => known === issue.rule && known.startsWith('password_')) ?? ('format' as const),
    }))
    .filter(({ name }) => name !== '')
  for (const { name, rule } of wrong) setError(name as Path<V>, { type: rule }, { shouldFocus: name === wrong[0]?.name })
  return wrong.length > 0
}

/**
 * For a field that another one repeats: what was typed there is judged again, but only once somebody has been there.
 * (react-hook-form's `deps` would put an error under a field that nobody has reached yet, and its going away would move
 * the button from under the pointer.)
 */
export function judgesAgain<F extends FieldValues>(form: UseFormReturn<F>, name: Path<F>): { onChange: () => void } {
  return {
    onChange: () => {
      if (form.getFieldState(name).isTouched) void form.trigger(name)
    },
  }
}
