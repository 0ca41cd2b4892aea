import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { embedOrigins } from '../../shared/src/domain/embed.ts'
import {
  contentSecurityPolicy,
  NONCE_PLACEHOLDER,
  paymentHeaders,
  paymentSources,
  securityHeaders,
} from '../../scripts/gateway/headers.mjs'
import { withPaymentMaps } from '../support/nginx-maps.ts'
import { NODE_ENVIRONMENT, NODE_FLAGS } from '../../scripts/lib/platform.mjs'
import { SERVICE_MODULES } from '../../scripts/lib/builds.mjs'
import { networkOf } from '../../shared/node/client-network.ts'
import { root } from './import-graph.ts'

const text = (file: string): string => readFileSync(path.join(root, file), 'utf8')

interface Service {
  image?: string
  build?: { context: string; dockerfile: string; target: string }
  environment?: Record<string, string | number>
  ports?: string[]
  entrypoint?: string[]
  command?: string[]
  volumes?: string[]
  networks?: string[] | Record<string, unknown>
  mem_limit?: string
  pids_limit?: number
  healthcheck?: { test: string[] }
  depends_on?: Record<string, { condition: string }>
}

interface Builder {
  appId: string
  electronVersion: string
  directories: { app: string; buildResources: string }
  files: string[]
  linux: { target: { target: string }[] }
  win: { target: { target: string }[] }
  mac: { target: { target: string }[]; entitlements: string; extendInfo: Record<string, string> }
  electronFuses: Record<string, boolean>
}

const compose = parse(text('docker-compose.yml'), { merge: true }) as {
  services: Record<string, Service>
  networks: Record<string, Record<string, unknown>>
}
const service = (name: string): Service => {
  const found = compose.services[name]
  if (!found) throw new Error(`docker-compose.yml has no ${name}`)
  return found
}

