import { ApiError } from '@e-events/shared/contract/client.ts'
import type { OwnProductDetail } from '@e-events/shared/contract/own-products.ts'
import type { Failure } from '@e-events/shared/failures.ts'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useForm, useWatch, type Path, type UseFormReturn } from 'react-hook-form'
import { useErrorSnack } from '../../../components/use-error-snack.ts'
import { useLanguage } from '../../../lib/language.ts'
import { useServices } from '../../../lib/services.ts'
import { changesBetween, createProduct, isEmpty, SaveError, send } from '../changes.ts'
import type { ProductFields } from '../fields.ts'
import { clearDraft, draftKey, readDraft, writeDraft } from '../local-draft.ts'
import { fieldPathOf, fieldsOf } from '../mapping.ts'
import { judge, productResolver, type Faults } from '../rules.ts'
import { takeOver } from '../take-over.ts'
import { useLocalDraft } from './use-local-draft.ts'

/** A draft is saved this long after the last change. */
const autosavePauseMs = 1_500

interface Options {
  accountId: string
  /** Names the draft in this browser: 'product-new', 'product.concierto'. */
  formName: string
  /** null: it does not exist yet. */
  product: OwnProductDetail | null
  empty: ProductFields
  /** The server's word about the product, of this form's own making. */
  onSaved: (product: OwnProductDetail) => void
  onCreated: (product: OwnProductDetail) => void
}

export interface SaveFailure {
  failure: Failure
  error: unknown
}

export interface ProductForm {
  form: UseFormReturn<ProductFields>
  fields: ProductFields
  faults: Faults
  isValid: boolean
  isDirty: boolean
  isSaving: boolean
  /** A draft on the server saves itself. */
  isAutomatic: boolean
  savedAtMs: number | null
  keptAtMs: number | null
  /** What was typed before was found in this browser. */
  wasRecovered: boolean
  failure: SaveFailure | null
  /** @returns whether everything is stored */
  save: () => Promise<boolean>
  /** Back to what the server holds, or to an empty form. */
  discard: () => void
}

