import type { Page } from 'playwright'
import type { Scenario } from './fixture-api.ts'

export interface Shot {
  name: string
  path: string
  /** With a session. */
  user?: boolean
  /** Has not been asked about cookies yet. */
  consent?: boolean
  /** Settings of the played api; such shots need it and are skipped against a real platform. */
  scenario?: Partial<Scenario>
  ready: (page: Page) => Promise<unknown>
  act?: (page: Page) => Promise<unknown>
  /** Only what is on screen, for menus and bars that stay in place. */
  viewport?: boolean
  widths?: readonly (390 | 960 | 1440)[]
  modes?: readonly ('light' | 'dark')[]
  languages?: readonly ('es' | 'en' | 'pt')[]
  timeZone?: string
}
