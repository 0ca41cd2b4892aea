import type { LessonSource } from '@e-events/shared/contract/learning/curriculum.ts'
import { lessonKinds, sourceTypesOf, type LessonKind } from '@e-events/shared/domain/lessons.ts'
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import FormLabel from '@mui/material/FormLabel'
import MenuItem from '@mui/material/MenuItem'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useServices } from '../../../../lib/services.ts'
import type { LessonParts } from '../lesson-parts.ts'
import { lessonSourcesQuery } from '../queries.ts'
import { urlFault } from '../url-fault.ts'

/** Content of a lesson: a product by its slug, or an address as it was typed (null: another way was chosen). */
export interface Content {
  kind: LessonKind
  source: string | null
  url: string | null
}

/** Where the content comes from: a file that is sent here, a product that is there, or an address. */
type Way = 'file' | 'own' | 'url'
const waysOf = (kind: LessonKind): Way[] => (kind === 'video' ? ['file', 'own', 'url'] : ['own', 'url'])

interface LessonContentProps {
  productSlug: string
  /** The product that the lesson shows as it is stored. */
  stored: LessonSource | null
  content: Content
  isTried: boolean
  VideoFile: LessonParts['VideoFile']
  /** Makes a draft for a file, and answers its slug. */
  onMake: (file: File) => Promise<string | null>
  onChange: (content: Partial<Content>) => void
}

/** Kind of a lesson, and what it shows: a file is sent from here, and goes on being sent when the form is closed. */
export function LessonContent({ productSlug, stored, content, isTried, VideoFile, onMake, onChange }: LessonContentProps) {
  const { t } = useTranslation('curriculum')
  const wayId = useId()
  const { kind } = content
  const [way, setWay] = useState<Way>(() => firstWay(content, stored))
  /** The draft whose file is sent here; the video of something published is replaced in its own form. */
  const [draft, setDraft] = useState<string | null>(() => (stored?.status === 'draft' && stored.type === 'vod' ? stored.slug : null))
  const choose = (next: Way) => {
    setWay(next)
    onChange({ source: next === 'file' ? draft : next === 'own' ? (stored?.slug ?? null) : null, url: next === 'url' ? '' : null })
  }
  const make = async (file: File) => {
    const slug = await onMake(file)
    if (slug !== null) {
      setDraft(slug)
      onChange({ source: slug, url: null })
    }
    return slug
  }
  return (
    <>
      <TextField
        select
        size="small"
        label={t('lesson.kind')}
        value={kind}
        onChange={(event) => {
          const next = event.target.value as LessonKind
          setWay(waysOf(next)[0] ?? 'own')
          onChange({ kind: next, source: next === 'video' ? draft : null, url: null })
        }}
      >
        {lessonKinds.map((one) => (
          <MenuItem key={one} value={one}>
            {t(`kind.${one}`)}
          </MenuItem>
        ))}
      </TextField>
      {kind !== 'text' && (
        <FormControl>
          <FormLabel component="span" id={wayId} sx={{ typography: 'label', color: 'text.primary' }}>
            {t('way.label')}
          </FormLabel>
          <RadioGroup row aria-labelledby={wayId} value={way} onChange={(_, next) => choose(next as Way)}>
            {waysOf(kind).map((one) => (
              <FormControlLabel
                key={one}
                value={one}
                control={<Radio size="small" />}
                label={one === 'own' ? t(`way.own.${kind}`) : t(`way.${one}`)}
              />
            ))}
          </RadioGroup>
        </FormControl>
      )}
      {kind === 'video' && way === 'file' && (
        <Box>
          <VideoFile productSlug={draft} label={t('source.video')} onMake={make} />
          <FormHelperText>{t('way.fileNote')}</FormHelperText>
        </Box>
      )}
      {kind !== 'text' && way === 'own' && <OwnSource {...{ productSlug, kind, onChange }} source={content.source} />}
      {kind !== 'text' && way === 'url' && <Address {...{ kind, isTried, onChange }} url={content.url ?? ''} />}
    </>
  )
}

type Shown = Exclude<LessonKind, 'text'>

function OwnSource(props: { productSlug: string; kind: Shown; source: string | null; onChange: LessonContentProps['onChange'] }) {
  const { productSlug, kind, onChange } = props
  const { t } = useTranslation('curriculum')
  const { t: tc } = useTranslation('common')
  const { api } = useServices()
  const found = useQuery(lessonSourcesQuery(api, productSlug))
  const sources = (found.data?.sources ?? []).filter(({ type }) => sourceTypesOf[kind].includes(type))
  return (
    <Autocomplete
      size="small"
      options={sources}
      value={sources.find(({ slug }) => slug === props.source) ?? null}
      loading={found.isFetching}
      loadingText={tc('page.loading')}
      openText={t('source.open')}
      closeText={tc('action.close')}
      clearText={tc('action.clear')}
      noOptionsText={t(`source.none.${kind}`)}
      getOptionLabel={({ title }) => title}
      getOptionKey={({ slug }) => slug}
      isOptionEqualToValue={(one, other) => one.slug === other.slug}
      onChange={(_, source) => onChange({ source: source?.slug ?? null })}
      renderInput={(params) => <TextField {...params} label={t(`source.${kind}`)} helperText={t(`source.note.${kind}`)} />}
    />
  )
}

function Address(props: { kind: Shown; url: string; isTried: boolean; onChange: LessonContentProps['onChange'] }) {
  const { kind, url, isTried, onChange } = props
  const { t } = useTranslation('curriculum')
  const [isLeft, setLeft] = useState(false)
  const fault = urlFault(kind, url, location.origin)
  const isShown = fault !== null && (isTried || (isLeft && url.trim() !== ''))
  return (
    <TextField
      required
      size="small"
      label={t(`url.${kind}`)}
      value={url}
      error={isShown}
      helperText={isShown ? t(`url.fault.${fault}`) : t(`url.note.${kind}`)}
      onChange={(event) => onChange({ url: event.target.value })}
      onBlur={() => setLeft(true)}
      slotProps={{
        htmlInput: { inputMode: 'url', autoCapitalize: 'none', autoComplete: 'off', spellCheck: false, placeholder: 'https://' },
      }}
    />
  )
}

function firstWay({ kind, url }: Content, stored: LessonSource | null): Way {
  if (url !== null) return 'url'
  if (stored === null) return waysOf(kind)[0] ?? 'own'
  return kind === 'video' && stored.status === 'draft' ? 'file' : 'own'
}
