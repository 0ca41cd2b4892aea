import CheckCircleRounded from '@mui/icons-material/CheckCircleRounded'
import ErrorOutlineRounded from '@mui/icons-material/ErrorOutlineRounded'
import { ownProducts, type OwnProductDetail } from '@e-events/shared/contract/catalogue/own-products.ts'
import type { PublishRule } from '@e-events/shared/domain/product-rules.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import Typography from '@mui/material/Typography'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnacks } from '../../../../components/feedback/use-snacks.ts'
import { paths } from '../../../../config/paths.ts'
import { useServices } from '../../../../lib/services.ts'
import { useEditor } from '../editor-context.ts'
import { ownProductQuery } from '../queries.ts'
import { partOfRule } from '../steps.ts'
import { ActDialog } from './act-dialog.tsx'
import { FrozenNote } from './frozen-note.tsx'

const choices = ['published', 'private'] as const

/** Requirements of publishing, and the freedoms that it ends, before it happens. */
export function PublishDialog({ product, onClose }: { product: OwnProductDetail; onClose: () => void }) {
  const { t } = useTranslation('product-editor')
  const { api, queries } = useServices()
  const snacks = useSnacks()
  const { form, learn } = useEditor()
  const id = useId()
  const [status, setStatus] = useState<(typeof choices)[number]>('published')
  // A file may have become ready and the channel approved since the form was opened: what counts is asked for anew.
  const query = ownProductQuery(api, product.slug)
  const { publishChecklist } = useQuery({ ...query, refetchOnMount: 'always' }).data ?? product
  const isReady = publishChecklist.every(({ ok }) => ok)
  const publish = useMutation({
    mutationFn: async () => {
      // Saves the last changes before publishing.
      if (form.isDirty && !(await form.save())) return null
      const { slug, revision } = queries.getQueryData(query.queryKey) ?? product
      return api.call(ownProducts.publish, { params: { slug }, body: { status } }, { ifMatch: `"${revision}"` })
    },
    // Perhaps somebody else was faster: the form shows what it is now, and it can be tried again.
    onError: () => queries.invalidateQueries({ queryKey: query.queryKey }),
    onSuccess: (latest) => {
      if (latest) {
        learn(latest)
        snacks.success(t(status === 'private' ? 'publish.donePrivate' : 'publish.done'), { key: 'product-act' })
      }
      onClose()
    },
  })
  return (
    <ActDialog
      title={t('publish.title')}
      confirmLabel={t(status === 'private' ? 'publish.confirmPrivate' : 'publish.confirm')}
      destructive
      busy={publish.isPending}
      disabled={!isReady}
      error={publish.error}
      failure="productUpdate"
      wide
      onConfirm={() => publish.mutate()}
      onClose={onClose}
    >
      <Box component="ul" aria-label={t('publish.checklist')} sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
        {publishChecklist.map(({ rule, ok }) => (
          <Rule key={rule} rule={rule} ok={ok} onLeave={onClose} />
        ))}
      </Box>
      <div>
        <Typography variant="label" component="div" id={id}>
          {t('publish.who')}
        </Typography>
        <RadioGroup aria-labelledby={id} value={status} onChange={(_, next) => setStatus(next === 'private' ? 'private' : 'published')}>
          {choices.map((choice) => (
            <FormControlLabel
              key={choice}
              value={choice}
              control={<Radio />}
              label={
                <span>
                  <b>{t(`publish.${choice}`)}</b>{' '}
                  <Box component="span" sx={{ color: 'text.secondary' }}>
                    {t(`publish.${choice}Note`)}
                  </Box>
                </span>
              }
            />
          ))}
        </RadioGroup>
      </div>
      <FrozenNote>{t('publish.frozen')}</FrozenNote>
    </ActDialog>
  )
}

function Rule({ rule, ok, onLeave }: { rule: PublishRule; ok: boolean; onLeave: () => void }) {
  const { t } = useTranslation('product-editor')
  const { area, goTo, product } = useEditor()
  const Icon = ok ? CheckCircleRounded : ErrorOutlineRounded
  const step = rule === 'channel' ? null : partOfRule[rule]
  const words = rule === 'media' && product?.type === 'live' ? 'video' : rule
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 32 }}>
      <Icon sx={{ fontSize: 20, color: ok ? 'success.main' : 'error.main' }} titleAccess={t(ok ? 'publish.met' : 'publish.missing')} />
      <Box sx={{ flex: 1 }}>{!ok && rule === 'channel' ? t('publish.channelMissing') : t(`publish.rule.${words}`)}</Box>
      {!ok && rule === 'channel' && product && (
        <Button size="small" href={area === 'manage' ? paths.manageChannel(product.channel.slug) : paths.ownChannel(product.channel.slug)}>
          {t('publish.toChannel')}
        </Button>
      )}
      {!ok && step && (
        <Button
          size="small"
          onClick={() => {
            onLeave()
            goTo(step)
          }}
        >
          {t('publish.toStep')}
        </Button>
      )}
    </Box>
  )
}
