import { ownProducts } from '@e-events/shared/contract/catalogue/own-products.ts'
import { posts, type OwnPost } from '@e-events/shared/contract/catalogue/posts.ts'
import { queryKey } from '@e-events/shared/contract/endpoint.ts'
import { languages, type Language } from '@e-events/shared/domain/language.ts'
import type { PostDocument } from '@e-events/shared/domain/post-document.ts'
import { limits } from '@e-events/shared/limits.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CountedField } from '../../../../components/forms/counted-field.tsx'
import { ErrorNotice } from '../../../../components/feedback/error-notice.tsx'
import { FailureAlert } from '../../../../components/feedback/failure-alert.tsx'
import { UnsavedGuard } from '../../../../components/forms/unsaved-guard.tsx'
import { useSnacks } from '../../../../components/feedback/use-snacks.ts'
import { languageNames } from '../../../../config/language-names.ts'
import { ImageField } from '../../../../features/media/uploads/components/image-field.tsx'
import { PostEditor } from '../../../../features/catalogue/posts/components/post-editor.tsx'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices } from '../../../../lib/services.ts'

/**
 * The text of a post in each language. It is stored apart from the product, because only those entitled ever get it.
 */
export function PostText({ productSlug }: { productSlug: string }) {
  const { t } = useTranslation('product-editor')
  const { t: tc } = useTranslation('common')
  const { api } = useServices()
  const own = useLanguage()
  const [language, setLanguage] = useState<Language>(own)
  const input = { params: { slug: productSlug } }
  const post = useQuery({
    queryKey: queryKey(posts.getOwn, input),
    queryFn: ({ signal }) => api.call(posts.getOwn, input, { signal }),
    refetchOnWindowFocus: false,
  })
  if (post.isPending)
    return (
      <Box role="status" aria-label={tc('page.loading')}>
        <Skeleton height={360} sx={{ borderRadius: '12px' }} />
      </Box>
    )
  if (!post.data) return <ErrorNotice error={post.error} onRetry={() => void post.refetch()} retrying={post.isFetching} heading="h2" />
  return (
    <>
      <Tabs value={language} onChange={(_, next: Language) => setLanguage(next)} aria-label={t('texts.languages')}>
        {languages.map((one) => (
          <Tab key={one} value={one} lang={one} label={languageNames[one]} />
        ))}
      </Tabs>
      {languages.map((one) => (
        // All of them stay: what was typed in one is still there after a look at another.
        <Box key={one} hidden={one !== language}>
          <TextOf productSlug={productSlug} language={one} post={post.data} isShown={one === language} />
        </Box>
      ))}
    </>
  )
}

interface TextOfProps {
  productSlug: string
  language: Language
  post: OwnPost
  isShown: boolean
}

function TextOf({ productSlug, language, post, isShown }: TextOfProps) {
  const { t } = useTranslation('product-editor')
  const { api, queries } = useServices()
  const snacks = useSnacks()
  const stored = post.bodies.find((body) => body.language === language)
  const [document, setDocument] = useState<PostDocument | null>(stored?.document ?? null)
  const [excerpt, setExcerpt] = useState(stored?.excerpt ?? '')
  const [isDirty, setDirty] = useState(false)
  const save = useMutation({
    mutationFn: (text: PostDocument) =>
      api.call(posts.save, { params: { slug: productSlug }, body: { language, document: text, excerpt: excerpt.trim() } }),
    onSuccess: (latest) => {
      setDirty(false)
      queries.setQueryData(queryKey(posts.getOwn, { params: { slug: productSlug } }), latest)
      // It has words now, or none: publishing asks for them.
      void queries.invalidateQueries({ queryKey: queryKey(ownProducts.getOwn, { params: { slug: productSlug } }) })
      snacks.success(t('post.saved'), { key: 'post-text' })
    },
  })
  const isTooLong = excerpt.trim().length > limits.postExcerptChars
  return (
    <Box sx={{ display: 'grid', gap: 2.25 }}>
      <CountedField
        label={t('post.excerpt')}
        helperText={t('post.excerptNote')}
        value={excerpt}
        max={limits.postExcerptChars}
        error={isTooLong}
        multiline
        minRows={2}
        onChange={({ target }) => {
          setExcerpt(target.value)
          setDirty(true)
        }}
      />
      {isShown && (
        <PostEditor
          value={document}
          ImageField={ImageField}
          label={t('post.text')}
          onChange={(next) => {
            setDocument(next)
            setDirty(true)
          }}
        />
      )}
      <FailureAlert error={save.error} failure="productUpdate" />
      <Button
        variant="contained"
        color="inherit"
        disabled={!isDirty || document === null || isTooLong}
        loading={save.isPending}
        onClick={() => document && save.mutate(document)}
        sx={{ justifySelf: 'end' }}
      >
        {t('post.save')}
      </Button>
      <UnsavedGuard when={isDirty && !save.isPending} />
    </Box>
  )
}
