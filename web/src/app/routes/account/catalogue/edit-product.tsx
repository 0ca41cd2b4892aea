import type { OwnProductDetail } from '@e-events/shared/contract/catalogue/own-products.ts'
import Card from '@mui/material/Card'
import { useQuery } from '@tanstack/react-query'
import { ApiError } from '@e-events/shared/contract/client.ts'
import { endpointKey } from '@e-events/shared/contract/endpoint.ts'
import { ownProducts } from '@e-events/shared/contract/catalogue/own-products.ts'
import { productAdmin } from '@e-events/shared/contract/catalogue/product-admin.ts'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useLocation, useNavigate, useParams } from 'react-router'
import { ErrorNotice } from '../../../../components/feedback/error-notice.tsx'
import { useDocumentMeta } from '../../../../components/navigation/use-document-meta.ts'
import { paths } from '../../../../config/paths.ts'
import { EditorSkeleton } from '../../../../features/catalogue/product-editor/components/editor-skeleton.tsx'
import { ProductForm } from '../../../../features/catalogue/product-editor/components/product-form.tsx'
import type { Area, FixedType } from '../../../../features/catalogue/product-editor/editor-context.ts'
import { emptyFields } from '../../../../features/catalogue/product-editor/fields.ts'
import { ownProductQuery } from '../../../../features/catalogue/product-editor/queries.ts'
import { manageHref } from '../../../../features/catalogue/product-list/components/managed-products.tsx'
import { ownHref } from '../../../../features/catalogue/product-list/components/own-products.tsx'
import { ProductTour } from '../../../../features/guidance/tours/components/product-tour.tsx'
import { invalidateProducts } from '../../../../features/catalogue/products/queries.ts'
import { useServices, useSession } from '../../../../lib/services.ts'
import { NotFoundPage } from '../../not-found.tsx'
import { BuyerPage } from './buyer-page.tsx'
import { productSlots } from './product-slots.tsx'

interface EditProductProps {
  area: Area
  /** The address is that of one kind. */
  fixedType?: FixedType
}

/**
 * The form of a product that exists. An address that names another channel or another kind than the product's leads
 * nowhere.
 */
export function EditProduct({ area, fixedType }: EditProductProps) {
  const { t } = useTranslation('product-editor')
  const { api, queries } = useServices()
  const session = useSession()
  const navigate = useNavigate()
  const params = useParams()
  const { search } = useLocation()
  const slug = params['productSlug'] ?? params['courseSlug'] ?? params['masterSlug'] ?? ''
  const found = useQuery(ownProductQuery(api, slug))
  const product = found.data
  useDocumentMeta({ title: product?.text.title, noIndex: true })
  const hrefOf = area === 'manage' ? manageHref : ownHref
  const learn = useCallback(
    (latest: OwnProductDetail) => {
      queries.setQueryData(ownProductQuery(api, latest.slug).queryKey, latest)
      // Lists and the public page show it as it was.
      for (const list of [ownProducts.listOwn, productAdmin.list, productAdmin.listOpen])
        void queries.invalidateQueries({ queryKey: endpointKey(list) })
      invalidateProducts(queries)
      if (latest.slug !== slug) void navigate(`${hrefOf(latest)}${search}`, { replace: true })
    },
    [api, queries, navigate, slug, hrefOf, search],
  )
  const empty = useMemo(() => emptyFields(), [])
  if (found.isPending || session.status !== 'authenticated') return <EditorSkeleton />
  if (!product) {
    if (found.error instanceof ApiError && found.error.code === 'NOT_FOUND') return <NotFoundPage />
    return (
      <Card>
        <ErrorNotice
          error={found.error}
          title={t('load.error')}
          heading="h1"
          onRetry={() => void found.refetch()}
          retrying={found.isFetching}
        />
      </Card>
    )
  }
  const isElsewhere = area === 'account' && params['channelSlug'] !== product.channel.slug
  if (isElsewhere || (fixedType && product.type !== fixedType)) return <NotFoundPage />
  const ownKind = product.type === 'course' || product.type === 'master' ? product.type : undefined
  if (ownKind && ownKind !== fixedType) return <Navigate to={hrefOf(product)} replace />
  return (
    <ProductForm
      key={product.id}
      accountId={session.user.id}
      area={area}
      fixedType={fixedType ?? null}
      product={product}
      empty={empty}
      slots={productSlots}
      Page={BuyerPage}
      help={<ProductTour isFirst={false} />}
      onSaved={learn}
      onCreated={learn}
      onBegun={learn}
      onDeleted={() => void navigate(area === 'manage' ? paths.manageProducts : paths.ownChannel(product.channel.slug), { replace: true })}
    />
  )
}
