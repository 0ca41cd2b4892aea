import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createStatic } from './static.mjs'

async function serve(): Promise<string> {
  const dist = mkdtempSync(path.join(tmpdir(), 'ee-static-'))
  writeFileSync(path.join(dist, 'index.html'), '<html></html>')
  const [web, studio] = [createStatic({ dist, base: '/' }), createStatic({ dist, base: '/studio/' })]
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    void (pathname.startsWith('/studio/') ? studio : web)(request, response, pathname)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    rmSync(dist, { recursive: true })
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

it('allows the payment service on the page where one pays, and nowhere else', async () => {
  const base = await serve()
  const policyOf = async (target: string) => {
    const { headers } = await fetch(base + target, { headers: { accept: 'text/html' } })
    return { policy: headers.get('content-security-policy') ?? '', opener: headers.get('cross-origin-opener-policy') }
  }
  const paying = await policyOf('/payments/orders/0b6e')
  for (const part of [
    /script-src [^;]*https:\/\/js\.stripe\.com/,
    /connect-src [^;]*https:\/\/api\.stripe\.com/,
    /frame-src [^;]*https:\/\/hooks\.stripe\.com/,
  ])
    expect(paying.policy).toMatch(part)
  expect(paying.opener).toBe('same-origin-allow-popups')
  for (const target of [
    '/',
    '/products/x/checkout',
    '/payments/test/tp_1',
    '/manage/modules/media-pay',
    '/studio/',
    '/login?next=/payments/orders/1',
  ]) {
    const { policy, opener } = await policyOf(target)
    expect([policy.includes('stripe'), opener], target).toEqual([false, 'same-origin'])
  }
})
