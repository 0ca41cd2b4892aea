import type { Section } from '@e-events/shared/contract/storefront/home-sections.ts'
import ContentCopyRounded from '@mui/icons-material/ContentCopyRounded'
import VisibilityOffOutlined from '@mui/icons-material/VisibilityOffOutlined'
import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import type { EditorAction } from '../editor-state.ts'
import { problemsOf } from '../sections.ts'
import type { FieldContext } from './fields/field-context.ts'
import { SectionFields } from './section-fields.tsx'

interface InspectorProps {
  section: Section | undefined
  /** Its form has something to save or to discard. */
  isEditing: boolean
  /** Nothing of it is shown now, although it is not hidden. */
  isEmpty: boolean
  context: Omit<FieldContext, 'problems'>
  dispatch: (action: EditorAction) => void
}

/** Why a section that is complete does not appear. */
function whyNothing(section: Section): 'mute' | 'elsewhere' | 'nothing' {
  if (section.type === 'static_image') return 'mute'
  return section.type === 'product_slider' && section.source.kind !== 'chosen' ? 'elsewhere' : 'nothing'
}

/** The form of the chosen section. Changes here are saved or discarded here, before the page can be (ADM-052). */
export function Inspector({ section, isEditing, isEmpty, context, dispatch }: InspectorProps) {
  const { t } = useTranslation('section-editor')
  if (!section)
    return (
      <Card component="aside" aria-label={t('form.label')} sx={{ p: 2 }}>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('form.none')}
        </Typography>
      </Card>
    )
  const problems = problemsOf(section)
  const { id } = section
  return (
    <Card component="aside" aria-label={t('form.label')} sx={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}>
      <Box
        sx={{
          pl: 2,
          pr: 1,
          height: 48,
          flexShrink: 0,
          display: 'flex',
          alignItems: 'center',
          gap: 0.5,
          borderBottom: 1,
          borderColor: 'border.subtle',
        }}
      >
        <Typography variant="h5" component="h2" noWrap sx={{ flex: 1 }}>
          {t(`kind.${section.type}.name`)}
        </Typography>
        <IconButton
          size="small"
          aria-label={t('form.duplicate')}
          title={t('form.duplicate')}
          onClick={() => dispatch({ type: 'duplicate', id })}
        >
          <ContentCopyRounded sx={{ fontSize: 18 }} />
        </IconButton>
        <IconButton
          size="small"
          aria-pressed={section.hidden}
          aria-label={t(section.hidden ? 'form.show' : 'form.hide')}
          title={t(section.hidden ? 'form.show' : 'form.hide')}
          onClick={() => dispatch({ type: 'toggle', id })}
        >
          {section.hidden ? <VisibilityOffOutlined sx={{ fontSize: 19 }} /> : <VisibilityOutlined sx={{ fontSize: 19 }} />}
        </IconButton>
      </Box>
      <Box
        component="form"
        id="section-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (isEditing && problems.size === 0) dispatch({ type: 'save', id })
        }}
        sx={{ flex: 1, minHeight: 0, overflow: 'auto', p: 2, display: 'grid', gap: 2, alignContent: 'start' }}
      >
        {section.hidden && <Alert severity="info">{t('form.hidden')}</Alert>}
        {isEmpty && !section.hidden && problems.size === 0 && <Alert severity="info">{t(`form.${whyNothing(section)}`)}</Alert>}
        <SectionFields
          key={id}
          section={section}
          context={{ ...context, problems }}
          onChange={(next) => dispatch({ type: 'edit', section: next })}
        />
      </Box>
      <Box sx={{ flexShrink: 0, p: 1.5, borderTop: 1, borderColor: 'border.subtle', display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {isEditing ? (
          <>
            <Button variant="text" sx={{ flex: 1 }} onClick={() => dispatch({ type: 'discard', id })}>
              {t('form.discard')}
            </Button>
            <Button type="submit" form="section-form" variant="contained" color="inherit" disabled={problems.size > 0} sx={{ flex: 1 }}>
              {t('form.save')}
            </Button>
          </>
        ) : (
          <Button fullWidth variant="text" sx={{ color: 'error.main' }} onClick={() => dispatch({ type: 'remove', id })}>
            {t('form.remove')}
          </Button>
        )}
      </Box>
    </Card>
  )
}
