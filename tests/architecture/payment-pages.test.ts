import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { contentSecurityPolicy, PAYMENT_PAGES } from '../../scripts/gateway/headers.mjs'
import { isPaymentPage, paths } from '../../shared/src/domain/addresses.ts'

const conf = readFileSync(new URL('../../deploy/nginx/nginx.conf', import.meta.url), 'utf8')

it('allows the payment service on the pages where one pays, and nowhere else', () => {
  const prefix = /map \$request_uri \$payment_page \{\s+default '';\s+"~(\S+)" yes;\s+\}/.exec(conf)?.[1] ?? 'absent'
  const inputs = [
    paths.payment('0'),
    ...Object.values(paths).map((path) =>
      typeof path === 'string' ? path : path.length === 0 ? '' : (path as (slug: string) => string)('x'),
    ),
  ]
  for (const address of [...inputs, '/payments/orders', '/x/payments/orders/1', '/?to=/payments/orders/1', '/studio/payments/orders/1']) {
    const pays = address === paths.payment('0') || address === paths.payment('x')
    expect([isPaymentPage(address), PAYMENT_PAGES.test(address), new RegExp(prefix).test(address)], address).toEqual([pays, pays, pays])
  }
  expect(contentSecurityPolicy('x')).not.toMatch(/stripe|form-action 'self' h/)
})
