import LanguageRounded from '@mui/icons-material/LanguageRounded'
import Button from '@mui/material/Button'
import { lazy, Suspense, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWasEver } from '../../components/use-was-ever.ts'
import { useLanguage } from '../../lib/language.ts'
import { languageNames } from '../../config/language-names.ts'

const loadList = () => import('./preference-lists.tsx')
const LanguageList = lazy(async () => ({ default: (await loadList()).LanguageList }))

export function LanguageMenu({ full = false }: { full?: boolean }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const menuId = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const wasOpened = useWasEver(anchor !== null)
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
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ minWidth: 0, px: 1.25, color: 'text.secondary', textTransform: full ? 'none' : 'uppercase' }}
      >
        <span aria-hidden>{full ? languageNames[language] : language}</span>
        {/* Text, not a label: a label would have to repeat the two letters. */}
        <span className="visually-hidden">{t('language.choose', { name: languageNames[language] })}</span>
      </Button>
      {wasOpened && (
        <Suspense>
          <LanguageList id={menuId} anchor={anchor} onClose={() => setAnchor(null)} />
        </Suspense>
      )}
    </>
  )
}
