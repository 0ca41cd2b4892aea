import { ApiError, type Client } from '@e-events/shared/contract/client.ts'
import { ownProducts, type OwnProductDetail } from '@e-events/shared/contract/catalogue/own-products.ts'
import type { Failure } from '@e-events/shared/failures.ts'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { get, useForm, useWatch, type Path, type UseFormReturn } from 'react-hook-form'
import { useErrorSnack } from '../../../../components/feedback/use-error-snack.ts'
import { isFieldRule } from '../../../../lib/form.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices } from '../../../../lib/services.ts'
import { beginProduct, changesBetween, createFailure, createProduct, isEmpty, SaveError, send } from '../changes.ts'
import type { ProductFields } from '../fields.ts'
import { canBegin, isKeepable, keptOf } from '../keeping.ts'
import { clearDraft, draftKey, readDraft, writeDraft } from '../local-draft.ts'
import { fieldPathOf, fieldsOf } from '../mapping.ts'
import { isOwnRevision, rememberRevision } from '../own-revisions.ts'
import { judge, productResolver, type Faults } from '../rules.ts'
import { changedFields, clashesOf, takeOver } from '../take-over.ts'
import { usePromotionCap } from './use-promotion-cap.ts'
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
  /** It is a draft on the server now, and the form stays as it is. */
  onBegun: (product: OwnProductDetail) => void
}

export interface SaveFailure {
  failure: Failure
  error: unknown
}

/** Changes to the product by somebody else, or another window, while it was open here. */
export interface Elsewhere {
  changed: readonly (keyof ProductFields)[]
  /** The same was changed here: nothing is stored until somebody says what stays. */
  clashing: readonly Path<ProductFields>[]
}

export interface ProductForm {
  form: UseFormReturn<ProductFields>
  fields: ProductFields
  faults: Faults
  isValid: boolean
  /** A draft can be stored as it is, though something is missing. */
  isKeepable: boolean
  /** It has what a draft needs to exist. */
  canBegin: boolean
  isDirty: boolean
  isSaving: boolean
  /** A draft on the server saves itself. */
  isAutomatic: boolean
  savedAtMs: number | null
  keptAtMs: number | null
  /** Restored draft of this browser. */
  wasRecovered: boolean
  failure: SaveFailure | null
  elsewhere: Elsewhere | null
  /** Keeps the typed values and saves them on top of theirs; without a conflict the notice goes. */
  keepMine: () => void
  takeTheirs: () => void
  isHeld: boolean
  /** The server's word after an act that was no saving. */
  learn: (product: OwnProductDetail) => void
  /** @returns whether everything is stored */
  save: () => Promise<boolean>
  /**
   * Makes it a draft on the server now, so that files can belong to it.
   *
   * @returns whether it is one; a failure is shown only where it `isAsked` for by somebody
   */
  begin: (isAsked?: boolean) => Promise<boolean>
  /** Back to what the server holds, or to an empty form. */
  discard: () => void
}