export function useProductForm({ accountId, formName, product, empty, onSaved, onCreated }: Options): ProductForm {
  const { api, clock } = useServices()
  const showError = useErrorSnack()
  const language = useLanguage()
  const key = draftKey(accountId, formName)
  const [recovered, setRecovered] = useState(() => recover(key, product))
  const saved = useMemo(() => (product ? fieldsOf(product, language) : empty), [product, language, empty])
  const form = useForm<ProductFields>({
    mode: 'onTouched',
    resolver: productResolver(clock.nowMs),
    // A kind or a channel that the address names stands above what was kept.
    defaultValues: recovered && !product ? { ...recovered, type: empty.type === '' ? recovered.type : empty.type } : (recovered ?? saved),
  })
  const fields = useWatch({ control: form.control }) as ProductFields
  const faults = useMemo(() => judge(fields, { nowMs: clock.nowMs() }), [fields, clock])
  const isValid = Object.keys(faults).length === 0
  const changes = useMemo(() => changesBetween(saved, fields), [saved, fields])
  const isDirty = !isEmpty(changes) || (product === null && fields.type !== empty.type)
  const local = useLocalDraft(key, fields, { isDirty, nowMs: clock.nowMs })
  const [isSaving, setSaving] = useState(false)
  const [savedAtMs, setSavedAt] = useState<number | null>(null)
  const [failure, setFailure] = useState<SaveFailure | null>(null)
  const isUnderWay = useRef(false)
  /** What was tried last: a refusal is not asked for again until something changes. */
  const tried = useRef<string | null>(null)

  // What changed on the server shows wherever nothing else was typed.
  const known = useRef(saved)
  useEffect(() => {
    if (known.current === saved) return
    for (const [name, value] of takeOver({ before: known.current, after: saved, typed: form.getValues() }))
      form.setValue(name, value as never, { shouldValidate: true })
    known.current = saved
  }, [saved, form])

  const save = useCallback(async (): Promise<boolean> => {
    if (isUnderWay.current) return false
    isUnderWay.current = true
    const typed = structuredClone(form.getValues())
    const sent = changesBetween(saved, typed)
    tried.current = JSON.stringify(sent)
    setSaving(true)
    setFailure(null)
    try {
      const latest = product ? await send(api, { product, changes: sent }) : await createProduct(api, typed)
      local.forget()
      setRecovered(null)
      setSavedAt(Date.now())
      if (product) onSaved(latest)
      else onCreated(latest)
      return true
    } catch (error) {
      const problem = error instanceof SaveError ? error : new SaveError('productUpdate', product, error)
      if (problem.product && !product) {
        // It exists, and a part of it does not: that part is kept for its own form.
        local.forget()
        writeDraft(draftKey(accountId, `product.${problem.product.slug}`), { ...typed, slug: problem.product.slug }, clock.nowMs())
        onCreated(problem.product)
        showError(problem.cause, { key: 'product-save', failure: problem.failure })
      } else if (problem.product) {
        onSaved(problem.product)
        // What is missing is newer than what was stored just now.
        writeDraft(key, typed, clock.nowMs())
      }
      if (!showRefusal(problem.cause, form, typed)) setFailure({ failure: problem.failure, error: problem.cause })
      return false
    } finally {
      isUnderWay.current = false
      setSaving(false)
    }
  }, [api, clock, form, key, product, saved, local, accountId, onSaved, onCreated, showError])

  const isAutomatic = product?.status === 'draft'
  const toSend = JSON.stringify(changes)
  useEffect(() => {
    if (!isAutomatic || !isDirty || !isValid || isSaving || tried.current === toSend) return undefined
    const timer = setTimeout(() => void save(), autosavePauseMs)
    return () => clearTimeout(timer)
  }, [isAutomatic, isDirty, isValid, isSaving, toSend, save])

  // Leaving the page does not wait for the pause: what is ready goes at once (and is in this browser, should it not arrive).
  const leave = useRef<() => void>(() => undefined)
  useEffect(() => {
    leave.current = () => {
      if (isAutomatic && isDirty && isValid && tried.current !== toSend) void save()
    }
  })
  useEffect(() => () => leave.current(), [])

  const discard = useCallback(() => {
    local.forget()
    setRecovered(null)
    setFailure(null)
    tried.current = null
    form.reset(saved)
  }, [form, local, saved])

  return {
    form,
    fields,
    faults,
    isValid,
    isDirty,
    isSaving,
    isAutomatic,
    savedAtMs,
    keptAtMs: local.keptAtMs,
    wasRecovered: recovered !== null,
    failure,
    save,
    discard,
  }
}

/** What was typed here and not stored, unless the product was changed elsewhere since: then it would undo what it never saw. */
function recover(key: string, product: OwnProductDetail | null): ProductFields | null {
  const draft = readDraft(key)
  if (!draft || !product || draft.savedAtMs > Date.parse(product.updatedAt)) return draft?.fields ?? null
  clearDraft(key)
  return null
}

/** Puts a refusal under the field that it is about. @returns whether there was one */
function showRefusal(error: unknown, form: UseFormReturn<ProductFields>, typed: ProductFields): boolean {
  if (!(error instanceof ApiError)) return false
  if (error.code === 'SLUG_TAKEN') {
    const path = typed.slug.trim() === '' ? (`texts.${typed.language}.title` as const) : 'slug'
    form.setError(path, { type: 'slug_taken' })
    return true
  }
  if (error.code !== 'VALIDATION_FAILED' || error.issues.length === 0) return false
  for (const issue of error.issues) {
    const path = fieldPathOf(issue.path.split('.').slice(1), typed.language)
    form.setError(path as Path<ProductFields>, { type: 'format' })
  }
  return true
}
