import { configure, prettyDOM } from '@testing-library/react'
import React from 'react'

interface Internals {
  recentlyCreatedOwnerStacks?: number
}

/**
 * Takes two costs out of tests with a page (decision quick-page-tests): each look of a waiting query that found nothing
 * printed the whole page into an error that nobody read, and each element that was created took a stack of calls for
 * React's warnings. The page is printed when the error is read, and no stacks are taken.
 */
export function quickenQueries(): void {
  configure({
    getElementError(message, container) {
      const error = new Error(message ?? '')
      error.name = 'TestingLibraryElementError'
      const printed = () => [message, prettyDOM(container)].filter(Boolean).join('\n\n')
      return Object.defineProperty(error, 'message', { get: printed, configurable: true })
    },
  })
  const key = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'
  const internals = (React as unknown as Record<string, Internals | undefined>)[key]
  if (!internals) return
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    get: () => 10_000,
    set() {
      // React stops taking stacks after ten thousand within a second, and begins to count anew with the next.
    },
  })
}
