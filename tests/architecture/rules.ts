import type { Edge } from './import-graph.ts'

/** `from` may not import what `forbidden` matches. Captured text of `from` is put in place of `$1` in `except`. */
export interface Rule {
  name: string
  reason: string
  from: RegExp
  forbidden: RegExp
  /** Exceptions from `forbidden`. */
  except?: string
  /** Types may be imported all the same. */
  valuesOnly?: true
  /** A violation, planted by the test of this table. */
  planted: Edge
}

/** Files that may look behind a wall to test it. */
export const exempt = /\.(test|spec)\.tsx?$|\/testing\/|\.config\.ts$/

/** Domain → the lower domains whose read side it may import. One line per domain. */
export const domainEdges: Record<string, readonly string[]> = {
  settings: [],
  media: [],
  people: ['media'],
  catalogue: ['media', 'people'],
  storefront: ['media', 'catalogue'],
  live: ['media', 'catalogue'],
  sales: ['media', 'catalogue', 'live'],
  learning: ['media', 'people', 'catalogue', 'live', 'sales'],
  meetings: ['media', 'catalogue'],
  engagement: ['people', 'catalogue'],
}

export const rules: Rule[] = [
  {
    name: 'shared/src is for everybody',
    reason: 'It runs in browsers, services and Electron alike, so it knows zod and nothing else.',
    from: /^shared\/src\//,
    forbidden: /^(?!shared\/src\/|npm:zod$|npm:zod\/)/,
    planted: { from: 'shared/src/limits.ts', to: 'node:fs' },
  },
  {
    name: 'shared/node is for services',
    reason: 'What services share must not drag in a screen, or a service.',
    from: /^shared\/node\//,
    forbidden:
      /^(shared\/(client|rtc|ui)|api|sfu|transcoder|web|studio|tests)\/|^npm:(react|react-dom|@mui|@emotion|koa|@koa|mediasoup|fluent-ffmpeg)(\/|$)/,
    planted: { from: 'shared/node/queue.ts', to: 'api/src/env.ts' },
  },
  {
    name: 'shared/client is for browser applications',
    reason:
      'Web and studio share it below their screens: the contract and packages for browsers, no React, no Node, nothing of an application.',
    from: /^shared\/client\//,
    forbidden: /^(?!shared\/(client|src)\/|npm:socket\.io-client$)/,
    planted: { from: 'shared/client/session.ts', to: 'studio/src/renderer/platform/platform.ts' },
  },
  {
    name: 'shared/rtc is WebRTC in browsers',
    reason: 'Devices, signalling and transports for every application that publishes: no React, no Node, nothing of an application.',
    from: /^shared\/rtc\//,
    forbidden: /^(?!shared\/(client|rtc|src)\/|npm:(mediasoup-client|socket\.io-client)(\/|$))/,
    planted: { from: 'shared/rtc/publisher.ts', to: 'studio/src/broadcast/desk.ts' },
  },
  {
    name: 'shared/ui is for screens',
    reason: 'It is bundled for browsers: no Node, no server code, no data of an app.',
    from: /^shared\/ui\//,
    forbidden: /^(shared\/(client|node|rtc)|api|sfu|transcoder|web|studio|tests)\/|^node:/,
    planted: { from: 'shared/ui/theme/create-app-theme.ts', to: 'node:path' },
  },
  {
    name: 'the api knows no other workspace',
    reason: 'Services talk over Redis and HTTP, never through imports.',
    from: /^api\//,
    forbidden: /^(sfu|transcoder|web|studio|tests)\//,
    planted: { from: 'api/src/app.ts', to: 'sfu/src/rooms/room.ts' },
  },
  {
    name: 'services know no screens',
    reason: 'They run without a browser; what they share with screens is in shared/src.',
    from: /^(api\/(?!src\/db\/seeds\/)|sfu\/|transcoder\/(?!src\/demo\/))/,
    forbidden: /^shared\/(client|rtc|ui)\//,
    planted: { from: 'transcoder/src/hls/compose.ts', to: 'shared/ui/theme/mode.ts' },
  },
  {
    name: 'seeds and demo draw with the poster generator',
    reason:
      'The demo looks like the screens because it is drawn by the same code, which is text in, SVG out; nothing else of the screens is meant for Node.',
    from: /^(api\/src\/db\/seeds|transcoder\/src\/demo)\//,
    forbidden: /^shared\/ui\//,
    except: '^shared/ui/art/[a-z-]+[.]ts$',
    planted: { from: 'api/src/db/seeds/demo/pictures.ts', to: 'shared/ui/art/art-image.tsx' },
  },
  {
    name: 'the poster generator is text in, SVG out',
    reason: 'It draws in browsers and in the seeds alike: no React, no theme, no Node.',
    from: /^shared\/ui\/art\/[\w-]+\.ts$/,
    forbidden: /^(?!shared\/ui\/art\/[\w-]+\.(ts|json)$|shared\/src\/)/,
    planted: { from: 'shared/ui/art/poster.ts', to: 'npm:react' },
  },
  {
    name: 'the sfu knows no other workspace',
    reason: 'Services talk over Redis and HTTP, never through imports.',
    from: /^sfu\//,
    forbidden: /^(api|transcoder|web|studio|tests)\//,
    planted: { from: 'sfu/src/main.ts', to: 'transcoder/src/env.ts' },
  },
  {
    name: 'the transcoder knows no other workspace',
    reason: 'Services talk over Redis and HTTP, never through imports.',
    from: /^transcoder\//,
    forbidden: /^(api|sfu|web|studio|tests)\//,
    planted: { from: 'transcoder/src/main.ts', to: 'api/src/db/knex.ts' },
  },
  {
    name: 'web runs in browsers',
    reason: 'It sees the services through the contract only.',
    from: /^web\/src\//,
    forbidden: /^(shared\/node|api|sfu|transcoder|studio|tests)\/|^node:/,
    planted: { from: 'web/src/main.tsx', to: 'shared/node/tokens.ts' },
  },
  {
    name: 'studio sees services through the contract',
    reason: 'It sees the services through the contract and the signalling only.',
    from: /^studio\/src\//,
    forbidden: /^(shared\/node|api|sfu|transcoder|web|tests)\//,
    planted: { from: 'studio/src/main/index.ts', to: 'api/src/env.ts' },
  },
  {
    name: 'studio renderer and broadcast are sandboxed',
    reason: 'They also run in a browser tab: everything of the desktop comes through the Platform port.',
    from: /^studio\/src\/(renderer|broadcast)\//,
    forbidden: /^node:|^npm:electron(\/|$)|^studio\/src\/(main|preload)\//,
    planted: { from: 'studio/src/broadcast/engine.ts', to: 'npm:electron' },
  },
  {
    name: 'studio main draws nothing',
    reason: 'The privileged process stays small: no React, no media.',
    from: /^studio\/src\/(main|preload)\//,
    forbidden: /^npm:(react|react-dom|@mui|@emotion|mediasoup-client)(\/|$)|^shared\/rtc\/|^studio\/src\/(renderer|broadcast)\//,
    planted: { from: 'studio/src/main/index.ts', to: 'npm:react' },
  },
  ...Object.entries(domainEdges).map(([domain, lower]): Rule => ({
    name: `${domain} imports ${lower.length > 0 ? `the read sides of ${lower.join(', ')}` : 'no other domain'}`,
    reason: 'A domain is reached by its read side and by events; work across domains lives in flows/.',
    from: new RegExp(`^api/src/domains/${domain}/`),
    forbidden: /^api\/src\/(domains|flows)\/|^api\/src\/platform/,
    except: `^api/src/domains/(${domain}/|(${lower.join('|') || '-'})/read/)`,
    planted: {
      from: `api/src/domains/${domain}/x/service.ts`,
      to: `api/src/domains/${domain === 'sales' || domain === 'learning' ? 'engagement' : 'sales'}/x/service.ts`,
    },
  })),
  {
    name: 'the contract of a domain names lower domains only',
    reason: 'The same direction as in the api, so that a domain can be read without those above it.',
    from: /^shared\/src\/contract\/(media|people)\//,
    forbidden: /^shared\/src\/contract\/(catalogue|storefront|live|sales|learning|meetings|engagement|insight)\//,
    planted: { from: 'shared/src/contract/people/users.ts', to: 'shared/src/contract/sales/tickets.ts' },
  },
  {
    name: 'what carries the api knows no domain',
    reason: 'HTTP, mail, database, events and realtime serve every domain and are given what they need.',
    from: /^api\/src\/(http|adapters|db(?!\/seeds\/)|mail|realtime|events)\//,
    forbidden: /^api\/src\/(domains|flows)\/|^api\/src\/(platform|app|server)/,
    planted: { from: 'api/src/http/bind.ts', to: 'api/src/domains/catalogue/products/repository.ts' },
  },
  {
    name: 'only routes speak HTTP',
    reason: 'Rules are called by jobs and flows as well as by requests; a domain hands router and bind to its routes.',
    from: /^api\/src\/(domains|flows|events|realtime|mail|adapters|db)\/(?!(?:[^/]+\/)*(?:[\w-]+-)?routes\.ts$)(?!(\w+)\/\2\.ts$)/,
    forbidden: /^api\/src\/http\/(bind|state|middleware|request-context|refresh-cookie)\.ts$|^npm:(koa|@koa\/[^/]+)(\/|$)|routes\.ts$/,
    planted: { from: 'api/src/domains/people/identity/sign-up.ts', to: 'api/src/http/bind.ts' },
  },
  {
    name: 'only repositories and read sides hold SQL',
    reason: 'A handler is four sentences: load, authorize, act, present; statements stand where their table is.',
    from: /^api\/src\/(domains|flows|realtime|events)\/(?!(?:[^/]+\/)*(?:[\w-]+-)?repository\.ts$)(?!\w+\/read\/)/,
    forbidden: /^npm:(knex|pg)(\/|$)|^api\/src\/db\/knex\.ts$/,
    valuesOnly: true,
    planted: { from: 'api/src/domains/catalogue/products/routes.ts', to: 'npm:knex' },
  },
  {
    name: 'repositories hold no rules',
    reason: 'A repository is SQL for its own tables; rules above it call it, never the other way round.',
    from: /^api\/src\/domains\/[^/]+\/[^/]+\/([\w-]+-)?repository\.ts$/,
    forbidden: /\/([\w-]+-)?(service|policy|presenter|routes)\.ts$|^npm:koa(\/|$)/,
    planted: { from: 'api/src/domains/catalogue/products/repository.ts', to: 'api/src/domains/catalogue/products/policy.ts' },
  },
  {
    name: 'policies and presenters are pure',
    reason: 'They are tables of cases: no database, no HTTP.',
    from: /^api\/src\/domains\/[^/]+\/[^/]+\/([\w-]+-)?(policy|presenter)\.ts$/,
    forbidden: /^npm:(knex|pg|koa|ioredis)(\/|$)|^node:(fs|child_process|net|http)/,
    planted: { from: 'api/src/domains/catalogue/products/policy.ts', to: 'npm:knex' },
  },
  {
    name: 'web features meet inside their domain only',
    reason: 'A page composes domains; a feature that imports one of another domain cannot be moved any more.',
    from: /^web\/src\/features\/([^/]+)\//,
    forbidden: /^web\/src\/(features|app)\//,
    except: '^web/src/features/$1/',
    planted: { from: 'web/src/features/live/player/player.tsx', to: 'web/src/app/router.tsx' },
  },
  {
    name: 'web components hold no data',
    reason: 'They are given everything they show.',
    from: /^web\/src\/components\//,
    forbidden: /^web\/src\/(features|app)\/|^npm:@tanstack\/react-query$/,
    planted: { from: 'web/src/components/media-card.tsx', to: 'web/src/features/storefront/home/queries.ts' },
  },
  {
    name: 'web lib is at the bottom',
    reason: 'Tools know nothing of who uses them.',
    from: /^web\/src\/(lib|config)\//,
    forbidden: /^web\/src\/(features|app|components)\//,
    planted: { from: 'web/src/lib/api.ts', to: 'web/src/app/router.tsx' },
  },
  {
    name: 'sfu rooms know no native worker',
    reason: 'Rooms and placement are tested with plain objects; mediasoup and sockets stay behind their interfaces.',
    from: /^sfu\/src\/(rooms|meets|placement)\//,
    forbidden: /^npm:(mediasoup|socket\.io|ws)(\/|$)|^sfu\/src\/(media|signaling|egress|whip)\//,
    planted: { from: 'sfu/src/rooms/room.ts', to: 'npm:mediasoup' },
  },
  {
    name: 'transcoder plans and commands are values',
    reason: 'What ffmpeg is told is computed, compared and tested without running anything.',
    from: /^transcoder\/src\/ffmpeg\/(plan|command|ladder)[\w-]*\.ts$/,
    forbidden: /^node:(child_process|fs|fs\/promises|net|http|dgram)$|^npm:(fluent-ffmpeg|ioredis)(\/|$)/,
    planted: { from: 'transcoder/src/ffmpeg/command.ts', to: 'node:child_process' },
  },
  {
    name: 'playlists are text',
    reason: 'Composing playlists reads and writes no file and starts no process.',
    from: /^transcoder\/src\/hls\//,
    forbidden: /^node:(child_process|fs|fs\/promises|net|http)$|^npm:(fluent-ffmpeg|ioredis)(\/|$)/,
    planted: { from: 'transcoder/src/hls/compose.ts', to: 'node:fs' },
  },
]

export interface Violation extends Edge {
  rule: string
  reason: string
}

export function violations(edges: Edge[], table: Rule[] = rules): Violation[] {
  return edges.flatMap((edge) => {
    if (exempt.test(edge.from)) return []
    return table.filter((rule) => breaks(edge, rule)).map((rule) => ({ ...edge, rule: rule.name, reason: rule.reason }))
  })
}

function breaks({ from, to, isType }: Edge, rule: Rule): boolean {
  const match = rule.from.exec(from)
  if (!match || !rule.forbidden.test(to) || (rule.valuesOnly && isType)) return false
  return rule.except === undefined || !new RegExp(rule.except.replace('$1', match[1] ?? '')).test(to)
}
