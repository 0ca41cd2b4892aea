import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { budgetOf, slowestFiles } from './budget.mjs'
import { hashOf } from './builds.mjs'
import { watchCores } from './core-use.mjs'
import { DEFAULT_PORTS, loadDotEnv, loadSecrets, serviceEnv } from './env.mjs'
import { missingPackages } from './install.mjs'
import { claim, findRunning } from './instance.mjs'
import { domainsOf, testsOfDomain } from './domains.mjs'
import { exclusively } from './lock.mjs'
import { parseOptions } from './options.mjs'
import { freePort } from './ports.mjs'
import { elapsedText } from './progress.mjs'
import { countPlaywright, namedSuites, nothing, sumOf, summaryLine } from './suites.mjs'
import { readable, restartDelayMs } from './supervisor.mjs'
import { makeThrowAway } from './throw-away.mjs'

const folder = mkdtempSync(path.join(os.tmpdir(), 'e-events-runner-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('options', () => {
  it.each([
    [['--bogus'], 'unknown option: --bogus'],
    [['--port'], '--port needs a value'],
    [['--port='], '--port needs a value'],
    [['--help=yes'], 'unknown option: --help=yes'],
  ])('refuses %j', (argv, error) => {
    expect(parseOptions(argv, { flags: ['help'], values: ['port'] }).error).toBe(error)
  })

  it('reads flags, values in both spellings and arguments', () => {
    expect(parseOptions(['create', '--help', '--port', '81', '--host=a=b'], { flags: ['help'], values: ['port', 'host'] })).toEqual({
      arguments: ['create'],
      help: true,
      port: '81',
      host: 'a=b',
    })
  })
})

describe('restarts and log lines', () => {
  it('waits longer after every failure, up to a limit', () => {
    expect([1, 2, 3, 7, 8, 9, 10].map(restartDelayMs)).toEqual([100, 200, 400, 6400, 12_800, 15_000, 15_000])
  })

  it('shows warnings and unstructured lines, and everything when asked', () => {
    expect(readable('{"level":30,"msg":"listening"}', false)).toBeNull()
    expect(readable('{"level":30,"msg":"listening","port":1}', true)).toBe('info listening {"port":1}')
    expect(readable('{"level":50,"msg":"no","err":{"stack":"Error: x"}}', false)).toBe('error no Error: x')
    expect(readable('{"level":"info","msg":"listening"}', false)).toBeNull()
    expect(readable('{"level":"warn","service":"sfu","node":"n","msg":"slow"}', false)).toBe('warn slow')
    expect(readable('TypeError: x', false)).toBe('TypeError: x')
    expect(readable('{broken', false)).toBe('{broken')
  })

  it('says elapsed time as a person would', () => {
    expect([400, 42_000, 185_000].map(elapsedText)).toEqual(['0.4 s', '42 s', '3 min 05 s'])
  })
})

describe('packages', () => {
  const locked = {
    '': { version: '1.0.0' },
    shared: { version: '1.0.0' },
    'node_modules/a': { version: '1.0.0' },
    'node_modules/a/node_modules/b': { version: '2.0.0' },
    'node_modules/@e-events/shared': { link: true },
    'node_modules/for-windows': { version: '1.0.0', optional: true },
  }
  const there: Record<string, string> = {
    'node_modules/a': '1.0.0',
    'node_modules/a/node_modules/b': '2.0.0',
    'node_modules/@e-events/shared': '9',
  }
  const at = (packages: Record<string, string>) => (place: string) => packages[place] ?? null

  it('finds none missing where all are there, optional ones aside', () => {
    expect(missingPackages(locked, at(there))).toEqual([])
  })

  it('finds deleted packages, other versions and lost workspace links', () => {
    expect(missingPackages(locked, at({ 'node_modules/a': '0.9.0' }))).toEqual([
      'node_modules/a',
      'node_modules/a/node_modules/b',
      'node_modules/@e-events/shared',
    ])
  })
})

