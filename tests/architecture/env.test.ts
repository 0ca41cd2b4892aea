import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { DEFAULT_PORTS, envOf, serviceEnv } from '../../scripts/lib/env.mjs'
import { root } from './import-graph.ts'

const READERS = ['api/src/env.ts', 'sfu/src/env.ts', 'transcoder/src/env.ts', 'transcoder/src/demo/env.ts']
const text = (file: string): string => readFileSync(path.join(root, file), 'utf8')

/**
 * Keys of the schema (a name in capitals at the start of a line), and those of the storage where the service reads them
 * all together.
 */
const namesIn = (file: string): string[] => {
  const own = [...text(file).matchAll(/^\s+([A-Z][A-Z0-9_]{2,}): /gm)].map(([, name = '']) => name)
  const storage = text(file).includes('readStorageConfig(')
    ? [...text('shared/node/create-storage.ts').matchAll(/env\['(\w+)'\]/g)].map(([, name = '']) => name)
    : []
  return [...new Set([...own, ...storage])].filter((name) => name !== 'PATH')
}
const documented = [...text('.env.example').matchAll(/^#? ?([A-Z][A-Z0-9_]+)=/gm)].map(([, name = '']) => name)

describe('environment variables', () => {
  it.each(READERS)('that %s reads are in .env.example', (file) => {
    const names = namesIn(file)
    expect(names).toContain('LOG_LEVEL')
    expect(names.filter((name) => !documented.includes(name))).toEqual([])
  })

  it('in .env.example are read by somebody', () => {
    const everything = [
      ...READERS,
      'docker-compose.yml',
      'scripts/start.mjs',
      'scripts/lib/paths.mjs',
      'shared/node/create-storage.ts',
      'scripts/lib/tools.mjs',
      'scripts/lib/env.mjs',
      'scripts/lib/redis.mjs',
      'scripts/lib/worker.mjs',
    ]
      .filter((file) => existsSync(path.join(root, file)))
      .map(text)
      .join('\n')
    expect(documented.filter((name) => !new RegExp(`\\b${name}\\b`).test(everything))).toEqual([])
    expect(new Set(documented).size).toBe(documented.length)
  })

  it('that the runner sets are read by a service or by the gateway', () => {
    const set = serviceEnv(
      {
        dataDir: '/d',
        ports: DEFAULT_PORTS,
        host: 'localhost',
        databaseUrl: '',
        redisUrl: '',
        secrets: {},
        tools: { ffmpeg: '', ffprobe: '', worker: '' },
      },
      {},
    )
    const readers = [...READERS, 'scripts/gateway.mjs', 'api/src/cli/seed.ts']
      .filter((file) => existsSync(path.join(root, file)))
      .map(text)
      .join('\n')
    const native = new Set(['PATH', 'MEDIASOUP_WORKER_BIN'])
    expect(Object.keys(set).filter((name) => !native.has(name) && !new RegExp(`\\b${name}\\b`).test(readers))).toEqual([])
  })

  it.each([
    [
      'api',
      [
        'ACCESS_TOKEN_SECRET',
        'DATABASE_URL',
        'DATA_ENCRYPTION_KEY',
        'MEDIA_TOKEN_SECRET',
        'NOTIFICATIONS_API_KEY',
        'SFU_TOKEN_SECRET',
        'TURN_SECRET',
      ],
    ],
    ['sfu', ['INTERNAL_SECRET', 'SFU_TOKEN_SECRET']],
    ['transcoder', ['INTERNAL_SECRET', 'MEDIA_TOKEN_SECRET']],
    // It removes old recordings by the api's own command, on a developer's machine alone.
    ['demo', ['DATABASE_URL', 'INTERNAL_SECRET']],
    ['gateway', []],
  ] as const)('that hold a secret reach the program that needs it: %s', (name, wanted) => {
    const secrets = Object.fromEntries(documented.map((variable) => [variable, 'x']))
    const given = envOf(name, { ...secrets, PATH: '/bin', SOMEBODYS_TOKEN: 'x' })
    expect(
      Object.keys(given)
        .filter((variable) => /SECRET$|_KEY$|^DATABASE_URL$|TOKEN$/.test(variable) && !variable.startsWith('S3_'))
        .toSorted(),
    ).toEqual(wanted)
    expect(given['PATH']).toBe('/bin')
    // Nothing that it reads is kept from it.
    if (name !== 'gateway' && name !== 'demo')
      expect(namesIn(`${name}/src/env.ts`).filter((variable) => variable in secrets && !(variable in given))).toEqual([])
  })

  it('that docker-compose.yml gives a service are read by it', () => {
    const { services } = parse(text('docker-compose.yml'), { merge: true }) as {
      services: Record<string, { environment?: Record<string, unknown> }>
    }
    for (const name of ['api', 'sfu', 'transcoder']) {
      const known = namesIn(`${name}/src/env.ts`)
      const given = Object.keys(services[name]?.environment ?? {})
      expect(
        given.filter((variable) => !known.includes(variable)),
        name,
      ).toEqual([])
    }
  })
})
