import { ApiError } from '@e-events/shared/contract/client.ts'
import type { Curriculum } from '@e-events/shared/contract/learning/curriculum.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useErrorSnack } from '../../../components/feedback/use-error-snack.ts'
import { useServices } from '../../../lib/services.ts'
import { curriculumQuery, failureOf, sendChange, type CurriculumChange } from './queries.ts'

/**
 * The curriculum of a course with its changes, one after the other: each names the version that the one before made.
 * Where somebody else has changed it, it is read again.
 */
export function useCurriculum(slug: string) {
  const { api, queries } = useServices()
  const showError = useErrorSnack()
  const query = curriculumQuery(api, slug)
  const found = useQuery(query)
  const { mutateAsync, isPending } = useMutation({
    scope: { id: `curriculum ${slug}` },
    mutationFn: (change: CurriculumChange) => sendChange(api, slug, queries.getQueryData(query.queryKey)?.version ?? 0, change),
    onSuccess: (latest) => queries.setQueryData(query.queryKey, latest),
    onError: (error, change) => {
      showError(error, { key: 'curriculum', failure: failureOf[change.act] })
      if (error instanceof ApiError && error.status < 500) void queries.invalidateQueries({ queryKey: query.queryKey })
    },
  })
  /** Resolves with the curriculum as it is afterwards, or undefined where the change failed (it was said). */
  const change = (wanted: CurriculumChange): Promise<Curriculum | undefined> => mutateAsync(wanted).catch(() => undefined)
  return { found, change, isSaving: isPending }
}