describe('builds', () => {
  it('change their hash with any source, and with nothing else', () => {
    const base = path.join(folder, 'app')
    mkdirSync(path.join(base, 'web/src'), { recursive: true })
    mkdirSync(path.join(base, 'web/dist'), { recursive: true })
    writeFileSync(path.join(base, 'web/src/a.ts'), '1')
    const before = hashOf(['web', 'absent.json'], base)
    writeFileSync(path.join(base, 'web/dist/a.js'), 'built')
    writeFileSync(path.join(base, 'web/src/a.test.ts'), 'a test')
    expect(hashOf(['web', 'absent.json'], base)).toBe(before)
    writeFileSync(path.join(base, 'web/src/a.ts'), '2')
    expect(hashOf(['web', 'absent.json'], base)).not.toBe(before)
  })
})

describe('environment', () => {
  const here = {
    dataDir: '/d',
    ports: { ...DEFAULT_PORTS, gateway: 8081 },
    host: 'localhost',
    databaseUrl: 'postgres://own',
    redisUrl: 'redis://own',
    secrets: { ACCESS_TOKEN_SECRET: 's' },
    tools: { ffmpeg: '/f', ffprobe: '/p', worker: '/w' },
  }

  it('lets the caller set a value, but not bend what the runner has just opened', () => {
    const env = serviceEnv(here, {
      SFU_WORKERS: '3',
      ACCESS_TOKEN_SECRET: 'mine',
      API_PORT: '1',
      FFMPEG_BIN: '/other',
      PATH: '/bin',
      npm_config_x: 'y',
    })
    expect(env).toMatchObject({
      SFU_WORKERS: '3',
      ACCESS_TOKEN_SECRET: 'mine',
      API_PORT: '4000',
      FFMPEG_BIN: '/f',
      PUBLIC_ORIGIN: 'http://localhost:8081',
    })
    expect(env).not.toHaveProperty('npm_config_x')
    expect(env['PATH']?.endsWith(':/bin')).toBe(true)
  })

  it('keeps media on the machine unless a host is named', () => {
    expect(serviceEnv(here, {})).toMatchObject({
      SFU_LISTEN_IP: '127.0.0.1',
      SFU_ANNOUNCED_ADDRESS: '127.0.0.1',
      GATEWAY_HOST: '127.0.0.1',
    })
    expect(serviceEnv({ ...here, host: '192.168.1.5' }, {})).toMatchObject({
      SFU_LISTEN_IP: '0.0.0.0',
      SFU_ANNOUNCED_ADDRESS: '192.168.1.5',
      GATEWAY_HOST: '0.0.0.0',
    })
  })

  it('makes secrets once, for the owner only', () => {
    const file = path.join(folder, 'secrets/secrets.json')
    const first = loadSecrets(file)
    expect(new Set(Object.values(first)).size).toBe(6)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(loadSecrets(file)).toEqual(first)
  })

  it('reads .env files without overruling the environment', () => {
    const file = path.join(folder, '.env')
    writeFileSync(file, '# comment\nA_NAME=1 # why\nexport B="two words"\nC=\nD=kept\nnot a line')
    const env: NodeJS.ProcessEnv = { D: 'given' }
    loadDotEnv(file, env)
    expect(env).toEqual({ A_NAME: '1', B: 'two words', D: 'given' })
  })
})

