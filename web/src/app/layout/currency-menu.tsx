import Button from '@mui/material/Button'
import { lazy, Suspense, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useViewerCurrency } from '../../lib/services.ts'
import { useLazyMenu } from './use-lazy-menu.ts'

const loadList = () => import('./preference-lists.tsx')
const CurrencyList = lazy(async () => ({ default: (await loadList()).CurrencyList }))

/** In what money prices are shown beside their own. */
export function CurrencyMenu() {
  const { t } = useTranslation()
  const currency = useViewerCurrency()
  const menuId = useId()
  const { anchor, wasOpened, open, close } = useLazyMenu()
  return (
    <>
      <Button
        variant="text"
        size="small"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor ? menuId : undefined}
        onPointerEnter={() => void loadList()}
        onClick={open}
        sx={{ minWidth: 0, px: 1.25, color: 'text.secondary' }}
      >
        <span aria-hidden>{currency}</span>
        <span className="visually-hidden">{t('currency.choose', { name: currency })}</span>
      </Button>
      <Suspense>{wasOpened && <CurrencyList id={menuId} anchor={anchor} onClose={close} />}</Suspense>
    </>
  )
}
