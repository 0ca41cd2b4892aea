import AddRounded from '@mui/icons-material/AddRounded'
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded'
import { taxes, type TaxRule } from '@e-events/shared/contract/sales/money/taxes.ts'
import { date } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Chip from '@mui/material/Chip'
import FormControlLabel from '@mui/material/FormControlLabel'
import IconButton from '@mui/material/IconButton'
import Skeleton from '@mui/material/Skeleton'
import Switch from '@mui/material/Switch'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../../components/feedback/confirm-dialog.tsx'
import { ErrorNotice } from '../../../../components/feedback/error-notice.tsx'
import { FailureAlert } from '../../../../components/feedback/failure-alert.tsx'
import { useSnacks } from '../../../../components/feedback/use-snacks.ts'
import { countryName } from '../../../../lib/country-name.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices } from '../../../../lib/services.ts'
import { refreshTaxRules, taxRulesQuery } from '../queries.ts'
import { rateText } from '../tax-words.ts'
import { RuleDialog } from './rule-dialog.tsx'

/** Dated rates: what has begun stays as it is, what is to come may be taken back. */
export function TaxRules() {
  const { t } = useTranslation('taxes')
  const { api } = useServices()
  const language = useLanguage()
  const list = useQuery(taxRulesQuery(api))
  const [isPastShown, setPastShown] = useState(false)
  const [isAdding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<TaxRule | null>(null)
  if (list.isError && !list.data)
    return <ErrorNotice error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} title={t('rules.error')} />
  if (!list.data) return <Skeleton variant="rounded" aria-busy="true" sx={{ height: 420 }} />
  const placeName = (country: string | null) => (country === null ? t('rules.everywhere') : countryName(country, language))
  const rows = list.data.rules
    .filter(({ isCurrent, isPlanned }) => isPastShown || isCurrent || isPlanned)
    .toSorted((a, b) => Number(a.country === null) - Number(b.country === null) || placeName(a.country).localeCompare(placeName(b.country)))
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, mb: 2 }}>
        <FormControlLabel
          control={<Switch checked={isPastShown} onChange={(_, on) => setPastShown(on)} />}
          label={t('rules.showPast')}
          sx={{ ml: 0, mr: 'auto', gap: 1 }}
          slotProps={{ typography: { variant: 'body2' } }}
        />
        <Button variant="contained" color="inherit" startIcon={<AddRounded />} aria-haspopup="dialog" onClick={() => setAdding(true)}>
          {t('rules.add')}
        </Button>
      </Box>
      <Card variant="outlined">
        {/* It holds the hidden words of its last column, which would widen the page otherwise. */}
        <TableContainer tabIndex={0} role="region" aria-label={t('rules.title')} sx={{ position: 'relative' }}>
          <Table aria-label={t('rules.title')} sx={{ minWidth: 560 }}>
            <TableHead>
              <TableRow>
                <TableCell>{t('rules.country')}</TableCell>
                <TableCell align="right">{t('rules.rate')}</TableCell>
                <TableCell>{t('rules.validFrom')}</TableCell>
                <TableCell>{t('rules.state')}</TableCell>
                <TableCell padding="none" sx={{ width: 52 }}>
                  <span className="visually-hidden">{t('rules.remove')}</span>
                </TableCell>
              </TableRow>
            </TableHead>
            <TableBody className="tabular">
              {rows.map((rule) => (
                <RuleRow key={rule.id} rule={rule} placeName={placeName(rule.country)} onRemove={() => setRemoving(rule)} />
              ))}
            </TableBody>
          </Table>
        </TableContainer>
      </Card>
      {isAdding && <RuleDialog onClose={() => setAdding(false)} />}
      {removing && <RemoveDialog rule={removing} placeName={placeName(removing.country)} onClose={() => setRemoving(null)} />}
    </>
  )
}

function RuleRow({ rule, placeName, onRemove }: { rule: TaxRule; placeName: string; onRemove: () => void }) {
  const { t } = useTranslation('taxes')
  const { t: tc } = useTranslation('common')
  const language = useLanguage()
  const day = date(`${rule.validFrom}T12:00:00Z`, 'day', language)
  const note = [rule.productType === null ? null : tc(`type.${rule.productType}`), rule.note].filter(Boolean).join(' · ')
  return (
    <TableRow>
      <TableCell component="th" scope="row" sx={{ whiteSpace: 'normal' }}>
        {placeName}
        {note !== '' && (
          <Box component="span" sx={{ display: 'block', typography: 'caption', color: 'text.secondary' }}>
            {note}
          </Box>
        )}
      </TableCell>
      <TableCell align="right">{rateText(rule.basisPoints, language)}</TableCell>
      <TableCell>{day}</TableCell>
      <TableCell>
        <Chip
          size="small"
          variant={rule.isCurrent ? 'filled' : 'outlined'}
          label={t(`rules.is.${rule.isPlanned ? 'planned' : rule.isCurrent ? 'current' : 'past'}`)}
        />
      </TableCell>
      <TableCell padding="none" align="center">
        {rule.isPlanned && (
          <IconButton aria-label={t('rules.removeOne', { country: placeName, day })} aria-haspopup="dialog" onClick={onRemove}>
            <DeleteOutlineRounded />
          </IconButton>
        )}
      </TableCell>
    </TableRow>
  )
}

function RemoveDialog({ rule, placeName, onClose }: { rule: TaxRule; placeName: string; onClose: () => void }) {
  const { t } = useTranslation('taxes')
  const { api, queries } = useServices()
  const language = useLanguage()
  const snacks = useSnacks()
  const day = date(`${rule.validFrom}T12:00:00Z`, 'day', language)
  const run = useMutation({
    mutationFn: () => api.call(taxes.removeRule, { params: { id: rule.id } }),
    onSettled: () => refreshTaxRules(queries),
    onSuccess: () => {
      snacks.success(t('rules.removed'), { key: 'tax-rule' })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open
      destructive
      title={t('rules.removeQuestion')}
      confirmLabel={t('rules.remove')}
      busy={run.isPending}
      onConfirm={() => run.mutate()}
      onClose={onClose}
    >
      {t('rules.removeText', { country: placeName, rate: rateText(rule.basisPoints, language), day })}
      <Box sx={{ mt: 1.5, '&:empty': { display: 'none' } }}>
        <FailureAlert error={run.error} failure="dataUpdate" />
      </Box>
    </ConfirmDialog>
  )
}