describe('docker-compose.yml', () => {
  it('names api, web, sfu, transcoder, postgres and redis, each with a health check [CARD-027]', () => {
    for (const name of ['api', 'web', 'sfu', 'transcoder', 'postgres', 'redis']) {
      expect(service(name).healthcheck?.test.length, name).toBeGreaterThan(0)
    }
  })

  it('starts what a service needs before it, and waits until that is healthy', () => {
    expect(service('api').depends_on).toMatchObject({
      migrate: { condition: 'service_completed_successfully' },
      redis: { condition: 'service_healthy' },
    })
    expect(Object.keys(service('web').depends_on ?? {})).toEqual(['api', 'sfu', 'transcoder'])
    for (const [name, { depends_on: needs = {} }] of Object.entries(compose.services)) {
      for (const other of Object.keys(needs)) expect(compose.services, `${name} needs ${other}`).toHaveProperty(other)
    }
  })

  it('builds images of which each is a stage of the Dockerfile that does not run as root', () => {
    const stages = text('deploy/Dockerfile').split(/^FROM /m)
    for (const name of ['api', 'sfu', 'transcoder', 'web']) {
      const { build } = service(name)
      expect(build, name).toMatchObject({ dockerfile: 'deploy/Dockerfile', target: name })
      const stage = stages.find((one) => one.split('\n')[0]?.endsWith(` AS ${name}`)) ?? ''
      expect([...stage.matchAll(/^USER (.+)$/gm)].at(-1)?.[1], name).toMatch(/^(node|nginx)$/)
    }
  })

  it.each(['api', 'sfu', 'transcoder'] as const)('runs %s with the flags of the runner and modules that are compiled already', (name) => {
    const stage =
      text('deploy/Dockerfile')
        .split(`\nFROM `)
        .find((one) => one.split('\n')[0]?.endsWith(` AS ${name}`)) ?? ''
    const flags: string[] = NODE_FLAGS[name]
    expect(stage).toContain(`CMD ${JSON.stringify(['node', ...flags, `${name}/dist/main.mjs`]).replaceAll(',', ', ')}`)
    const settings: Record<string, string> = {
      NODE_COMPILE_CACHE: '/app/.compile-cache',
      ...(name === 'transcoder' ? {} : NODE_ENVIRONMENT[name]),
    }
    for (const [key, value] of Object.entries(settings)) expect(stage).toMatch(new RegExp(`^ENV .*${key}=${value}( |$)`, 'm'))
    // Node keys the cache by user and flags.
    const [, entry = ''] = /\nUSER node\n(?:#.*\n)*RUN node (.*)\n/.exec(stage) ?? []
    expect(entry.startsWith(flags.join(' '))).toBe(true)
    const [, module = ''] = /import\('\/app\/(.*?)'\)/.exec(entry) ?? []
    expect(module).toBe(`${name}/dist/${SERVICE_MODULES[name]}.mjs`)
    expect(text(`${name}/src/main.ts`)).toContain(`from './${SERVICE_MODULES[name]}.ts'`)
    expect(stage).toContain(`\nCOPY --from=bundles /app/${name}/dist ./${name}/dist\n`)
  })

  it('copies only what exists', () => {
    const sources = [...text('deploy/Dockerfile').matchAll(/^COPY (?!--from)(.*)$/gm)].flatMap(([, line = '']) => {
      const words = line.split(' ').filter((word) => !word.startsWith('--'))
      return words.slice(0, -1)
    })
    expect(sources.length).toBeGreaterThan(10)
    for (const source of sources) expect(existsSync(path.join(root, source)), source).toBe(true)
  })

  it('leaves the maps of the sources out of the image, and no page names them', () => {
    const build =
      text('deploy/Dockerfile')
        .split(/^FROM /m)
        .find((stage) => stage.startsWith('base AS static')) ?? ''
    expect(build).toMatch(
      /build\.mjs web studio && \\\n\s+find web\/dist studio\/dist -type f \\\( -name '\*\.map' -o -name '\*\.br' \\\) -delete/,
    )
    expect(text('web/vite.config.ts')).toContain("sourcemap: 'hidden'")
  })

  it('opens the whole port range of media over UDP and TCP, under a public address that has to be given', () => {
    const { environment = {}, ports } = service('sfu')
    const range = `${environment['SFU_RTC_MIN_PORT']}-${environment['SFU_RTC_MAX_PORT']}`
    expect(ports).toEqual([`${range}:${range}/udp`, `${range}:${range}/tcp`])
    expect(environment['SFU_ANNOUNCED_ADDRESS']).toMatch(/^\$\{SFU_ANNOUNCED_ADDRESS:\?/)
  })

  it('publishes no port of plain RTP, whichever service it belongs to', () => {
    const { SFU_PLAIN_MIN_PORT: first, SFU_PLAIN_MAX_PORT: last } = service('sfu').environment ?? {}
    expect(Number(last)).toBeGreaterThan(Number(first))
    const published = Object.values(compose.services).flatMap(({ ports = [] }) => ports)
    expect(published.length).toBeGreaterThan(2)
    for (const port of published) {
      const [, from = 0, to = from] = /(\d+)(?:-(\d+))?(?:\/\w+)?$/.exec(port) ?? []
      expect(Number(to) < Number(first) || Number(from) > Number(last), port).toBe(true)
    }
  })

  it('holds no secret, and starts without none of them', () => {
    const secrets = Object.values(compose.services)
      .flatMap(({ environment = {} }) => Object.entries(environment))
      .filter(([name]) => /SECRET$|PASSWORD$/.test(name) && !/^(TURN|S3)_/.test(name))
    expect(secrets.length).toBeGreaterThan(5)
    for (const [name, value] of secrets) expect(String(value), name).toMatch(/^\$\{[A-Z_]+:\?/)
  })

  it('puts every service into a box: nothing to write to, no rights, limits', () => {
    for (const [name, one] of Object.entries(compose.services)) {
      expect(one, name).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] })
      if (name !== 'migrate') {
        expect(one.mem_limit, name).toMatch(/^\$\{[A-Z]+_MEMORY:-\d+[mg]\}$/)
        expect(one.pids_limit, name).toBeGreaterThan(0)
      }
    }
  })

  it('keeps stores in a network without a way out, and gives what opens strangers’ files none either', () => {
    const networksOf = (name: string) =>
      [service(name).networks ?? []].flatMap((all) => (Array.isArray(all) ? all : Object.keys(all))).sort()
    expect(compose.networks['data']).toMatchObject({ internal: true })
    expect(compose.networks['media']).toMatchObject({ internal: '${MEDIA_ISOLATED:-true}' })
    expect(compose.networks['edge']).toMatchObject({ enable_ipv6: true })
    expect(
      Object.fromEntries(['postgres', 'redis', 'migrate', 'api', 'sfu', 'transcoder', 'web'].map((name) => [name, networksOf(name)])),
    ).toEqual({
      postgres: ['data'],
      redis: ['data'],
      migrate: ['data'],
      api: ['data', 'edge'],
      sfu: ['data', 'edge'],
      transcoder: ['data', 'media'],
      web: ['edge', 'media'],
    })
  })

  it('gives the owner of the tables to the migrations alone, and every service a Redis log-in of its own', () => {
    for (const [name, { environment = {} }] of Object.entries(compose.services)) {
      const given = JSON.stringify(environment)
      expect(given.includes('POSTGRES_PASSWORD'), name).toBe(['postgres', 'migrate'].includes(name))
      for (const user of ['api', 'sfu', 'transcoder']) {
        expect(given.includes(`REDIS_${user.toUpperCase()}_PASSWORD`), `${name} ${user}`).toBe(['redis', user].includes(name))
      }
    }
    expect(service('migrate').environment?.['APP_DATABASE_URL']).toBe(service('api').environment?.['DATABASE_URL'])
    expect(service('api').environment?.['DATABASE_URL']).toMatch(/^postgres:\/\/e_events_app:/)
    expect(service('redis').entrypoint).toEqual(['/bin/sh', '/etc/e-events/start.sh'])
    expect(service('redis').volumes).toContain('./deploy/redis/start.sh:/etc/e-events/start.sh:ro')
  })

  it('gives the queue a Redis that keeps everything [CARD-021]', () => {
    expect(text('docker-compose.yml')).toMatch(/--appendonly, 'yes', --appendfsync, everysec,.*--maxmemory-policy, noeviction/)
  })
})

