import type { OwnProductDetail } from '@e-events/shared/contract/catalogue/own-products.ts'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { Path } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import { emptyFields, type ProductFields } from '../fields.ts'
import { isMore, partOf } from '../rules.ts'
import { isStepped, partOfRule, stepsOf, type PartId, type Step } from '../steps.ts'
import { useHeld } from './use-held.ts'
import type { ProductForm } from './use-product-form.ts'

/** Why a step is not left. `lesson`, `guide`: what is saved by itself was not. */
export type Refusal = 'fields' | 'modules' | 'courses' | 'lesson' | 'guide'

/** The steps of the form, which one is shown, and the way between them. `leadTo`: see `ProductForm`. */
export function useSteps(form: ProductForm, product: OwnProductDetail | null, leadTo?: (search: string) => boolean) {
  const [params, setParams] = useSearchParams()
  const [refusedAt, setRefusedAt] = useState<string | null>(null)
  const [isUnsaved, setUnsaved] = useState(false)
  /** Whether the folded options were opened or closed by hand. */
  const [isMoreOpen, setMoreOpen] = useState<boolean | null>(null)
  const held = useHeld(product)
  const { type } = form.fields
  const inOrder = isStepped(type)
  const steps: readonly (Step | Panel)[] = [...stepsOf(type), ...panelsOf(product)]
  const holding = (wanted: string | null) => steps.find(({ id, parts }) => id === wanted || parts.some((part) => part === wanted))
  // Later steps belong to a draft.
  const current =
    (inOrder && !product ? undefined : holding(params.get('step'))) ?? steps[0] ?? ({ id: 'info', parts: ['info'] } satisfies Step)
  const index = steps.indexOf(current)
  const more = moreOf(current.more, {
    form,
    wasAsked: current.more?.some((part) => part === params.get('step')) ?? false,
    isOpen: isMoreOpen,
  })
  // Once open, they stay so while what is in them is put right or taken away.
  if (more?.isOpen && isMoreOpen !== true) setMoreOpen(true)
  const faultsIn = ({ parts }: Pick<Step, 'parts'>) => Object.keys(form.faults).filter((path) => parts.includes(partOf(path)))
  const lackIn = (step: { parts: readonly PartId[] }): Refusal | null => {
    if (faultsIn(step).length > 0) return 'fields'
    if (step.parts.includes('modules') && held === 0) return 'modules'
    return step.parts.includes('courses') && held === 0 ? 'courses' : null
  }
  const unsavedIn = ({ parts }: { parts: readonly PartId[] }): Refusal => (parts.includes('lessons') ? 'lesson' : 'guide')
  const refusal = refusedAt !== current.id ? null : isUnsaved ? unsavedIn(current) : lackIn(current)

  const show = (step: string) => {
    const isFirst = step === steps[0]?.id
    if (leadTo?.(isFirst ? '' : `?step=${step}`)) return
    setParams((before) => {
      const after = new URLSearchParams(before)
      if (isFirst) after.delete('step')
      else after.set('step', step)
      return after
    })
  }
  const refuse = (step: (typeof steps)[number]) => {
    const paths = faultsIn(step) as Path<ProductFields>[]
    if (paths.length > 0) void form.form.trigger(paths, { shouldFocus: true })
    setRefusedAt(step.id)
    if (step !== current) show(step.id)
  }
  /** @returns whether nothing in this step or in those before it keeps from going on */
  const isPassable = (until: number): boolean => {
    if (!inOrder) return true
    if (isUnsaved) {
      refuse(current)
      return false
    }
    const lacking = steps.slice(index, until).find((step) => lackIn(step) !== null)
    if (lacking) refuse(lacking)
    return !lacking
  }
  const goTo = async (wanted: string) => {
    const target = holding(wanted)
    if (!target) return
    const to = steps.indexOf(target)
    // A left step is validated, so that its errors are there on return.
    const left = faultsIn(current) as Path<ProductFields>[]
    if (left.length > 0) void form.form.trigger(left)
    if (target !== current && !isPassable(Math.max(to, index))) return
    if (inOrder && to > 0 && !product && !(await form.begin(true))) return
    setRefusedAt(null)
    if (target !== current) show(target.id)
    else {
      if (target.more?.some((part) => part === wanted)) flushSync(() => setMoreOpen(true))
      document.getElementById(partElement(wanted))?.focus()
    }
  }
  return {
    steps,
    current,
    /** Folded parts of the step; null where it has none. */
    more: more && { ...more, set: setMoreOpen },
    inOrder,
    previous: steps[index - 1],
    next: steps[index + 1],
    refusal,
    goTo: (wanted: string) => void goTo(wanted),
    /** For saving: a lesson that was edited is saved first. */
    isSavable: () => {
      if (inOrder && isUnsaved) refuse(current)
      return !(inOrder && isUnsaved)
    },
    /** For publishing, after the last step. */
    mayFinish: () => isPassable(steps.length),
    setUnsaved,
    stateOf: (step: (typeof steps)[number], empty: ProductFields): 'done' | 'wrong' | 'open' => {
      if (faultsIn(step).length > 0) return 'wrong'
      // The server decides on content for publishing: a step is done when its file has arrived, not when the draft is
      // stored.
      const rules = (product?.publishChecklist ?? []).filter(({ rule }) => rule !== 'channel' && step.parts.includes(partOfRule[rule]))
      if (rules.length > 0) return rules.every(({ ok }) => ok) ? 'done' : 'wrong'
      if (step.parts.includes('modules')) return held ? 'done' : 'open'
      if (step.id === 'price' && product) return 'done'
      return isFilled(step.parts, form.fields, empty) ? 'done' : 'open'
    },
    wrongParts: steps.flatMap(({ parts }) => parts).filter((part) => Object.keys(form.faults).some((path) => partOf(path) === part)),
  }
}

/** Options are unfolded where one of them is wrong, until then where one has a value, and as somebody left them. */
function moreOf(
  parts: readonly PartId[] | undefined,
  { form, wasAsked, isOpen }: { form: ProductForm; wasAsked: boolean; isOpen: boolean | null },
): { parts: readonly PartId[]; isOpen: boolean; isHeld: boolean } | null {
  if (!parts) return null
  const isHeld = Object.keys(form.faults).some((path) => isMore(path, parts))
  const hasValue = () => differs((name) => isMore(name, parts), form.fields, emptyFields())
  return { parts, isHeld, isOpen: isHeld || (isOpen ?? (wasAsked || hasValue())) }
}

/** Id of the element that holds a part of a step. */
export const partElement = (part: string) => `product-part-${part}`

interface Panel {
  id: 'codes' | 'coupons'
  parts: readonly PartId[]
  more?: undefined
}

function panelsOf(product: OwnProductDetail | null): Panel[] {
  if (!product || product.status === 'draft') return []
  const ids = [
    ...(product.status === 'private' ? (['codes'] as const) : []),
    ...(product.type === 'physical' ? [] : (['coupons'] as const)),
  ]
  return ids.map((id) => ({ id, parts: [] }))
}

/** Steps that need nothing count as done once something stands there. */
function isFilled(parts: readonly PartId[], fields: ProductFields, empty: ProductFields): boolean {
  return differs((name) => parts.includes(partOf(name)), fields, empty)
}

function differs(isMeant: (name: string) => boolean, fields: ProductFields, empty: ProductFields): boolean {
  const names = (Object.keys(fields) as (keyof ProductFields)[]).filter(isMeant)
  return names.some((name) => JSON.stringify(fields[name]) !== JSON.stringify(empty[name]))
}
