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
import { useLocation } from 'react-router'
import { ConfirmDialog } from '../../../../components/feedback/confirm-dialog.tsx'
import { FailureAlert } from '../../../../components/feedback/failure-alert.tsx'
import { UnsavedGuard } from '../../../../components/forms/unsaved-guard.tsx'
import { keepsPlace } from '../../../../lib/keep-place.ts'
import { EditorContext, type Area, type Editor, type FixedType } from '../editor-context.ts'
import type { ProductFields } from '../fields.ts'
import { useProductForm } from '../hooks/use-product-form.ts'
import { partElement, useSteps } from '../hooks/use-steps.ts'
import { SlotsContext, type ProductSlots } from '../slots.ts'
import type { PartId } from '../steps.ts'
import { CouponsPanel } from '../../coupon-batches/components/coupons-panel.tsx'
import { CodesPanel } from './codes-panel.tsx'
import { ElsewhereNotice } from './elsewhere-notice.tsx'
import { MoreOptions } from './more-options.tsx'
import { PreviewDialog } from './preview-dialog.tsx'
import { ProductHead } from './product-head.tsx'
import { SaveState } from './save-state.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import { StepBar } from './step-bar.tsx'
import { StepList } from './step-list.tsx'
import { ClassificationStep } from './steps/classification-step.tsx'
import { DatesStep } from './steps/dates-step.tsx'
import { ExtrasStep } from './steps/extras-step.tsx'
import { HeroPicture, ImageStep } from './steps/image-step.tsx'
import { InfoStep } from './steps/info-step.tsx'
import { CoursesStep, LessonsStep, ModulesStep, RequirementsStep } from './steps/learning-steps.tsx'
import { MediaStep } from './steps/media-step.tsx'
import { PriceStep, PriceTerms } from './steps/price-step.tsx'
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
  /** Shows another step at another address (`search`: its query). Returns false where this address stays. */
  leadTo?: (search: string) => boolean
  onDeleted: () => void
}

const contents: Record<PartId, ComponentType> = {
  info: InfoStep,
  texts: TextsStep,
  image: ImageStep,
  speakers: SpeakersStep,
  price: PriceStep,
  dates: DatesStep,
  media: MediaStep,
  classification: ClassificationStep,
  extras: ExtrasStep,
  requirements: RequirementsStep,
  modules: ModulesStep,
  lessons: LessonsStep,
  courses: CoursesStep,
}

/**
 * A product from its first word to its publication, one step at a time. Every step can be reached at any time, but for
 * courses and masters, where a step is left forwards when nothing is missing in it.
 */
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
  leadTo,
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
  const [isPreview, setPreview] = useState(false)
  const [isPublishing, setPublishing] = useState(false)
  const [isDiscarding, setDiscarding] = useState(false)
  const way = useSteps(form, product, leadTo)
  const { steps, current, goTo } = way
  const heading = useRef<HTMLHeadingElement>(null)
  // A draft that has just got its own address is a new page of the same form.
  const shownBefore = useRef<string | null>(keepsPlace(useLocation().state) ? null : current.id)
  // Who goes on by keyboard goes on reading at the top of the new step.
  useEffect(() => {
    if (shownBefore.current !== current.id) heading.current?.focus()
    shownBefore.current = current.id
  }, [current.id])
  const label = (id: string) => t(`step.name.${id}` as 'step.name.info')
  const Panel = panels[current.id as PanelId] as (typeof panels)[PanelId] | undefined
  const { setUnsaved } = way
  const editor = useMemo(
    (): Editor => ({ area, fixedType, product, form, goTo, setUnsaved, learn: form.learn }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- goTo is made anew with each render and reads what is current
    [area, fixedType, product, form, current.id],
  )
  const Steps = way.inOrder ? StepBar : StepList
  const shown = steps.map((step) => ({ id: step.id, label: label(step.id), state: way.stateOf(step, empty) }))
  return (
    <SlotsContext value={slots}>
      <EditorContext value={editor}>
        <FormProvider {...form.form}>
          <Box sx={{ maxWidth: 1080 }}>
            <ProductHead help={help} onPreview={() => setPreview(true)} onPublish={() => setPublishing(true)} onDeleted={onDeleted} />
            <Box sx={way.inOrder ? below : beside}>
              <Steps steps={shown} current={current.id} onGo={goTo} />
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
                  {label(current.id)}
                </Typography>
                {way.refusal && (
                  <Alert severity="warning" role="alert" sx={{ mb: 2 }}>
                    {t(`step.refused.${way.refusal}`)}
                  </Alert>
                )}
                {product && Panel ? (
                  <Panel product={product} />
                ) : (
                  <Parts key={current.id} parts={current.parts.filter((part) => !way.more?.parts.includes(part))} label={label} />
                )}
                {way.more && (
                  <MoreOptions isOpen={way.more.isOpen} isHeld={way.more.isHeld} onOpen={way.more.set}>
                    <HeroPicture />
                    <PriceTerms />
                    <Parts parts={way.more.parts} label={label} />
                  </MoreOptions>
                )}
                <Box sx={{ mt: 2, display: 'flex', justifyContent: 'space-between', gap: 1 }}>
                  {way.previous ? (
                    <Button startIcon={<ArrowBackRounded />} onClick={() => goTo(way.previous?.id ?? '')}>
                      {label(way.previous.id)}
                    </Button>
                  ) : (
                    <span />
                  )}
                  {way.next && (
                    <Button variant="soft" endIcon={<ArrowForwardRounded />} onClick={() => goTo(way.next?.id ?? '')}>
                      {label(way.next.id)}
                    </Button>
                  )}
                  {way.inOrder && !way.next && product?.status === 'draft' && (
                    <Button variant="soft" endIcon={<ArrowForwardRounded />} onClick={() => way.mayFinish() && setPublishing(true)}>
                      {t('step.finish')}
                    </Button>
                  )}
                </Box>
                <div data-tour="product-save">
                  <SaveState
                    missing={way.wrongParts.map((id) => ({ step: id, label: label(id), onGo: () => goTo(id) }))}
                    isSavable={way.isSavable}
                    onDiscard={() => setDiscarding(true)}
                  />
                </div>
              </Box>
            </Box>
          </Box>
          {isPublishing && product && <PublishDialog product={product} onClose={() => setPublishing(false)} />}
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

const beside = { display: 'grid', gridTemplateColumns: { xs: 'minmax(0,1fr)', md: '208px minmax(0,1fr)' }, gap: { xs: 2, md: 3 } } as const
const below = { display: 'grid', gap: { xs: 2, md: 3 }, maxWidth: 860 } as const

/** Parts of what is published that keep themselves: each act is stored at once. */
const panels = { codes: CodesPanel, coupons: CouponsPanel } satisfies Record<string, ComponentType<{ product: OwnProductDetail }>>
type PanelId = keyof typeof panels

/** All that is on one step; parts that share a step can be gone to by themselves. */
function Parts({ parts, label }: { parts: readonly PartId[]; label: (part: string) => string }) {
  return parts.map((part) => {
    const Content = contents[part]
    if (parts.length === 1) return <Content key={part} />
    return (
      <Box
        key={part}
        component="section"
        id={partElement(part)}
        tabIndex={-1}
        aria-label={label(part)}
        sx={{ '& + &': { mt: 2 }, scrollMarginTop: 16, '&:focus': { outline: 'none' } }}
      >
        <Content />
      </Box>
    )
  })
}