describe('the TURN relay', () => {
  const good = { PUBLIC_HOST: 'events.example.org', SFU_ANNOUNCED_ADDRESS: '203.0.113.7', TURN_SECRET: '4d0b8a1c6f2e9d7350b1c8e4' }

  /** deploy/turn/start.sh as it is shipped, with a turnserver that prints its settings. */
  function start(env: Record<string, string>) {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'e-events-turn-'))
    try {
      writeFileSync(path.join(folder, 'turnserver'), '#!/bin/sh\nstat -c "mode=%a" "$2"\ncat "$2"\n', { mode: 0o755 })
      const { status, stdout, stderr } = spawnSync('/bin/sh', [path.join(root, 'deploy/turn/start.sh')], {
        encoding: 'utf8',
        env: { PATH: `${folder}:${process.env['PATH'] ?? ''}`, TURN_CONFIG: path.join(folder, 'turn.conf'), ...env },
      })
      return { status, lines: stdout.split('\n'), stderr }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }

  it('reaches the address of the sfu and nothing else, over UDP alone, with quotas', () => {
    const { status, lines } = start(good)
    expect(status).toBe(0)
    expect(lines).toEqual(expect.arrayContaining(['mode=600', `static-auth-secret=${good.TURN_SECRET}`, 'use-auth-secret', 'no-tcp-relay']))
    expect(lines.filter((line) => /-peer-ip/.test(line))).toEqual([
      'denied-peer-ip=0.0.0.0-255.255.255.255',
      'denied-peer-ip=::-ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
      'allowed-peer-ip=203.0.113.7',
    ])
    const numbers = Object.fromEntries(lines.map((line) => line.split('=')).map(([name = '', value]) => [name, Number(value)]))
    for (const quota of ['user-quota', 'total-quota', 'max-bps']) expect(numbers[quota], quota).toBeGreaterThan(0)
    // Each allocation takes a port.
    expect(numbers['total-quota']).toBeLessThanOrEqual((numbers['max-port'] ?? 0) - (numbers['min-port'] ?? 0))
  })

  it.each([
    ['no secret', { TURN_SECRET: '' }, 'TURN_SECRET'],
    ['a short secret', { TURN_SECRET: 'turn' }, 'TURN_SECRET'],
    ['a name for the address that it may reach', { SFU_ANNOUNCED_ADDRESS: 'events.example.org' }, 'SFU_ANNOUNCED_ADDRESS'],
    ['no address that it may reach', { SFU_ANNOUNCED_ADDRESS: '' }, 'SFU_ANNOUNCED_ADDRESS'],
  ])('does not start with %s', (_, wrong, name) => {
    const { status, stderr, lines } = start({ ...good, ...wrong })
    expect([status, lines]).toEqual([1, ['']])
    expect(stderr).toContain(name)
  })

  it('is started by that script, without what it would need to leave its box', () => {
    const turn = service('turn')
    expect([turn.entrypoint, turn.command]).toEqual([['/bin/sh', '/etc/e-events/start.sh'], undefined])
    expect(turn.volumes).toContain('./deploy/turn/start.sh:/etc/e-events/start.sh:ro')
    expect(turn).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] })
  })
})

