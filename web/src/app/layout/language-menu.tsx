import LanguageRounded from '@mui/icons-material/LanguageRounded'
import Button from '@mui/material/Button'
import { lazy, Suspense, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../lib/language.ts'
import { languageNames } from '../../config/language-names.ts'
import { useLazyMenu } from './use-lazy-menu.ts'

const loadList = () => import('./preference-lists.tsx')
const LanguageList = lazy(async () => ({ default: (await loadList()).LanguageList }))

export function LanguageMenu({ full = false }: { full?: boolean }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const menuId = useId()
  const { anchor, wasOpened, open, close } = useLazyMenu()
  return (
    <>
      <Button
        variant="text"
        size="small"
        startIcon={<LanguageRounded />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor ? menuId : undefined}
        onPointerEnter={() => void loadList()}
        onClick={open}
        sx={{ minWidth: 0, px: 1.25, color: 'text.secondary', textTransform: full ? 'none' : 'uppercase' }}
      >
        <span aria-hidden>{full ? languageNames[language] : language}</span>
        {/* Text, not a label: a label would have to repeat the two letters. */}
        <span className="visually-hidden">{t('language.choose', { name: languageNames[language] })}</span>
      </Button>
      <Suspense>{wasOpened && <LanguageList id={menuId} anchor={anchor} onClose={close} />}</Suspense>
    </>
  )
}
