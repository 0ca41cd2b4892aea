import type { MyData } from '@e-events/shared/contract/people/account.ts'
import { useMutation } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useErrorSnack } from '../../../components/feedback/use-error-snack.ts'
import { useSnacks } from '../../../components/feedback/use-snacks.ts'
import { useServices } from '../../../lib/services.ts'
import { myDataQuery } from './queries.ts'

/** The answer of the server is shown by every block and the bar from now on. */
export function useLearnMyData(): (data: MyData) => void {
  const { api, queries, session } = useServices()
  return useCallback(
    (data) => {
      queries.setQueryData(myDataQuery(api).queryKey, data)
      session.updateUser(data)
    },
    [api, queries, session],
  )
}

interface ActionOptions {
  key: string
  /** Text of the snackbar afterwards. */
  done: string
}

/** One button that changes the account: a snackbar says how it went, and what was refused can be tried again. */
export function useAccountAction<V = void>(act: (input: V) => Promise<MyData | void>, { key, done }: ActionOptions) {
  const learn = useLearnMyData()
  const snacks = useSnacks()
  const showError = useErrorSnack()
  const mutation = useMutation({
    mutationFn: act,
    onSuccess: (data) => {
      if (data) learn(data)
      snacks.success(done, { key })
    },
    onError: (error, input) => showError(error, { key, failure: 'dataUpdate', retry: () => mutation.mutate(input) }),
  })
  return mutation
}
