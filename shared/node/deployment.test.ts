import { describe, expect, it } from 'vitest'
import { deploymentProblems, reachOf, type Deployment } from './deployment.ts'

const good = 'mB2v9xQ0tR5yU8wZ1aC4dF7gH3jK6lN0'
const other = 'pO9iU8yT7rE6wQ5aS4dF3gH2jK1lM0nB'

describe('where a service runs', () => {
  it.each<[string, Partial<Deployment>, string]>([
    ['nothing but loopback', { origins: ['http://localhost:8080'], listens: ['127.0.0.1', '::1'] }, 'local'],
    ['a path instead of an origin', { origins: ['/sfu', undefined] }, 'local'],
    ['every address of a container', { origins: ['http://localhost:8080'], listens: ['0.0.0.0'], isContainer: true }, 'local'],
    ['every address of a machine', { listens: ['0.0.0.0'] }, 'exposed'],
    ['an address of another network', { listens: ['192.168.1.5'] }, 'exposed'],
    ['a public address that is announced from a container', { announces: ['203.0.113.7'], isContainer: true }, 'exposed'],
    ['a page on another machine', { origins: ['http://192.168.1.5:8080'] }, 'exposed'],
    ['a name that only begins like loopback', { origins: ['http://localhost.example.org'] }, 'exposed'],
    ['an https page, whatever NODE_ENV says', { origins: ['https://events.example.org'], isContainer: true }, 'production'],
    ['the word', { nodeEnv: 'production', origins: ['http://localhost:8080'] }, 'production'],
  ])('is told by %s', (_, given, reach) => {
    expect(reachOf({ nodeEnv: 'development', listens: ['127.0.0.1'], isContainer: false, ...given })).toBe(reach)
  })
})

describe('what others reach', () => {
  it.each<[string, string, RegExp]>([
    ['the published text', 'development-only-access-change-me-before-production', /^B: .*published/],
    ['the published text as base64', Buffer.from('development-only-key-change-me!!').toString('base64'), /^B: .*published/],
    ['one letter', 'a'.repeat(32), /^B: is too simple/],
    ['a key of zeros', Buffer.alloc(32).toString('base64'), /^B: is too simple/],
    ['another one of its secrets', good, /^B: is the same as A/],
  ])('is refused with %s for a secret', (_, secret, problem) => {
    for (const reach of ['exposed', 'production'] as const) {
      expect(deploymentProblems(reach, { secrets: { A: good, B: secret } })).toEqual([expect.stringMatching(problem)])
    }
    expect(deploymentProblems('local', { secrets: { A: good, B: secret } })).toEqual([])
  })

  it('is refused over http in production alone', () => {
    const origins = { PUBLIC_ORIGIN: 'http://events.example.org', SFU_PUBLIC_URL: '/sfu', HERE: 'http://127.0.0.1:8080' }
    const secrets = { A: good, B: other }
    expect(deploymentProblems('production', { secrets, origins })).toEqual(['PUBLIC_ORIGIN: production is reached over https'])
    expect(deploymentProblems('exposed', { secrets, origins })).toEqual([])
  })
})
