import { shipping } from '@e-events/shared/contract/sales/shipping.ts'
import { queryKey } from '@e-events/shared/contract/endpoint.ts'
import { limits } from '@e-events/shared/limits.ts'
import AddRounded from '@mui/icons-material/AddRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../../../components/feedback/error-notice.tsx'
import { FailureAlert } from '../../../../components/feedback/failure-alert.tsx'
import { useSnacks } from '../../../../components/feedback/use-snacks.ts'
import { FormSection } from '../../../../components/forms/form-section.tsx'
import { SaveBar } from '../../../../components/forms/save-bar.tsx'
import { UnsavedGuard } from '../../../../components/forms/unsaved-guard.tsx'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices } from '../../../../lib/services.ts'
import { zonesQuery } from '../queries.ts'
import { newZone, readZones, toFields, type ZoneFields } from '../zone-fields.ts'
import { ZoneForm } from './zone-form.tsx'

/** Where a channel sends its goods, and for how much. */
export function ZonesForm({ channelSlug }: { channelSlug: string }) {
  const { t } = useTranslation('shipping')
  const { t: tc } = useTranslation('common')
  const { api } = useServices()
  const stored = useQuery(zonesQuery(api, channelSlug))
  if (stored.isPending)
    return (
      <Box role="status" aria-label={tc('page.loading')}>
        <Skeleton variant="rounded" sx={{ height: 320, borderRadius: '14px' }} />
      </Box>
    )
  if (!stored.data)
    return <ErrorNotice error={stored.error} onRetry={() => void stored.refetch()} retrying={stored.isFetching} title={t('zones.error')} />
  return <Form channelSlug={channelSlug} zones={stored.data.zones} />
}

function Form({ channelSlug, zones }: { channelSlug: string; zones: Parameters<typeof toFields>[0][] }) {
  const { t } = useTranslation('shipping')
  const { api, queries } = useServices()
  const language = useLanguage()
  const snacks = useSnacks()
  const shown = zones.map((zone, at) => toFields(zone, String(at), language))
  const [typed, setTyped] = useState<ZoneFields[] | null>(null)
  const [isJudged, setJudged] = useState(false)
  const [nextKey, setNextKey] = useState(zones.length)
  const fields = typed ?? shown
  const read = readZones(fields)
  const save = useMutation({
    mutationFn: (wanted: typeof zones) => api.call(shipping.saveZones, { params: { slug: channelSlug }, body: { zones: wanted } }),
    onSuccess: (reply) => {
      queries.setQueryData(queryKey(shipping.zones, { params: { slug: channelSlug } }), reply)
      setTyped(null)
      setJudged(false)
      snacks.success(t('zones.saved'), { key: 'zones' })
    },
  })
  const change = (at: number, part: Partial<ZoneFields>) =>
    setTyped(fields.map((zone, index) => (index === at ? { ...zone, ...part } : zone)))
  const add = () => {
    setTyped([...fields, newZone(`new-${nextKey}`, fields.length === 0)])
    setNextKey(nextKey + 1)
  }
  const submit = () => {
    setJudged(true)
    if ('zones' in read) save.mutate(read.zones)
  }
  return (
    <Box
      component="form"
      noValidate
      aria-label={t('zones.title')}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Box sx={{ '&:not(:empty)': { mb: 2 } }}>
        <FailureAlert error={save.error} failure="channelUpdate" />
      </Box>
      <FormSection title={t('zones.title')} note={t('zones.note')}>
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, '& > li + li': { borderTop: 1, borderColor: 'border.subtle' } }}>
          {fields.map((zone, at) => (
            <ZoneForm
              key={zone.key}
              zone={zone}
              faults={isJudged && 'faults' in read ? (read.faults[at] ?? {}) : {}}
              onChange={(part) => change(at, part)}
              onRemove={() => setTyped(fields.filter((_, index) => index !== at))}
            />
          ))}
        </Box>
        <Box
          sx={{ p: 2, display: 'grid', gap: 1, justifyItems: 'start', borderTop: fields.length > 0 ? 1 : 0, borderColor: 'border.subtle' }}
        >
          {fields.length === 0 && <Box sx={{ color: 'text.secondary', typography: 'body2' }}>{t('zones.empty')}</Box>}
          <Button startIcon={<AddRounded />} color="inherit" disabled={fields.length >= limits.shippingZones} onClick={add}>
            {t('zones.add')}
          </Button>
        </Box>
      </FormSection>
      <SaveBar
        label={t('zones.bar')}
        status={t(typed === null ? 'zones.clean' : 'zones.dirty')}
        isDirty={typed !== null}
        isSaving={save.isPending}
        saveLabel={t('zones.save')}
        discardLabel={t('zones.discard')}
        onDiscard={() => {
          setTyped(null)
          setJudged(false)
        }}
      />
      <UnsavedGuard when={typed !== null && !save.isPending} />
    </Box>
  )
}
