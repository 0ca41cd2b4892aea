import type { SearchFacets } from '@e-events/shared/contract/catalogue/search.ts'
import { count } from '@e-events/shared/ui/format.ts'
import CloseRounded from '@mui/icons-material/CloseRounded'
import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../../lib/language.ts'
import type { SearchState } from '../search-state.ts'

interface FacetBarProps {
  facets: SearchFacets
  state: SearchState
  onChange: (change: Partial<SearchState>) => void
}

interface Choice {
  value: string
  label: string
  count: number
}

/** Chips that narrow what was found; the one that is chosen takes itself away again. */
export function FacetBar({ facets, state, onChange }: FacetBarProps) {
  const { t } = useTranslation('search')
  const { t: tc } = useTranslation('common')
  const kinds = facets.kinds.map(({ kind, count: found }) => ({ value: kind, label: t(`kind.${kind}`), count: found }))
  const types = facets.types.map(({ type, count: found }) => ({ value: type, label: tc(`type.${type}`), count: found }))
  const categories = facets.categories.map(({ slug, title, count: found }) => ({ value: slug, label: title, count: found }))
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Facet
        title={t('facet.kind')}
        choices={kinds}
        chosen={state.kind}
        onChoose={(kind) =>
          onChange({
            kind: kind as SearchState['kind'],
            ...(kind === undefined || kind === 'product' ? {} : { type: undefined, category: undefined }),
          })
        }
      />
      <Facet
        title={t('facet.type')}
        choices={types}
        chosen={state.type}
        onChoose={(type) => onChange({ type: type as SearchState['type'] })}
      />
      <Facet title={t('facet.category')} choices={categories} chosen={state.category} onChoose={(category) => onChange({ category })} />
    </Box>
  )
}

interface FacetProps {
  title: string
  choices: readonly Choice[]
  chosen: string | undefined
  onChoose: (value: string | undefined) => void
}

function Facet({ title, choices, chosen, onChoose }: FacetProps) {
  const id = useId()
  const language = useLanguage()
  // One choice narrows nothing.
  if (choices.length < 2 && chosen === undefined) return null
  return (
    <Box role="group" aria-labelledby={id} sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      <Typography id={id} variant="label" component="p" sx={{ m: 0, mr: 0.5, minWidth: { md: 84 }, color: 'text.secondary' }}>
        {title}
      </Typography>
      {choices.map((choice) => {
        const isChosen = choice.value === chosen
        return (
          <Chip
            key={choice.value}
            clickable
            aria-pressed={isChosen}
            color={isChosen ? 'secondary' : 'default'}
            variant={isChosen ? 'filled' : 'outlined'}
            label={
              <>
                {choice.label}{' '}
                <Box component="span" className="tabular" sx={{ opacity: 0.8 }}>
                  {count(choice.count, language)}
                </Box>
              </>
            }
            {...(isChosen ? { deleteIcon: <CloseRounded />, onDelete: () => onChoose(undefined) } : {})}
            onClick={() => onChoose(isChosen ? undefined : choice.value)}
          />
        )
      })}
    </Box>
  )
}
