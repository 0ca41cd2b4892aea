import type { ProductStatus as Status } from '@e-events/shared/domain/states.ts'
import { StatusDot } from '@e-events/shared/ui/badges.tsx'
import { useTranslation } from 'react-i18next'

const tones = { draft: 'amber', published: 'green', private: 'blue' } as const

/** The state of a product, as a dot and a word. */
export function ProductStatus({ status, cancelled = false }: { status: Status; cancelled?: boolean }) {
  const { t } = useTranslation()
  return (
    <StatusDot tone={cancelled ? 'red' : tones[status]}>{t(cancelled ? 'productStatus.cancelled' : `productStatus.${status}`)}</StatusDot>
  )
}