describe('nginx', () => {
  const conf = text('deploy/nginx/nginx.conf')
  const headers = text('deploy/nginx/headers.conf')
  const page = text('deploy/nginx/page.conf')

  it('sends the headers of the gateway', () => {
    for (const pays of [false, true]) {
      const shown = withPaymentMaps(headers, conf, pays).toLowerCase()
      for (const [name, value] of Object.entries({ ...securityHeaders, ...(pays && paymentHeaders) }))
        expect(shown).toContain(`add_header ${name} "${value}" always;`.toLowerCase())
      const policy = contentSecurityPolicy('$request_id', ['$page_media_origins'], pays ? paymentSources : undefined)
      expect(withPaymentMaps(page, conf, pays)).toContain(
        `add_header Content-Security-Policy "${policy.replace(' $page', '$page')}" always;`,
      )
    }
    expect(contentSecurityPolicy('x')).toContain(`frame-src ${embedOrigins.join(' ')};`)
    expect(page).toContain(`sub_filter '${NONCE_PLACEHOLDER}' '$request_id';`)
  })

  it('has the ways of the gateway', () => {
    const ways = Object.fromEntries(
      [...conf.matchAll(/location (\/[\w./]+\/) \{[^}]*?proxy_pass http:\/\/(\w+);/g)].map(([, way = '', to]) => [way, to]),
    )
    expect(ways).toEqual({ '/api/': 'api', '/api/uploads/': 'api', '/socket.io/': 'api', '/sfu/': 'sfu', '/media/': 'transcoder' })
    for (const upstream of new Set(Object.values(ways))) expect(compose.services).toHaveProperty(upstream ?? '')
  })

  it('asks for playlists where the transcoder answers them by FastCGI', () => {
    expect(service('transcoder').environment).toMatchObject({ TRANSCODER_FASTCGI_PORT: 4201 })
    expect(/upstream lists \{[^}]*server (\S+) resolve;/.exec(conf)?.[1]).toBe('transcoder:4201')
    expect(conf).toMatch(/location ~ [^\n]*m3u8\$" \{[^}]*fastcgi_pass lists;/)
  })

  it('speaks TLS, sends everybody there, and keeps media tokens out of its log', () => {
    expect(conf).toContain('listen 8443 ssl;')
    expect(conf).toContain('return 308 https://$host$request_uri;')
    const pattern = /"~(\^\/media[^"]*)"/.exec(conf)?.[1]?.replace('?<', '?<') ?? ''
    expect(new RegExp(pattern).exec('/media/secret-token/b/1/master.m3u8')?.groups?.['rest']).toBe('/b/1/master.m3u8')
    expect(/log_format main[^;]*;/.exec(conf)?.[0]).not.toContain('$request_uri')
  })

  it('opens and closes every block', () => {
    for (const file of [conf, headers, page, text('deploy/nginx/proxy.conf')]) {
      expect(file.split('{').length).toBe(file.split('}').length)
      const bare = file.split('\n').filter((line) => line.trim() !== '' && !/^\s*#/.test(line) && !/[;{}]\s*(#.*)?$/.test(line))
      expect(bare).toEqual([])
    }
  })
})

