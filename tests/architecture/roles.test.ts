import { describe, expect, it } from 'vitest'
import { readSources } from './import-graph.ts'

/** The one file that knows that an administrator may act in every role. */
const home = 'shared/src/domain/roles.ts'

/** A single other role may be asked for by itself: an upgrade is for those who have it not. */
const asksByHand = (text: string) => /\bincludes\(\s*['"]ADMIN['"]/.test(text)

describe('roles', () => {
  it('are asked about by isAdmin and hasRole: a list that is searched by hand forgets that administrators may all', () => {
    const sources = [...readSources(['api/src', 'shared/src', 'shared/client', 'web/src', 'studio/src'])].filter(
      ([file]) => file !== home && !/\.test\.tsx?$/.test(file),
    )
    expect(sources.filter(([, text]) => asksByHand(text)).map(([file]) => file)).toEqual([])
  })

  it('are found where somebody searches by hand again', () => {
    expect(asksByHand("if (user.roles.includes('ADMIN')) return all")).toBe(true)
    expect(asksByHand('hasRole(user.roles, role)')).toBe(false)
  })
})
