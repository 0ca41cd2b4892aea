import type { Curriculum } from '@e-events/shared/contract/learning/curriculum.ts'
import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useTranslation } from 'react-i18next'
import { SwitchRow } from '../../../../components/forms/switch-row.tsx'
import type { CurriculumChange } from '../queries.ts'

const percents = [50, 60, 70, 80, 90, 95, 100]

interface WatchedSettingsProps {
  curriculum: Curriculum
  change: (change: CurriculumChange) => Promise<Curriculum | undefined>
}

/** When a lesson counts as watched, and whether lessons open one after the other. */
export function WatchedSettings({ curriculum, change }: WatchedSettingsProps) {
  const { t } = useTranslation('curriculum')
  const { watchedPercent, watchedByHand, lessonOrder } = curriculum
  const put = (wanted: Partial<Pick<Curriculum, 'watchedPercent' | 'watchedByHand' | 'lessonOrder'>>) =>
    void change({ act: 'settings', watchedPercent, watchedByHand, lessonOrder, ...wanted })
  const options = percents.includes(watchedPercent) ? percents : [...percents, watchedPercent].toSorted((a, b) => a - b)
  return (
    <Box sx={{ border: 1, borderColor: 'border.subtle', borderRadius: '12px', overflow: 'clip' }}>
      <Box sx={{ p: 2, pb: 1 }}>
        <TextField
          select
          fullWidth
          size="small"
          label={t('watched.percent')}
          helperText={t('watched.percentNote')}
          value={watchedPercent}
          onChange={(event) => put({ watchedPercent: Number(event.target.value) })}
        >
          {options.map((percent) => (
            <MenuItem key={percent} value={percent}>
              {t('watched.option', { percent: percent / 100 })}
            </MenuItem>
          ))}
        </TextField>
      </Box>
      <SwitchRow
        label={t('watched.byHand')}
        note={t('watched.byHandNote')}
        checked={watchedByHand}
        onChange={(checked) => put({ watchedByHand: checked })}
      />
      <SwitchRow
        label={t('watched.inOrder')}
        note={t('watched.inOrderNote')}
        checked={lessonOrder === 'enforced'}
        onChange={(checked) => put({ lessonOrder: checked ? 'enforced' : 'free' })}
      />
    </Box>
  )
}
