import { ownProducts } from '@e-events/shared/contract/catalogue/own-products.ts'
import { useEffect, useRef } from 'react'
import { useErrorSnack } from '../../../components/feedback/use-error-snack.ts'
import { useLanguage } from '../../../lib/language.ts'
import { useServices } from '../../../lib/services.ts'
import { lessonSourcesQuery } from './queries.ts'

/**
 * The draft that holds the video of a lesson: made in the channel of its course when a file is chosen, and removed with
 * its file where the lesson, or the page, is left without keeping it.
 */
export function useLessonVideo(courseSlug: string) {
  const { api, queries } = useServices()
  const language = useLanguage()
  const showError = useErrorSnack()
  const made = useRef<string[]>([])
  useEffect(() => {
    const leave = (keepalive: boolean) => {
      for (const slug of made.current.splice(0))
        void api.call(ownProducts.remove, { params: { slug } }, { keepalive }).catch(() => undefined)
    }
    // A page that the browser may bring back keeps its form, and the film with it.
    const onPageLeft = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) leave(true)
    }
    globalThis.addEventListener('pagehide', onPageLeft)
    return () => {
      globalThis.removeEventListener('pagehide', onPageLeft)
      leave(false)
    }
  }, [api])
  return {
    /** The slug of a new draft; null where it failed, which was said. */
    async make(title: string): Promise<string | null> {
      try {
        const course = await api.call(ownProducts.getOwn, { params: { slug: courseSlug }, query: { language } })
        const draft = await api.call(ownProducts.begin, {
          body: { type: 'vod', plan: 'free', channelSlug: course.channel.slug, language: course.language, title, lessonOf: courseSlug },
        })
        made.current.push(draft.slug)
        return draft.slug
      } catch (error) {
        showError(error, { key: 'lesson-video', failure: 'productCreate' })
        return null
      }
    },
    /** The lesson was saved with this product. */
    keep(slug: string | null) {
      made.current = made.current.filter((one) => one !== slug)
      void queries.invalidateQueries({ queryKey: lessonSourcesQuery(api, courseSlug).queryKey })
    },
  }
}
