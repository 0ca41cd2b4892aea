import type { Playback } from '@e-events/shared/contract/live/playback.ts'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { useSnacks } from '../../../../../components/feedback/use-snacks.ts'
import { paths } from '../../../../../config/paths.ts'
import type { Elsewhere, OpenPlayback } from '../../hooks/use-playback.ts'
import { StatePanel } from './state-panel.tsx'

interface ElsewherePanelProps {
  slug: string
  product: Playback['product'] | undefined
  elsewhere: Elsewhere
  takeOver: OpenPlayback['takeOver']
}

/** The ticket plays on another device, or goes on there: the friendly question whether to go on here. */
export function ElsewherePanel({ slug, product, elsewhere, takeOver }: ElsewherePanelProps) {
  const { t } = useTranslation('player')
  const snacks = useSnacks()
  const { device, isOtherTab, wasHere } = elsewhere
  const place = isOtherTab ? t('elsewhere.otherTab') : device === '' ? t('elsewhere.otherDevice') : device
  return (
    <StatePanel
      kind="elsewhere"
      slug={slug}
      name={product?.title}
      imageUrl={product?.heroUrl ?? product?.posterUrl}
      title={t(wasHere ? 'elsewhere.movedTitle' : 'elsewhere.title', { place })}
      text={t(wasHere ? 'elsewhere.movedText' : 'elsewhere.text')}
      isNews={wasHere}
      actions={
        <>
          <Button
            variant="contained"
            color="primary"
            loading={takeOver.isPending}
            onClick={() => takeOver.mutate(undefined, { onError: () => snacks.error(t('elsewhere.failed'), { key: 'take-over' }) })}
          >
            {t('elsewhere.action')}
          </Button>
          <Button variant="soft" href={paths.product(slug)}>
            {t('state.product')}
          </Button>
        </>
      }
    />
  )
}
