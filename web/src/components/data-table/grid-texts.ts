import type { Language } from '@e-events/shared/domain/language.ts'
import type { GridLocaleText } from '@mui/x-data-grid'
import { enUS, esES, ptPT } from '@mui/x-data-grid/locales'

const texts = { es: esES, en: enUS, pt: ptPT } satisfies Record<Language, unknown>

/** The grid's own words: its sort buttons and announcements. */
export function gridTexts(language: Language): Partial<GridLocaleText> {
  return texts[language].components.MuiDataGrid.defaultProps.localeText
}