export function useProductForm({ accountId, formName, product, empty, onSaved, onCreated, onBegun }: Options): ProductForm {
  const { api, clock } = useServices()
  const showError = useErrorSnack()
  const language = useLanguage()
  const promotionMaxPercent = usePromotionCap()
  const key = draftKey(accountId, formName)
  const [recovered, setRecovered] = useState(() => recover(key, product))
  const saved = useMemo(() => (product ? fieldsOf(product, language) : empty), [product, language, empty])
  const form = useForm<ProductFields>({
    mode: 'onTouched',
    resolver: productResolver(() => ({ nowMs: clock.nowMs(), promotionMaxPercent })),
    // A kind or a channel that the address names stands above what was kept.
    defaultValues: recovered && !product ? { ...recovered, type: empty.type === '' ? recovered.type : empty.type } : (recovered ?? saved),
  })
  const fields = useWatch({ control: form.control }) as ProductFields
  const faults = useMemo(() => judge(fields, { nowMs: clock.nowMs(), promotionMaxPercent }), [fields, clock, promotionMaxPercent])
  const isValid = Object.keys(faults).length === 0
  const mayKeep = isKeepable(faults, product)
  const changes = useMemo(() => changesBetween(saved, fields), [saved, fields])
  const isDirty = !isEmpty(changes) || (product === null && fields.type !== empty.type)
  const local = useLocalDraft(key, fields, { isDirty, nowMs: clock.nowMs })
  const [isSaving, setSaving] = useState(false)
  const [savedAtMs, setSavedAt] = useState<number | null>(null)
  const [failure, setFailure] = useState<SaveFailure | null>(null)
  const [elsewhere, setElsewhere] = useState<Elsewhere | null>(null)
  const isHeld = elsewhere !== null && elsewhere.clashing.length > 0
  /** The same at once, for a save whose timer runs out before the next rendering. */
  const held = useRef(false)
  const isUnderWay = useRef(false)
  /** Last attempt: a refused save is not repeated until something changes. */
  const tried = useRef<string | null>(null)

  // Changes of the server show in every untouched field.
  const known = useRef({ fields: saved, revision: product?.revision })
  useEffect(() => {
    if (known.current.fields === saved) return
    const versions = { before: known.current.fields, after: saved, typed: structuredClone(form.getValues()) }
    const isNews = product !== null && product.revision !== known.current.revision && !isOwnRevision(api, product)
    known.current = { fields: saved, revision: product?.revision }
    for (const [name, value] of takeOver(versions)) form.setValue(name, value as never, { shouldValidate: true })
    const changed = isNews ? changedFields(versions) : []
    if (changed.length === 0) return
    // The rest of what was typed is worth another try.
    tried.current = null
    const clashing = clashesOf(versions)
    if (clashing.length > 0) held.current = true
    setElsewhere((before) => ({
      changed: [...new Set([...(before?.changed ?? []), ...changed])],
      clashing: [...new Set([...(before?.clashing ?? []), ...clashing])],
    }))
  }, [saved, form, api, product])

  const save = useCallback(async (): Promise<boolean> => {
    if (isUnderWay.current || held.current) return false
    isUnderWay.current = true
    const typed = structuredClone(form.getValues())
    const sent = changesBetween(saved, keptOf(typed))
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
      const theirs = isConflict(problem.cause) && product ? await newest(api, product) : null
      if (theirs) {
        // A save of this window that was answered elsewhere (a form that was left) is nobody else's: it simply goes on
        // top.
        if (isOwnRevision(api, theirs)) tried.current = null
        onSaved(theirs)
        // Values that are missing there are newer than the stored ones.
        writeDraft(key, typed, clock.nowMs())
        return false
      }
      if (problem.product && !product) {
        // It exists, and a part of it does not: that part is kept for its own form.
        local.forget()
        writeDraft(draftKey(accountId, `product.${problem.product.slug}`), { ...typed, slug: problem.product.slug }, clock.nowMs())
        onCreated(problem.product)
        showError(problem.cause, { key: 'product-save', failure: problem.failure })
      } else if (problem.product) {
        onSaved(problem.product)
        // Missing values are newer than the ones stored just now.
        writeDraft(key, typed, clock.nowMs())
      }
      if (!showRefusal(problem.cause, form, typed)) setFailure({ failure: problem.failure, error: problem.cause })
      return false
    } finally {
      isUnderWay.current = false
      setSaving(false)
    }
  }, [api, clock, form, key, product, saved, local, accountId, onSaved, onCreated, showError])

  const beginNow = useCallback(
    async (isAsked: boolean): Promise<boolean> => {
      if (isUnderWay.current) return false
      isUnderWay.current = true
      const typed = keptOf(structuredClone(form.getValues()))
      tried.current = JSON.stringify(changesBetween(saved, typed))
      setSaving(true)
      try {
        const begun = await beginProduct(api, typed)
        local.forget()
        setSavedAt(Date.now())
        onBegun(begun)
        return true
      } catch (error) {
        // Where nobody pressed anything this browser keeps it, the next change tries again, and the button says why it
        // cannot be stored.
        if (isAsked) {
          if (!showRefusal(error, form, typed)) setFailure({ failure: createFailure(typed), error })
        }
        return false
      } finally {
        isUnderWay.current = false
        setSaving(false)
      }
    },
    [api, form, saved, local, onBegun],
  )
  /** A draft that is being made is waited for, and not made twice. */
  const beginning = useRef<Promise<boolean> | null>(null)
  const begin = useCallback(
    async (isAsked = false): Promise<boolean> => {
      const isDone = await beginning.current
      if (isDone) return true
      beginning.current = beginNow(isAsked)
      return beginning.current
    },
    [beginNow],
  )

  const isAutomatic = product?.status === 'draft'
  const kept = useMemo(() => changesBetween(saved, keptOf(fields)), [saved, fields])
  const toSend = JSON.stringify(kept)
  const isDue = mayKeep && !isEmpty(kept) && !isSaving && !isHeld && (isAutomatic || (product === null && canBegin(fields)))
  useEffect(() => {
    if (!isDue || tried.current === toSend) return undefined
    const timer = setTimeout(() => void (product ? save() : begin()), autosavePauseMs)
    return () => clearTimeout(timer)
  }, [isDue, toSend, save, begin, product])

  // Keeps the text of before the draft apart from that of the next new product.
  const firstKey = useRef(key)
  useEffect(() => {
    if (firstKey.current !== key) clearDraft(firstKey.current)
    firstKey.current = key
  }, [key])

  // Leaving the page does not wait for the pause: what is ready goes at once (and is in this browser, should it not
  // arrive).
  const leave = useRef<() => void>(() => undefined)
  useEffect(() => {
    leave.current = () => {
      if (isAutomatic && isDue && tried.current !== toSend) void save()
    }
  })
  useEffect(() => () => leave.current(), [])

  const choose = useCallback(() => {
    held.current = false
    setElsewhere(null)
  }, [])

  const discard = useCallback(() => {
    local.forget()
    setRecovered(null)
    setFailure(null)
    choose()
    tried.current = null
    form.reset(saved)
  }, [form, local, saved, choose])

  const learn = useCallback(
    (latest: OwnProductDetail) => {
      rememberRevision(api, latest)
      onSaved(latest)
    },
    [api, onSaved],
  )
  const takeTheirs = useCallback(() => {
    for (const path of elsewhere?.clashing ?? []) form.setValue(path, structuredClone<never>(get(saved, path)), { shouldValidate: true })
    choose()
  }, [elsewhere, form, saved, choose])

  return {
    form,
    fields,
    faults,
    isValid,
    isKeepable: mayKeep,
    canBegin: mayKeep && canBegin(fields),
    isDirty,
    isSaving,
    isAutomatic,
    savedAtMs,
    keptAtMs: local.keptAtMs,
    wasRecovered: recovered !== null,
    failure,
    elsewhere,
    keepMine: choose,
    takeTheirs,
    isHeld,
    learn,
    begin,
    save,
    discard,
  }
}

/**
 * Unsaved values of this browser, unless the product was changed elsewhere since: then they would undo unseen changes.
 */
function recover(key: string, product: OwnProductDetail | null): ProductFields | null {
  const draft = readDraft(key)
  if (!draft || !product || draft.savedAtMs > Date.parse(product.updatedAt)) return draft?.fields ?? null
  clearDraft(key)
  return null
}

const isConflict = (error: unknown) => error instanceof ApiError && error.code === 'EDIT_CONFLICT'

/** Values of somebody else; null where unknown. */
async function newest(api: Client, product: OwnProductDetail): Promise<OwnProductDetail | null> {
  const found = await api.call(ownProducts.getOwn, { params: { slug: product.slug } }).catch(() => null)
  return found && found.revision !== product.revision ? found : null
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
    form.setError(path as Path<ProductFields>, { type: isFieldRule(issue.rule) ? issue.rule : 'format' })
  }
  return true
}
