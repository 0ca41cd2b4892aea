import { config, moduleIds } from '@e-events/shared/contract/settings/config.ts'
import { notifications } from '@e-events/shared/contract/engagement/notifications.ts'
import { users } from '@e-events/shared/contract/people/users.ts'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { admin, auditEntry, mediaPay, notification, userDetail } from '../../../testing/admin-factories.ts'
import { createFakeApi, type FakeApi } from '../../../testing/fake-api.ts'
import { plainWords } from '../../../testing/plain-words.ts'
import { renderApp } from '../../../testing/render-app.tsx'

/** Names and texts of people are without vowels, so that only the screens' own words have any. */
const person = userDetail({
  name: 'Grt',
  surname: 'Hdd',
  email: 'grt@hdd.xmpl',
  company: null,
  timezone: 'GMT',
  country: null,
  state: 'pending',
})
const actor = { id: person.id, name: 'Grt', email: 'grt@hdd.xmpl' }
const sent = { id: person.id, subject: 'Xyz', content: 'Xyz', sentAt: '2026-11-20T18:00:00.000Z', recipients: 3, read: 1, sender: 'Grt' }
let api: FakeApi

beforeEach(() => {
  api = createFakeApi()
  api.on(notifications.unread, () => ({ notifications: [], nextToken: null, unread: 2 }))
  api.on(notifications.list, () => ({ notifications: [notification({ subject: 'Xyz', content: 'Xyz' })], nextToken: 'more', unread: 2 }))
  api.on(notifications.countAudience, () => ({ recipients: 3 }))
  api.on(notifications.sent, () => ({ items: [sent], nextToken: 'more' }))
  api.on(users.list, () => ({ items: [person], nextCursor: null, total: 1 }))
  api.on(users.get, () => person)
  api.on(users.clients, () => ({
    items: [{ id: person.id, name: 'Grt', surname: 'Hdd', email: 'grt@hdd.xmpl', createdAt: sent.sentAt }],
    nextCursor: null,
  }))
  api.on(users.audit, () => ({
    items: [auditEntry({ actor, subject: { type: 'module', id: 'x', name: null }, action: 'module.switch', before: null, after: null })],
    nextCursor: null,
  }))
  api.on(config.modules, () => ({ modules: moduleIds.map((id) => ({ id, active: true })) }))
  api.on(config.mediaPay, () => mediaPay({ subscription: { active: true, periodic: false, interval: 'monthly', priceMinor: 450 } }))
  api.on(config.registerFields, () => ({ fields: [] }))
  api.on(config.registerDomains, () => ({ allowed: [], forbidden: [] }))
})

describe('administration screens hold no text of their own', () => {
  it.each([
    '/manage/config-admin',
    '/manage/config-admin?tab=register',
    '/manage/modules',
    '/manage/modules/media-pay',
    '/manage/manage-users?role=PRODUCER&upgrade=pending',
    `/manage/manage-users?user=${person.id}`,
    '/manage/manage-users?tab=clients',
    '/manage/manage-users?tab=log',
    '/manage/notifications',
  ])('%s [UX-018]', async (at) => {
    const { baseElement } = await renderApp({ at, api, pseudo: true, user: { ...admin(), name: 'Grt', surname: 'Hdd' } })
    await screen.findAllByRole('heading', { level: at.includes('user=') ? 2 : 1, name: at.includes('user=') ? 'Grt Hdd' : /^⟦/ })
    await screen.findAllByText(/⟦/)
    await waitFor(() => expect(document.querySelector('.MuiSkeleton-root')).toBeNull())
    // Dates come from the browser, in the language of the page.
    // The pickers bring words of their own, in the language of the page too.
    for (const picker of baseElement.querySelectorAll('.MuiPickersInputBase-root')) picker.remove()
    expect(plainWords(baseElement).filter((words) => !/^\d{1,2} (de )?nov/.test(words))).toEqual([])
  })
})
