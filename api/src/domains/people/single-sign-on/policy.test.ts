import { describe, expect, it } from 'vitest'
import { belongsToIssuer, isIssuerAllowed, safeNext } from './policy.ts'

describe('addresses', () => {
  it('lead to a provider over https, over http only on this machine and outside production', () => {
    const allowed = (issuer: string, production: boolean) => isIssuerAllowed(issuer, { production })
    expect(allowed('https://id.example', true)).toBe(true)
    expect(allowed('http://127.0.0.1:8000', false)).toBe(true)
    for (const issuer of ['http://id.example', 'file:///etc/passwd', 'https://me:you@id.example', 'https://id.example?x=1', 'no address'])
      expect([issuer, allowed(issuer, false)]).toEqual([issuer, false])
    expect(allowed('http://127.0.0.1:8000', true)).toBe(false)
  })

  it('of endpoints are of the issuer, or of the hosts that are known to be', () => {
    expect(belongsToIssuer('https://id.example/token', 'https://id.example/realm')).toBe(true)
    expect(belongsToIssuer('https://oauth2.googleapis.com/token', 'https://accounts.google.com')).toBe(true)
    expect(belongsToIssuer('https://oauth2.googleapis.com/token', 'https://id.example')).toBe(false)
    expect(belongsToIssuer('http://id.example/token', 'https://id.example')).toBe(false)
  })

  it('to go on to are pages of this site', () => {
    const next = (path: unknown) => safeNext(path, 'https://events.example')
    expect(next('/products/telon?x=1#y')).toBe('/products/telon?x=1#y')
    for (const path of [undefined, ['/a'], '', 'a', '//a', '/\\a', '/\n/a', 'https://events.example/a']) expect(next(path)).toBe('/')
  })
})
