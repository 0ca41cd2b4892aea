import { config } from '@e-events/shared/contract/settings/config.ts'
import { expect, it, vi } from 'vitest'
import { boot } from './boot.tsx'

it('asks for the switches of the site before anything is drawn', async () => {
  const asked: string[] = []
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url)
    return Promise.reject(new TypeError('nobody answers'))
  })
  await boot()
  expect(asked).toEqual([`/api${config.get.path}`])
})
