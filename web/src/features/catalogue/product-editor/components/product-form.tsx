import ArrowBackRounded from '@mui/icons-material/ArrowBackRounded'
import ArrowForwardRounded from '@mui/icons-material/ArrowForwardRounded'
import type { OwnProductDetail } from '@e-events/shared/contract/catalogue/own-products.ts'
import type { ProductDetail } from '@e-events/shared/contract/catalogue/products.ts'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useEffect, useMemo, useRef, useState, type ComponentType, type ReactNode } from 'react'
import { FormProvider } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useLocation, useSearchParams } from 'react-router'
import { ConfirmDialog } from '../../../../components/feedback/confirm-dialog.tsx'
import { FailureAlert } from '../../../../components/feedback/failure-alert.tsx'
import { UnsavedGuard } from '../../../../components/forms/unsaved-guard.tsx'
import { keepsPlace } from '../../../../lib/keep-place.ts'
import { EditorContext, type Area, type Editor, type FixedType } from '../editor-context.ts'
import type { ProductFields } from '../fields.ts'
import { useProductForm } from '../hooks/use-product-form.ts'
import { stepOf } from '../rules.ts'
import { SlotsContext, type ProductSlots } from '../slots.ts'
import { stepOfRule, stepsOf, type StepId } from '../steps.ts'
import { CouponsPanel } from '../../coupon-batches/components/coupons-panel.tsx'
import { CodesPanel } from './codes-panel.tsx'
import { ElsewhereNotice } from './elsewhere-notice.tsx'
import { PreviewDialog } from './preview-dialog.tsx'
import { ProductHead } from './product-head.tsx'
import { SaveState } from './save-state.tsx'
import { StepList, type ShownStep } from './step-list.tsx'
import { ClassificationStep } from './steps/classification-step.tsx'
import { DatesStep } from './steps/dates-step.tsx'
import { ExtrasStep } from './steps/extras-step.tsx'
import { ImageStep } from './steps/image-step.tsx'
import { InfoStep } from './steps/info-step.tsx'
import { MediaStep } from './steps/media-step.tsx'
import { PriceStep } from './steps/price-step.tsx'
import { SpeakersStep } from './steps/speakers-step.tsx'
import { TextsStep } from './steps/texts-step.tsx'

interface ProductFormProps {
  accountId: string
  area: Area
  fixedType: FixedType | null
  /** null: a new one. */
  product: OwnProductDetail | null
  empty: ProductFields
  slots: ProductSlots
  /** The product page as buyers see it. */
  Page: ComponentType<{ product: ProductDetail }>
  /** Beside the acts at the top: the guide of this form. */
  help: ReactNode
  onSaved: (product: OwnProductDetail) => void
  onCreated: (product: OwnProductDetail) => void
  onBegun: (product: OwnProductDetail) => void
  onDeleted: () => void
}

const contents: Record<StepId, ComponentType> = {
  info: InfoStep,
  texts: TextsStep,
  image: ImageStep,
  speakers: SpeakersStep,
  price: PriceStep,
  dates: DatesStep,
  media: MediaStep,
  classification: ClassificationStep,
  extras: ExtrasStep,
}