describe('one runner per data folder', () => {
  it('refuses a second one with the first one as the answer, and takes over from a dead one', () => {
    const data = path.join(folder, 'data')
    const first = claim(data)
    if ('holder' in first) throw new Error('nobody holds it yet')
    first.update({ state: 'running', origin: 'http://localhost:8080' })
    expect(claim(data)).toMatchObject({ holder: { pid: process.pid, state: 'running', origin: 'http://localhost:8080' } })

    // The same pid, but another birth: the machine was restarted and the number given to somebody else.
    const file = path.join(data, 'run.json')
    writeFileSync(file, readFileSync(file, 'utf8').replace(/"birth": ?"[^"]*"/, '"birth":"long ago"'))
    expect(findRunning(data)).toBeNull()
    const second = claim(data)
    expect(second).not.toHaveProperty('holder')
    if (!('holder' in second)) second.release()
    expect(findRunning(data)).toBeNull()
  })
})

describe('work that two starts in one folder must not do at once', () => {
  it('is done one after the other, and not blocked by somebody who died', async () => {
    const locks = path.join(folder, 'locks')
    mkdirSync(locks)
    writeFileSync(path.join(locks, 'packages.lock'), JSON.stringify({ pid: process.pid, birth: 'long ago' }))
    const order: string[] = []
    const job = (name: string) =>
      exclusively(
        'packages',
        () => {},
        async () => {
          order.push(`${name} begins`)
          await new Promise((resolve) => setImmediate(resolve))
          order.push(`${name} ends`)
        },
        locks,
      )
    await Promise.all([job('a'), job('b')])
    expect(order.toSorted()).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
    expect(order[1]).toBe(order[0]?.replace('begins', 'ends'))
    await expect(
      exclusively(
        'packages',
        () => {},
        () => Promise.reject(new Error('failed')),
        locks,
      ),
    ).rejects.toThrow('failed')
    await job('c')
  })
})

describe('ports', () => {
  it('takes the next one where the wanted one is taken', async () => {
    const server = net.createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as net.AddressInfo
    const chosen = await freePort(port)
    expect(chosen).toBeGreaterThan(port)
    expect(await freePort(port)).toBeGreaterThan(chosen)
    await new Promise((resolve) => server.close(resolve))
  })
})

describe('the last line of npm test', () => {
  it('adds all suites up', () => {
    const skipped = [{ name: 'a', reason: 'no binary' }]
    expect(
      summaryLine([
        { passed: 2, failed: 0, skipped },
        { passed: 1, failed: 3, skipped: [] },
      ]),
    ).toBe('3 passed, 3 failed, 1 skipped')
  })

  it('adds the parts of a suite up, with the names in each', () => {
    const named = (name: string) => [{ name, reason: 'r' }]
    const one = { passed: 2, failed: 1, failures: named('a'), retried: [], skipped: named('b'), files: [{ name: 'a.ts', elapsedMs: 1 }] }
    const two = { passed: 3, failed: 0, failures: [], retried: named('c'), skipped: named('d'), files: [{ name: 'b.ts', elapsedMs: 2 }] }
    expect(sumOf([one, two])).toEqual({
      passed: 5,
      failed: 1,
      failures: named('a'),
      retried: named('c'),
      skipped: [...named('b'), ...named('d')],
      files: [
        { name: 'a.ts', elapsedMs: 1 },
        { name: 'b.ts', elapsedMs: 2 },
      ],
    })
    const parted = namedSuites.find(({ name }) => name === 'e2e')
    const files = parted?.parts?.map((_, part) => Object.values(parted.env?.('/f', part) ?? {})[0])
    expect(new Set(files).size).toBe(3)
  })

  it('counts Playwright tests, files that do not load, and reasons', () => {
    const notThree = { message: 'not so\n\nExpected: >= 3\nReceived:    4\n  at', location: { file: '/a/b.ts', line: 7 } }
    const report = {
      errors: [{ message: 'cannot load' }],
      suites: [
        {
          title: 'a.spec.ts',
          suites: [
            {
              title: 'studio',
              specs: [
                {
                  title: 'runs',
                  tests: [{ status: 'skipped', results: [{ duration: 5 }], annotations: [{ type: 'skip', description: 'no Electron' }] }],
                },
              ],
            },
          ],
          specs: [
            { title: 'one', tests: [{ status: 'expected' }] },
            { title: 'two', tests: [{ status: 'unexpected', results: [{ errors: [notThree] }] }] },
            {
              title: 'three',
              tests: [
                {
                  status: 'flaky',
                  results: [
                    { errors: [{ message: 'too late' }], duration: 30 },
                    { errors: [], duration: 20 },
                  ],
                },
              ],
            },
          ],
        },
      ],
    }
    expect(countPlaywright(report)).toEqual({
      passed: 2,
      failed: 2,
      failures: [
        { name: 'outside of any test', reason: 'cannot load' },
        { name: 'a.spec.ts › two', reason: 'not so · Expected: >= 3 · Received: 4 · b.ts:7' },
      ],
      retried: [{ name: 'a.spec.ts › three', reason: 'too late' }],
      skipped: [{ name: 'a.spec.ts › studio › runs', reason: 'no Electron' }],
      files: [{ name: 'a.spec.ts', elapsedMs: 55 }],
    })
    expect(countPlaywright(null)).toEqual(nothing())
  })
})

describe('the time of npm test', () => {
  it('names the slowest files of all suites, slowest first', () => {
    const timed = (...times: number[]) => ({ ...nothing(), files: times.map((elapsedMs) => ({ name: `${elapsedMs}.ts`, elapsedMs })) })
    expect(slowestFiles([timed(3, 90), timed(20), timed()], 2).map(({ name }) => name)).toEqual(['90.ts', '20.ts'])
    expect(slowestFiles([timed(...Array.from({ length: 12 }, (_, index) => index))])).toHaveLength(10)
  })

  it('tells the minutes of its budget, and fails beyond the limit, counted and by name', () => {
    expect(budgetOf(82 * 60_000)).toEqual({
      line: '82.0 of 25 minutes of the time budget used (the run fails beyond 82)',
      counts: nothing(),
    })
    const over = budgetOf(83 * 60_000)
    expect(over.line).toBe('83.0 of 25 minutes of the time budget used (the run fails beyond 82)')
    expect(over.counts).toMatchObject({ failed: 1, failures: [{ name: 'time budget of npm test', reason: over.line }] })
  })
})

describe('the folder of a run that is thrown away', () => {
  it('is open for the other users of the stores, and the one of a killed run goes, of a running one stays', () => {
    const parent = mkdtempSync(path.join(os.tmpdir(), 'e-events-parent-'))
    const dead = spawnSync(process.execPath, ['--version']).pid
    for (const pid of [dead, process.ppid]) mkdirSync(path.join(parent, `e-events-test-${pid}-abc`))
    mkdirSync(path.join(parent, `e-events-other-${dead}-abc`))
    const { folder, tmp } = makeThrowAway('test', parent)
    expect(readdirSync(parent).toSorted()).toEqual(
      [`e-events-other-${dead}-abc`, `e-events-test-${process.ppid}-abc`, path.basename(folder)].toSorted(),
    )
    expect([folder, tmp].map((each) => statSync(each).mode & 0o7777)).toEqual([0o755, 0o1777])
    rmSync(parent, { recursive: true })
  })
})

describe('use of the cores', () => {
  const core = (user: number, idle: number, nice = 0) => ({ model: '', speed: 0, times: { user, nice, sys: 0, idle, irq: 0 } })

  it('is the share of the time of all cores since the watch began, without what runs at a low priority', () => {
    const moments = [
      [core(1_000, 5_000), core(0, 6_000)],
      [core(1_900, 5_050, 50), core(300, 6_500, 200)],
    ]
    const use = watchCores(() => moments.shift() ?? [])
    expect(use()).toBeCloseTo(0.6)
  })

  it('is not told where the system tells no times', () => {
    expect(watchCores(() => [])()).toBeUndefined()
  })
})

describe('the tests of a domain', () => {
  const texts: Record<string, string> = {
    'api/src/domains/sales/tickets/tickets.test.ts': '',
    'api/src/domains/sales/sales.ts': '',
    'api/src/domains/people/users/users.test.ts': "import { tickets } from '@e-events/shared/contract/sales/tickets.ts'",
    'api/src/domains/people/audit/audit.test.ts': "import { users } from '@e-events/shared/contract/people/users.ts'",
    'web/src/features/sales/tickets/offer.test.ts': '',
    'web/src/app/routes/account/sales/codes.test.tsx': '',
    'tests/integration/api/checkout.test.ts': "import { createOrders } from '../../../api/src/domains/sales/orders/service.ts'",
    'tests/e2e/sales.spec.ts': '',
    'scripts/lib/sales.test.ts': '',
  }

  it('are those in its folders and those that import from them', () => {
    expect(testsOfDomain('sales', Object.keys(texts), (file) => texts[file] ?? '')).toEqual([
      'api/src/domains/people/users/users.test.ts',
      'api/src/domains/sales/tickets/tickets.test.ts',
      'tests/integration/api/checkout.test.ts',
      'web/src/app/routes/account/sales/codes.test.tsx',
      'web/src/features/sales/tickets/offer.test.ts',
    ])
  })

  it('belong to a domain by the name of a folder', () => {
    expect(domainsOf([...Object.keys(texts), 'shared/src/contract/endpoint.ts'])).toEqual(['people', 'sales'])
  })
})
