import type { Page } from 'playwright'
import { payoutRunId } from '../../web/src/testing/payout-factories.ts'
import { orderIds } from './fixture-buying.ts'
import type { Shot } from './shot.ts'

const h1 = (page: Page) => page.locator('h1').first().waitFor()
const form = (page: Page) => page.locator('#content form').waitFor()
const table = (page: Page) => page.getByRole('row').nth(1).waitFor()
const statements = (page: Page) => page.locator('#content dl').nth(1).waitFor()
const openRow = (number: string) => async (page: Page) => {
  await page.getByRole('button', { name: new RegExp(`${number}$`) }).click()
}
const at = '/products/ultimo-tren-a-valdeniebla/checkout'
const few = { widths: [390, 1440], modes: ['light'], languages: ['es'] } as const

/** From the price to the door. */
export const buyingShots: readonly Shot[] = [
  { name: 'checkout', path: at, user: true, ready: h1 },
  { name: 'checkout-card', path: '/products/ciudad-electrica/checkout', user: true, ready: h1, ...few },
  {
    name: 'checkout-other',
    path: at,
    user: true,
    ready: h1,
    act: async (page) => {
      await page.getByRole('group').getByRole('button').last().click()
      await page.getByRole('textbox').last().fill('mucho')
    },
    ...few,
  },
  {
    name: 'payment',
    path: `/payments/orders/${orderIds.refused}`,
    user: true,
    ready: (page) => page.getByRole('alert').waitFor(),
    ...few,
    modes: ['light', 'dark'],
  },
  { name: 'payment-terminal', path: `/payments/orders/${orderIds.settling}`, user: true, ready: h1, ...few, modes: ['light', 'dark'] },
  { name: 'test-payment', path: `/payments/test/tp_${'0'.repeat(32)}`, ready: h1, ...few, modes: ['light', 'dark'] },
  { name: 'test-payment-declined', path: `/payments/test/tp_${'0'.repeat(31)}1`, ready: h1, ...few },
  ...Object.entries(orderIds).map(([state, id]) => ({ name: `order-${state}`, path: `${at}?order=${id}`, user: true, ready: h1, ...few })),
  { name: 'orders', path: '/mystuff/orders', user: true, ready: (page) => page.locator('#content li').first().waitFor() },
  { name: 'payouts', path: '/account/payouts', user: true, scenario: { role: 'organizer' }, ready: statements },
  { name: 'prepaid', path: '/account/prepaid', user: true, scenario: { role: 'organizer' }, ready: form },
  { name: 'manage-payouts', path: '/manage/payouts', user: true, scenario: { role: 'admin' }, ready: table },
  { name: 'manage-payout-run', path: `/manage/payouts?run=${payoutRunId}`, user: true, scenario: { role: 'admin' }, ready: table, ...few },
  { name: 'sales', path: '/account/sales', user: true, scenario: { role: 'organizer' }, ready: table, viewport: true },
  { name: 'opportunities', path: '/account/salesopportunity', user: true, scenario: { role: 'organizer' }, ready: table, viewport: true },
  {
    name: 'opportunity-write',
    path: '/account/salesopportunity',
    user: true,
    scenario: { role: 'organizer' },
    ready: table,
    act: async (page) =>
      page
        .getByRole('button', { name: /^Escribir sobre|^Write about/ })
        .first()
        .click(),
    viewport: true,
    ...few,
  },
  { name: 'end-reminders', path: `/opt-out/${'x'.repeat(54)}?about=reminders`, ready: h1, ...few, modes: ['light', 'dark'] },
  { name: 'opt-out', path: `/opt-out/${'x'.repeat(54)}`, ready: h1, ...few, modes: ['light', 'dark'] },
  { name: 'redeemed-codes', path: '/account/salescode', user: true, scenario: { role: 'organizer' }, ready: table, viewport: true },
  {
    name: 'sales-detail',
    path: '/account/sales',
    user: true,
    scenario: { role: 'organizer' },
    ready: table,
    act: openRow('1047'),
    viewport: true,
    ...few,
  },
  {
    name: 'sales-dispute',
    path: '/account/sales',
    user: true,
    scenario: { role: 'organizer' },
    ready: table,
    act: openRow('1046'),
    viewport: true,
    ...few,
  },
  { name: 'manage-taxes', path: '/manage/taxes', user: true, scenario: { role: 'admin' }, ready: table },
  { name: 'manage-tax-rates', path: '/manage/taxes?tab=rules', user: true, scenario: { role: 'admin' }, ready: table, ...few },
  {
    name: 'manage-tax-rate-add',
    path: '/manage/taxes?tab=rules',
    user: true,
    scenario: { role: 'admin' },
    ready: table,
    act: async (page) => {
      await page.getByRole('button', { name: /^(Añadir un tipo|Add a rate)$/ }).click()
    },
    viewport: true,
    ...few,
    modes: ['light', 'dark'],
  },
  {
    name: 'manage-sales-refund',
    path: '/manage/sales',
    user: true,
    scenario: { role: 'admin' },
    ready: table,
    act: async (page) => {
      await openRow('1048')(page)
      await page.getByRole('button', { name: /^(Reembolsar|Refund)$/ }).click()
    },
    viewport: true,
    ...few,
  },
  {
    name: 'orders-refund',
    path: '/mystuff/orders',
    user: true,
    ready: (page) => page.locator('#content li').first().waitFor(),
    act: async (page) => {
      await page
        .getByRole('button', { name: /^(Reembolso|Refund)/ })
        .first()
        .click()
      await page.getByRole('dialog').getByRole('listitem').first().waitFor()
    },
    viewport: true,
    ...few,
  },
  {
    name: 'manage-refunds',
    path: '/manage/refunds',
    user: true,
    scenario: { role: 'admin' },
    ready: (page) => page.locator('article').first().waitFor(),
  },
  {
    name: 'manage-refunds-approve',
    path: '/manage/refunds',
    user: true,
    scenario: { role: 'admin' },
    ready: (page) => page.locator('article').first().waitFor(),
    act: async (page) => {
      await page
        .getByRole('button', { name: /^(Aprobar|Approve)/ })
        .first()
        .click()
    },
    viewport: true,
    ...few,
  },
  {
    name: 'manage-refunds-runs',
    path: '/manage/refunds?tab=runs',
    user: true,
    scenario: { role: 'admin' },
    ready: h1,
    ...few,
    modes: ['light', 'dark'],
  },
  {
    name: 'manage-refunds-problems',
    path: '/manage/refunds?tab=problems',
    user: true,
    scenario: { role: 'admin' },
    ready: (page) => page.locator('#refunds-panel li').first().waitFor(),
    ...few,
    modes: ['light', 'dark'],
  },
  { name: 'manage-refunds-overdue', path: '/manage/refunds?tab=overdue', user: true, scenario: { role: 'admin' }, ready: h1, ...few },
  {
    name: 'manage-refunds-disputes',
    path: '/manage/refunds?tab=disputes',
    user: true,
    scenario: { role: 'admin' },
    ready: (page) => page.locator('#refunds-panel li').first().waitFor(),
    act: async (page) => {
      await page
        .getByRole('button', { name: /^(Pruebas|Evidence)/ })
        .first()
        .click()
      await page.getByRole('dialog').getByRole('listitem').first().waitFor()
    },
    viewport: true,
    ...few,
  },
  {
    name: 'sales-refunds',
    path: '/account/sales',
    user: true,
    scenario: { role: 'organizer' },
    ready: table,
    act: async (page) => {
      await page.getByRole('button', { name: /^(Reembolsos|Refunds)/ }).click()
      await page.locator('article').first().waitFor()
    },
    viewport: true,
    ...few,
  },
]
