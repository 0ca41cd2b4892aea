import VideoLibraryOutlined from '@mui/icons-material/VideoLibraryOutlined'
import { Notice } from '@e-events/shared/ui/notice.tsx'
import type { OwnProductDetail } from '@e-events/shared/contract/catalogue/own-products.ts'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { ErrorNotice } from '../../../../components/feedback/error-notice.tsx'
import { TutorialLink } from '../../../../components/navigation/tutorial-link.tsx'
import { useDocumentMeta } from '../../../../components/navigation/use-document-meta.ts'
import { useSnacks } from '../../../../components/feedback/use-snacks.ts'
import { paths } from '../../../../config/paths.ts'
import { EditorSkeleton } from '../../../../features/catalogue/product-editor/components/editor-skeleton.tsx'
import { ProductForm } from '../../../../features/catalogue/product-editor/components/product-form.tsx'
import type { Area, FixedType } from '../../../../features/catalogue/product-editor/editor-context.ts'
import { emptyFields } from '../../../../features/catalogue/product-editor/fields.ts'
import { bundleCandidatesQuery, ownChannelsQuery, ownProductQuery } from '../../../../features/catalogue/product-editor/queries.ts'
import { manageHref } from '../../../../features/catalogue/product-list/components/managed-products.tsx'
import { ownHref } from '../../../../features/catalogue/product-list/components/own-products.tsx'
import { ProductTour } from '../../../../features/guidance/tours/components/product-tour.tsx'
import { keepPlace } from '../../../../lib/keep-place.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices, useSession } from '../../../../lib/services.ts'
import { BuyerPage } from './buyer-page.tsx'
import { productSlots } from './product-slots.tsx'

interface NewProductProps {
  area: Area
  fixedType?: FixedType
}

/** The form of a product that does not exist yet. Every product belongs to a channel, so there has to be one. */
export function NewProduct({ area, fixedType }: NewProductProps) {
  const { t } = useTranslation('product-editor')
  const { api } = useServices()
  const session = useSession()
  const channels = useQuery(ownChannelsQuery(api))
  useDocumentMeta({ title: t(`new.${fixedType ?? 'product'}`), noIndex: true })
  if (channels.isPending || session.status !== 'authenticated') return <EditorSkeleton />
  if (!channels.data)
    return (
      <Card>
        <ErrorNotice error={channels.error} heading="h1" onRetry={() => void channels.refetch()} retrying={channels.isFetching} />
      </Card>
    )
  const only = channels.data.items.length === 1 ? channels.data.items[0]?.slug : undefined
  if (channels.data.items.length === 0)
    return (
      <Card>
        <Notice
          icon={VideoLibraryOutlined}
          heading="h1"
          title={t('new.needChannel')}
          actions={
            <>
              <Button variant="contained" color="primary" href={paths.ownChannels}>
                {t('new.createChannel')}
              </Button>
              <TutorialLink id="channel" />
            </>
          }
        >
          {t('new.needChannelText')}
        </Notice>
      </Card>
    )
  return <NewForm area={area} fixedType={fixedType ?? null} accountId={session.user.id} onlyChannel={only} />
}

interface NewFormProps {
  area: Area
  fixedType: FixedType | null
  accountId: string
  onlyChannel: string | undefined
}

function NewForm({ area, fixedType, accountId, onlyChannel }: NewFormProps) {
  const { t } = useTranslation('product-editor')
  const { api, queries } = useServices()
  const language = useLanguage()
  const navigate = useNavigate()
  const snacks = useSnacks()
  const [params] = useSearchParams()
  const channelSlug = params.get('channel') ?? onlyChannel ?? ''
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the language of whoever writes is only where the form begins
  const empty = useMemo(() => emptyFields({ channelSlug, type: fixedType ?? '', language }), [channelSlug, fixedType])
  const onCreated = useCallback(
    (product: OwnProductDetail) => {
      queries.setQueryData(ownProductQuery(api, product.slug).queryKey, product)
      snacks.success(t('save.created'), { key: 'product-save' })
      const step = params.get('step')
      void navigate(`${area === 'manage' ? manageHref(product) : ownHref(product)}${step ? `?step=${step}` : ''}`, {
        replace: true,
        state: keepPlace,
      })
    },
    [api, queries, snacks, t, navigate, area, params],
  )
  // It goes on under the hands of whoever types; its own address comes with the next step, when the focus moves anyway.
  const [begun, setBegun] = useState<OwnProductDetail | null>(null)
  const latest = useRef<OwnProductDetail | null>(null)
  const onBegun = useCallback(
    (product: OwnProductDetail) => {
      queries.setQueryData(ownProductQuery(api, product.slug).queryKey, product)
      latest.current = product
      setBegun(product)
    },
    [api, queries],
  )
  const leadTo = useCallback(
    (search: string) => {
      if (!latest.current) return false
      void navigate(`${area === 'manage' ? manageHref(latest.current) : ownHref(latest.current)}${search}`, { state: keepPlace })
      return true
    },
    [navigate, area],
  )
  // Somebody who has made products knows the form.
  const hasNone = useQuery(bundleCandidatesQuery(api, '')).data?.total === 0
  return (
    <ProductForm
      accountId={accountId}
      area={area}
      fixedType={fixedType}
      product={begun}
      empty={empty}
      slots={productSlots}
      Page={BuyerPage}
      help={<ProductTour isFirst={hasNone && begun === null} />}
      onSaved={begun ? onBegun : onCreated}
      onCreated={onCreated}
      onBegun={onBegun}
      leadTo={leadTo}
      onDeleted={() => void navigate(area === 'manage' ? paths.manageProducts : paths.globalView, { replace: true })}
    />
  )
}