/** A product from its first word to its publication, one step at a time; every step can be reached at any time. */
export function ProductForm({
  accountId,
  area,
  fixedType,
  product,
  empty,
  slots,
  Page,
  help,
  onSaved,
  onCreated,
  onBegun,
  onDeleted,
}: ProductFormProps) {
  const { t } = useTranslation('product-editor')
  const form = useProductForm({
    accountId,
    formName: product ? `product.${product.slug}` : `${fixedType ?? 'product'}-new`,
    product,
    empty,
    onSaved,
    onCreated,
    onBegun,
  })
  const [params, setParams] = useSearchParams()
  const [isPreview, setPreview] = useState(false)
  const [isDiscarding, setDiscarding] = useState(false)
  const steps: string[] = [...stepsOf(form.fields.type), ...panelsOf(product)]
  const current = steps.find((id) => id === params.get('step')) ?? 'info'
  const goTo = (step: string) => {
    // A left step is validated, so that its errors are there on return.
    const left = Object.keys(form.faults).filter((path) => stepOf(path) === current)
    if (left.length > 0) void form.form.trigger(left as never)
    setParams((before) => {
      const after = new URLSearchParams(before)
      if (step === 'info') after.delete('step')
      else after.set('step', step)
      return after
    })
  }
  const heading = useRef<HTMLHeadingElement>(null)
  // A draft that has just got its own address is a new page of the same form.
  const shownBefore = useRef(keepsPlace(useLocation().state) ? null : current)
  // Who goes on by keyboard goes on reading at the top of the new step.
  useEffect(() => {
    if (shownBefore.current !== current) heading.current?.focus()
    shownBefore.current = current
  }, [current])
  const wrongSteps = new Set(Object.keys(form.faults).map(stepOf) as string[])
  const stateOf = (id: string): ShownStep['state'] => {
    if (wrongSteps.has(id)) return 'wrong'
    // The server decides on content for publishing: a step is done when its file has arrived, not when the draft is
    // stored.
    const rules = (product?.publishChecklist ?? []).filter(({ rule }) => rule !== 'channel' && stepOfRule[rule] === id)
    if (rules.length > 0) return rules.every(({ ok }) => ok) ? 'done' : 'wrong'
    if (id === 'price' && product) return 'done'
    return isFilled(id, form.fields, empty) ? 'done' : 'open'
  }
  const label = (id: string) => t(`step.name.${id}` as 'step.name.info')
  const index = steps.indexOf(current)
  const [previous, next] = [steps[index - 1], steps[index + 1]]
  const Panel = panels[current as PanelId] as (typeof panels)[PanelId] | undefined
  const Content = contents[current as StepId] as ComponentType | undefined
  const editor = useMemo(
    (): Editor => ({ area, fixedType, product, form, goTo, learn: form.learn }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- goTo is made anew with each render and reads what is current
    [area, fixedType, product, form, current],
  )
  return (
    <SlotsContext value={slots}>
      <EditorContext value={editor}>
        <FormProvider {...form.form}>
          <Box sx={{ maxWidth: 1080 }}>
            <ProductHead help={help} onPreview={() => setPreview(true)} onDeleted={onDeleted} />
            <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0,1fr)', md: '208px minmax(0,1fr)' }, gap: { xs: 2, md: 3 } }}>
              <StepList steps={steps.map((id) => ({ id, label: label(id), state: stateOf(id) }))} current={current} onGo={goTo} />
              <Box sx={{ minWidth: 0 }}>
                {form.wasRecovered && form.isDirty && (
                  <Alert severity="info" role="status" sx={{ mb: 2 }}>
                    {t('save.recovered')}
                  </Alert>
                )}
                {form.elsewhere && (
                  <ElsewhereNotice
                    elsewhere={form.elsewhere}
                    label={label}
                    goTo={goTo}
                    onKeepMine={form.keepMine}
                    onTakeTheirs={form.takeTheirs}
                  />
                )}
                {form.failure && (
                  <Box sx={{ mb: 2 }}>
                    <FailureAlert error={form.failure.error} failure={form.failure.failure} />
                  </Box>
                )}
                <Typography variant="h3" component="h2" ref={heading} tabIndex={-1} sx={{ mb: 1.5, '&:focus': { outline: 'none' } }}>
                  {label(current)}
                </Typography>
                {Content ? <Content key={current} /> : product && Panel && <Panel product={product} />}
                <Box sx={{ mt: 2, display: 'flex', justifyContent: 'space-between', gap: 1 }}>
                  {previous ? (
                    <Button startIcon={<ArrowBackRounded />} onClick={() => goTo(previous)}>
                      {label(previous)}
                    </Button>
                  ) : (
                    <span />
                  )}
                  {next && (
                    <Button variant="soft" endIcon={<ArrowForwardRounded />} onClick={() => goTo(next)}>
                      {label(next)}
                    </Button>
                  )}
                </Box>
                <div data-tour="product-save">
                  <SaveState
                    missing={steps.filter((id) => wrongSteps.has(id)).map((id) => ({ step: id, label: label(id), onGo: () => goTo(id) }))}
                    onDiscard={() => setDiscarding(true)}
                  />
                </div>
              </Box>
            </Box>
          </Box>
          {isPreview && <PreviewDialog Page={Page} onClose={() => setPreview(false)} />}
          <ConfirmDialog
            open={isDiscarding}
            title={t(product ? 'save.discardTitle' : 'save.startOverTitle')}
            confirmLabel={t(product ? 'save.discard' : 'save.startOver')}
            destructive
            onConfirm={() => {
              setDiscarding(false)
              form.discard()
            }}
            onClose={() => setDiscarding(false)}
          >
            {t(product ? 'save.discardText' : 'save.startOverText')}
          </ConfirmDialog>
          {/* A new one is kept in this browser and a draft saves itself; what is public would be left as it was. */}
          <UnsavedGuard
            when={
              product !== null && form.isDirty && !form.isSaving && !(form.isAutomatic && form.isKeepable && !form.failure && !form.isHeld)
            }
          />
        </FormProvider>
      </EditorContext>
    </SlotsContext>
  )
}

/** Parts of what is published that keep themselves: each act is stored at once. */
const panels = { codes: CodesPanel, coupons: CouponsPanel } satisfies Record<string, ComponentType<{ product: OwnProductDetail }>>
type PanelId = keyof typeof panels

function panelsOf(product: OwnProductDetail | null): PanelId[] {
  if (!product || product.status === 'draft') return []
  return [...(product.status === 'private' ? (['codes'] as const) : []), ...(product.type === 'physical' ? [] : (['coupons'] as const))]
}

/** Steps that need nothing count as done once something stands there. */
function isFilled(step: string, fields: ProductFields, empty: ProductFields): boolean {
  const names = (Object.keys(fields) as (keyof ProductFields)[]).filter((name) => stepOf(name) === step)
  return names.some((name) => JSON.stringify(fields[name]) !== JSON.stringify(empty[name]))
}