describe('electron-builder.yml', () => {
  const builder = parse(text('electron-builder.yml')) as Builder

  it('names app id, files and targets for Linux, Windows and macOS', () => {
    expect(builder.appId).toMatch(/^[a-z]+(\.[a-z]+)+$/)
    expect(builder.files).toContain('out/**')
    for (const system of ['linux', 'win', 'mac'] as const) expect(builder[system].target.length, system).toBeGreaterThan(0)
    const studio = JSON.parse(text('studio/package.json')) as { devDependencies: Record<string, string> }
    expect(builder.electronVersion).toBe(studio.devDependencies['electron'])
    expect(existsSync(path.join(root, builder.directories.buildResources, 'icon.png'))).toBe(true)
    expect(existsSync(path.join(root, builder.mac.entitlements))).toBe(true)
    expect(Object.keys(builder.mac.extendInfo)).toEqual(['NSCameraUsageDescription', 'NSMicrophoneUsageDescription'])
  })

  it('is what electron-builder understands', async () => {
    const require = createRequire(path.join(root, 'studio/package.json'))
    const { validateConfiguration } = require('app-builder-lib/out/util/config/config') as {
      validateConfiguration: (config: unknown, logger: unknown) => Promise<void>
    }
    const { DebugLogger } = require('builder-util') as { DebugLogger: new (enabled: boolean) => unknown }
    await validateConfiguration(builder, new DebugLogger(false))
    await expect(validateConfiguration({ ...builder, linus: {} }, new DebugLogger(false))).rejects.toThrow(/linus/)
  })

  it('switches the ways into a packaged app off', () => {
    expect(builder.electronFuses).toMatchObject({
      runAsNode: false,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      onlyLoadAppFromAsar: true,
      enableEmbeddedAsarIntegrityValidation: true,
      grantFileProtocolExtraPrivileges: false,
    })
  })

  it('makes a Linux folder with the app in it [CARD-026]', { timeout: 300_000 }, (context) => {
    const bin = (name: string) => path.join(root, 'node_modules/.bin', name)
    // Under VITEST and NODE_ENV=test electron-builder says nothing.
    const { VITEST: _vitest, ...env } = process.env
    const production = { ...env, NODE_ENV: 'production' }
    const built = spawnSync(process.execPath, [bin('electron-vite'), 'build'], {
      cwd: path.join(root, 'studio'),
      encoding: 'utf8',
      env: production,
    })
    expect(built.status, built.stderr).toBe(0)
    const output = mkdtempSync(path.join(os.tmpdir(), 'e-events-package-'))
    try {
      const packed = spawnSync(process.execPath, [bin('electron-builder'), '--linux', 'dir', `-c.directories.output=${output}`], {
        cwd: root,
        encoding: 'utf8',
        env: production,
        timeout: 240_000,
      })
      const said = `${packed.stdout}${packed.stderr}`
      // Everything up to the download of Electron has passed by then: the configuration, the app's folder, its
      // manifest.
      const noElectron = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ECONNRESET/.test(said) && said.includes('packaging')
      context.skip(noElectron, 'electron-builder cannot download Electron on this network')
      expect(packed.status, said).toBe(0)
      expect(existsSync(path.join(output, 'linux-unpacked/resources/app.asar'))).toBe(true)
    } finally {
      rmSync(output, { recursive: true, force: true })
    }
  })
})

describe('whom nginx counts as one client', () => {
  const block = /map \$remote_addr \$client_network \{([^}]*\}?[^}]*\}?[^}]*)\n {2}\}/.exec(text('deploy/nginx/nginx.conf'))?.[1] ?? ''
  const [ipv4 = /$^/, ipv6 = /$^/] = [...block.matchAll(/"~(.*)" \$/g)].map(([, pattern = '']) => new RegExp(pattern))
  /** As nginx does: the address itself, the first 64 bits by the pattern, or by njs. */
  const keyOf = (address: string) => (ipv4.test(address) ? address : (ipv6.exec(address)?.[0] ?? 'njs'))

  it('takes an IPv4 address as it is', () => {
    expect(keyOf('203.0.113.7')).toBe('203.0.113.7')
  })
  it.each([
    // As nginx writes addresses: without leading zeros, the longest run of zeros as `::`.
    ['2001:db8:1:1::7', '2001:db8:1:1:8:7:6:5'],
    ['2a00:1:2:30::', '2a00:1:2:30:0:1:0:1'],
    ['2001:db8::7', '2001:db8:0:0:1::'],
    ['2001:db8:0:1::7', '2001:db8:0:1:2:3:4:5'],
    ['2001:db8::1:2:3:4:5', '2001:db8:0:1:2::'],
    ['::1', '::1:2:3:4'],
  ])('counts %s and %s together', (one, other) => {
    expect(networkOf(one)).toBe(networkOf(other))
    expect(keyOf(one)).toBe(keyOf(other))
  })
  it.each([
    ['2001:db8:1:1::7', '2001:db8:1:2::7'],
    ['2001:db8:1:1::7', '2001:db8:1:11::7'],
  ])('counts %s and %s apart', (one, other) => {
    expect(keyOf(one)).not.toBe('njs')
    expect(keyOf(one)).not.toBe(keyOf(other))
  })
})
